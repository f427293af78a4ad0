package io.tributary.aggregate;

import static io.tributary.aggregate.AggregateHarness.BERLIN;
import static io.tributary.aggregate.AggregateHarness.batch;
import static io.tributary.aggregate.AggregateHarness.request;
import static io.tributary.aggregate.AggregateHarness.sleep;
import static io.tributary.aggregate.AggregateHarness.source;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.ingest.TestUser;
import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.testkit.TestNode;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AggregateTest {
  private static AggregateHarness data;
  private static TestNode node;

  @BeforeAll
  static void start() {
    data = new AggregateHarness();
    node = data.node;
  }

  @AfterAll
  static void stop() {
    data.close();
  }

  /** Compares the groups with SQL that uses PostgreSQL's own date and percentile functions. */
  @Test
  void groupsOfSamplesAreWhatTheDatabaseComputes() {
    TestUser p = TestUser.of(node);
    Random random = new Random(5);
    List<Sample> samples = new ArrayList<>();
    Instant first = Instant.parse("2025-03-28T00:00:00Z");
    for (int i = 0; i < 3000; i++) {
      Instant at = first.plusSeconds(i * 120L + random.nextInt(100));
      samples.add(
          Sample.point(
              Resource.HEARTRATE,
              source("fitbit", SourceType.WATCH),
              at,
              BERLIN.getRules().getOffset(at).getTotalSeconds(),
              40 + random.nextInt(1000) / 8.0));
    }
    p.store(batch(samples));
    int cells = 0;
    for (String unit :
        List.of("15 minute", "1 hour", "7 hour", "1 day", "1 week", "1 month", "1 year")) {
      String[] period = unit.split(" ");
      JsonNode t =
          data.queryTable(
              p.id,
              "2025-04-05",
              30,
              """
              {'group_by':[{'date_trunc':{'unit':'%s','value':%s},'arg':{'index':'timeseries'}}],
               'where':'value < 150 AND NOT value = 60',
               'select':[{'group_key':0},{'func':'count','arg':{'index':'timeseries'}},
                %s]}
              """
                  .formatted(
                      period[1],
                      period[0],
                      String.join(
                          ",",
                          List.of("mean", "min", "max", "sum", "median", "stddev").stream()
                              .map(
                                  f ->
                                      "{'func':'"
                                          + f
                                          + "','arg':{'timeseries':'heartrate','field':'value'}}")
                              .toList())));
      String bucket =
          unit.equals("1 month") || unit.equals("1 year")
              ? "date_trunc('" + period[1] + "', local)"
              : "date_bin('"
                  + unit
                  + "', local, '"
                  + (period[1].equals("week") ? "1970-01-05" : "1970-01-01")
                  + "')";
      int row = 0;
      for (Row r :
          node.db()
              .query(
                  "with s as (select (at at time zone 'Europe/Berlin') as local, v from"
                      + " unnest($1::timestamptz[], $2::float8[]) as u(at, v)) select "
                      + bucket
                      + " as b, count(*) as count, avg(v) as mean, min(v), max(v), sum(v),"
                      + " percentile_cont(0.5) within group (order by v) as median,"
                      + " stddev_samp(v) as stddev from s where v < 150 and v <> 60 group by 1"
                      + " order by 1",
                  samples.stream().map(Sample::at).toArray(Instant[]::new),
                  samples.stream().map(Sample::value).toArray(Double[]::new))) {
        assertEquals(
            r.getLocalDateTime("b"), LocalDateTime.parse(t.at("/group_key.0/" + row).asText()));
        assertEquals(r.getLong("count"), t.get("count.timestamp").get(row).asLong());
        for (String f : List.of("mean", "min", "max", "sum", "median", "stddev")) {
          JsonNode found = t.get(f + ".value").get(row);
          if (r.getDouble(f) == null) {
            assertTrue(found.isNull(), unit + " " + f);
          } else {
            assertEquals(r.getDouble(f), found.asDouble(), 1e-6, unit + " " + f + " " + row);
          }
          cells++;
        }
        row++;
      }
      assertEquals(row, t.get("group_key.0").size(), unit);
    }
    System.out.println("database: " + cells + " cells compared");
  }

  @Test
  void localTimesHaveNoOffsetAndTheDayOfTheChangeHasItsHours() {
    TestUser p = TestUser.of(node);
    List<Sample> samples = new ArrayList<>();
    for (int hour = 0; hour < 24; hour++) {
      Instant at = Instant.parse("2025-10-25T22:00:00Z").plusSeconds(hour * 3600L);
      samples.add(
          Sample.point(
              Resource.GLUCOSE,
              source("dexcom_v3", SourceType.AUTOMATIC),
              at,
              BERLIN.getRules().getOffset(at).getTotalSeconds(),
              5));
    }
    p.store(batch(samples));
    JsonNode t =
        data.queryTable(
            p.id,
            "2025-10-26",
            1,
            "{'group_by':[{'date_trunc':{'unit':'hour'},'arg':{'index':'timeseries'}}],'select':[{'group_key':'*'},{'func':'count','arg':{'timeseries':'glucose','field':'value'}}]}");
    assertEquals("2025-10-26T00:00:00", t.at("/group_key.0/0").asText());
    assertEquals("2025-10-26T02:00:00", t.at("/group_key.0/2").asText());
    assertEquals(2, t.at("/count.value/2").asInt(), "the hour that comes twice");
    assertEquals(23, t.get("group_key.0").size());
  }

  @Test
  void theBestSourceOfAGroupIsKept() {
    TestUser p = TestUser.of(node);
    sleep(p, source("oura", SourceType.RING), "2026-03-01", 7, 70, 50);
    sleep(p, source("fitbit", SourceType.WATCH), "2026-03-01", 6, 60, 50);
    sleep(p, source("whoop_v2", SourceType.WATCH), "2026-03-01", 5, 50, 50);
    sleep(p, source("oura", SourceType.RING), "2026-03-02", 8, 80, 50);
    String select = "'select':[{'func':'mean','arg':{'sleep':'score'}}]";
    String byDay =
        "{'group_by':[{'date_trunc':{'unit':'day'},'arg':{'index':'sleep'}}]," + select + "}";
    assertEquals(
        "[60,80]", data.queryTable(p.id, "2026-03-02", 7, byDay).get("mean.score").toString());
    assertEquals(
        "[65]",
        data.queryTable(p.id, "2026-03-02", 7, "{" + select + "}").get("mean.score").toString(),
        "no group, no choice");
    assertEquals(
        "[60,75,50]",
        data.queryTable(
                p.id,
                "2026-03-02",
                7,
                "{'group_by':[{'source':'source_provider'},{'sleep':'source_type'}],"
                    + select
                    + "}")
            .get("mean.score")
            .toString(),
        "both source columns are keys");
    node.call(
            "PATCH",
            "/v2/team/source/priorities",
            "[{\"data_type\":\"sleep\",\"provider\":\"whoop_v2\",\"priority\":3}]")
        .expect(200);
    assertEquals(
        "[50,80]", data.queryTable(p.id, "2026-03-02", 7, byDay).get("mean.score").toString());
    String overridden =
        request("2026-03-02", 7, byDay)
            .replaceFirst(
                "\\{", "{\"config\":{\"provider_priority_overrides\":[\"fitbit\",\"whoop_v2\"]},");
    assertEquals(
        "[60,80]",
        node.post("/aggregate/v1/user/" + p.id + "/query", overridden)
            .expect(200)
            .json()
            .at("/results/0/table/mean.score")
            .toString());
    node.call(
            "PATCH",
            "/v2/team/source/priorities",
            "[{\"data_type\":\"sleep\",\"provider\":\"whoop_v2\",\"priority\":-3}]")
        .expect(200);
    assertEquals(
        "[60,80]", data.queryTable(p.id, "2026-03-02", 7, byDay).get("mean.score").toString());
  }

  @Test
  void plainRowsAndMacrosOfASleep() {
    TestUser p = TestUser.of(node);
    sleep(p, source("oura", SourceType.RING), "2026-03-29", 7, 70, 50);
    JsonNode t =
        data.queryTable(
            p.id,
            "2026-03-29",
            1,
            "{'select':[{'index':'sleep'},{'sleep':'time_zone'},{'sleep':'session_start'},{'value_macro':'sleep_score'},{'value_macro':'chronotype'},{'value_macro':'asleep_at'},{'value_macro':'awakenings'},{'sleep':'heart_rate_maximum'}]}");
    assertEquals(
        Json.parse(
            """
            {"timestamp":["2026-03-29T07:00:00"],"time_zone":["+02:00"],
             "session_start":["2026-03-28T23:30:00"],"sleep_score":[94],"chronotype":["lark"],
             "asleep_at":["2026-03-28T23:40:00"],"awakenings":[null],"heart_rate_maximum":[null]}
            """),
        t);
  }

  @Test
  void readinessNeedsSevenNightsAndStrainADay() {
    TestUser p = TestUser.of(node);
    for (int day = 1; day <= 9; day++) {
      sleep(
          p,
          source("oura", SourceType.RING),
          "2026-02-0" + day,
          8,
          80,
          day == 9 ? 90 : 50 + day % 3);
    }
    p.store(
        NormalizedBatch.builder()
            .add(
                ActivitySummary.on(LocalDate.of(2026, 2, 9))
                    .low(100.0)
                    .medium(60.0)
                    .high(10.0)
                    .build(),
                source("oura", SourceType.RING))
            .build());
    JsonNode t =
        data.queryTable(
            p.id,
            "2026-02-09",
            3,
            "{'select':[{'derived_readiness':'date'},{'derived_readiness':'recovery_score'},{'derived_readiness':'recovery_zone'},{'derived_readiness':'stress_score'},{'derived_readiness':'strain_score'},{'derived_readiness':'strain_zone'}]}");
    assertEquals("[\"2026-02-07\",\"2026-02-08\",\"2026-02-09\"]", t.get("date").toString());
    assertTrue(t.at("/recovery_score/0").isNull(), "six nights before");
    assertTrue(t.at("/recovery_score/1").isInt(), "seven nights before");
    assertEquals("Green", t.at("/recovery_zone/2").asText(), "HRV far above the baseline");
    assertEquals(100, t.at("/recovery_score/2").asInt() + t.at("/stress_score/2").asInt());
    assertTrue(t.at("/strain_score/1").isNull());
    assertEquals(13.3, t.at("/strain_score/2").asDouble());
    assertEquals("High", t.at("/strain_zone/2").asText());
  }
}
