package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.Person;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Sample;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.testkit.ApiDocument;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;

/** A node that aggregates, asked over HTTP, and what its users are given to aggregate. */
final class AggregateHarness implements AutoCloseable {
  static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  final TestNode node = TestNode.start("TRIBUTARY_AGGREGATE_MAX_ROWS", "5000");
  final ApiDocument api = ApiDocument.of(node);

  /** A body with one query over the days up to the anchor; the query's quotes may be single. */
  static String request(String anchor, int days, String query) {
    return """
    {"timeframe":{"type":"relative","anchor":"%s","past":{"unit":"day","value":%d}},"queries":[%s]}
    """
        .formatted(anchor, days, query.replace('\'', '"'));
  }

  /** The only result of the query. */
  JsonNode table(UUID user, String anchor, int days, String query) {
    return api.valid(
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

  /** A night that ends at seven in Berlin. */
  static void sleep(Person p, Source s, String day, int hours, int score, double hrv) {
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
