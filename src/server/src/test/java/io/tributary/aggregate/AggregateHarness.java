package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.TestUser;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Sample;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;

/** A node with the aggregation feature, with helpers that store data and run queries over HTTP. */
final class AggregateHarness implements AutoCloseable {
  static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  final TestNode node = TestNode.start("TRIBUTARY_AGGREGATE_MAX_ROWS", "5000");
  final OpenApiDocument api = OpenApiDocument.of(node);

  /**
   * Builds a body with one query over the days up to the anchor. Single quotes in the query are
   * accepted in place of double quotes.
   */
  static String request(String anchor, int days, String query) {
    return """
    {"timeframe":{"type":"relative","anchor":"%s","past":{"unit":"day","value":%d}},"queries":[%s]}
    """
        .formatted(anchor, days, query.replace('\'', '"'));
  }

  /** Runs the query and returns its only result table. */
  JsonNode queryTable(UUID user, String anchor, int days, String query) {
    return api.assertValid(
            node.post("/aggregate/v1/user/" + user + "/query", request(anchor, days, query)),
            200,
            "queryUser")
        .json()
        .at("/results/0/table");
  }

  static Source source(String provider, SourceType type) {
    return new Source(provider, type, null, null, null, null);
  }

  static NormalizedBatch batch(List<Sample> samples) {
    NormalizedBatch.Builder out = NormalizedBatch.builder();
    samples.forEach(out::add);
    return out.build();
  }

  /** Stores a night that ends at 07:00 in Berlin. */
  static void sleep(TestUser p, Source s, String day, int hours, int score, double hrv) {
    LocalDate date = LocalDate.parse(day);
    Instant stop = date.atTime(7, 0).atZone(BERLIN).toInstant();
    int offset = BERLIN.getRules().getOffset(stop).getTotalSeconds();
    int asleep = hours * 3600;
    p.store(
        NormalizedBatch.builder()
            .add(
                SleepSummary.of(date, stop.minusSeconds(asleep + 1800), stop, SleepType.LONG_SLEEP)
                    .timezoneOffset(offset)
                    .duration(asleep + 1800)
                    .total(asleep)
                    .light(asleep / 2)
                    .deep(asleep / 4)
                    .rem(asleep / 4)
                    .awake(1800)
                    .latency(600)
                    .score(score)
                    .averageHrv(hrv)
                    .hrResting(55)
                    .build(),
                s)
            .build());
  }

  @Override
  public void close() {
    node.close();
  }
}
