package io.tributary.aggregate;

import static io.tributary.aggregate.AggregateHarness.batch;
import static io.tributary.aggregate.AggregateHarness.request;
import static io.tributary.aggregate.AggregateHarness.source;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.ingest.TestUser;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rejected aggregation requests: bodies, formats, sizes, and teams without the feature. */
class AggregateLimitsTest {
  private static AggregateHarness data;
  private static TestNode node;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    data = new AggregateHarness();
    node = data.node;
    api = data.api;
  }

  @AfterAll
  static void stop() {
    data.close();
  }

  @Test
  void refusalsAreAsDocumented() {
    TestUser p = TestUser.of(node);
    String path = "/aggregate/v1/user/" + p.id + "/query";
    String good = request("2026-03-02", 7, "{'select':[{'sleep':'score'}]}");
    api.assertValid(node.post(path, "{}"), 422, "queryUser");
    api.assertValid(node.post(path, "no JSON"), 400, "queryUser");
    api.assertValid(
        node.post("/aggregate/v1/user/" + UUID.randomUUID() + "/query", good), 404, "queryUser");
    for (String accept :
        List.of(
            "application/vnd.apache.parquet",
            "application/vnd.service.tar+gzip+parquet",
            "text/csv")) {
      api.assertValid(
          node.send(
              "POST",
              path,
              good,
              Map.of("x-service-api-key", node.first().apiKey(), "accept", accept)),
          406,
          "queryUser");
    }
    node.send(
            "POST",
            path,
            good,
            Map.of(
                "x-service-api-key",
                node.first().apiKey(),
                "accept",
                "text/csv, application/json;q=0.5"))
        .expect(200);
    api.assertValid(
        node.call(
            "PATCH",
            "/v2/team/source/priorities",
            "[{\"data_type\":\"meal\",\"provider\":\"nobody\"}]"),
        422,
        "patchSourcePriorities");
    api.assertValid(
        node.call("PATCH", "/v2/team/source/priorities", "{}"), 422, "patchSourcePriorities");
    api.assertValid(
        node.get("/v2/team/source/priorities?data_type=meal"), 422, "listSourcePriorities");
    api.assertValid(
        node.call(
            "PATCH",
            "/v2/team/source/priorities",
            "[{\"data_type\":\"body\",\"provider\":\"withings\",\"priority\":2},{\"data_type\":\"body\",\"provider\":\"quest\",\"priority\":9}]"),
        200,
        "patchSourcePriorities");
    assertEquals(
        "[{\"data_type\":\"body\",\"provider\":\"quest\",\"priority\":9},{\"data_type\":\"body\",\"provider\":\"withings\",\"priority\":2}]",
        api.assertValid(
                node.get("/v2/team/source/priorities?data_type=body"), 200, "listSourcePriorities")
            .text());
  }

  @Test
  void whatIsTooLargeIsRefusedWithAdvice() {
    TestUser p = TestUser.of(node);
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 6000; i++) {
      samples.add(
          Sample.point(
              Resource.HRV,
              source("oura", SourceType.RING),
              Instant.parse("2026-01-01T00:00:00Z").plusSeconds(i * 60L),
              null,
              i));
    }
    p.store(batch(samples));
    String detail =
        api.assertValid(
                node.post(
                    "/aggregate/v1/user/" + p.id + "/query",
                    request("2026-01-31", 31, "{'select':[{'timeseries':'hrv','field':'value'}]}")),
                400,
                "queryUser")
            .json()
            .get("detail")
            .asText();
    assertTrue(detail.contains("5000 rows"), detail);
    assertEquals(
        "[6000]",
        data.queryTable(
                p.id,
                "2026-01-31",
                31,
                "{'select':[{'func':'count','arg':{'timeseries':'hrv','field':'value'}}]}")
            .get("count.value")
            .toString());
    assertEquals(
        400,
        node.post(
                "/aggregate/v1/user/" + p.id + "/query",
                request(
                    "2026-01-31",
                    31,
                    "{'group_by':[{'date_trunc':{'unit':'minute'},'arg':{'index':'timeseries'}}],'select':[{'group_key':'*'},{'func':'max','arg':{'timeseries':'hrv','field':'value'}}],'where':'value"
                        + " < 3','align':{'carry':{'mode':'carry_forward','max_age':{'unit':'year','value':90}}}}"))
            .status());
  }

  @Test
  void theSwitchOfTheTeamTurnsItOff() {
    try (TestNode other = node.startPeer()) {
      TestUser p = TestUser.of(other);
      String team = "/v1/org/" + other.first().org() + "/team/" + other.first().team();
      other.callManagement("PATCH", team, "{\"sandbox\":{\"aggregation\":false}}").expect(200);
      try {
        api.assertValid(
            other.post(
                "/aggregate/v1/user/" + p.id + "/query",
                request("2026-03-02", 7, "{'select':[{'sleep':'score'}]}")),
            403,
            "queryUser");
      } finally {
        other.callManagement("PATCH", team, "{\"sandbox\":{\"aggregation\":true}}").expect(200);
      }
    }
  }
}
