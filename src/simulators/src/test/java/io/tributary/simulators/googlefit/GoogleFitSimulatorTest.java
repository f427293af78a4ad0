package io.tributary.simulators.googlefit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.DailyTotals;
import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GoogleFitSimulatorTest {
  private static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/google_fit";
  private static final Vertx VERTX = Vertx.vertx();
  private static final WebClient WEB =
      WebClient.create(VERTX, new WebClientOptions().setFollowRedirects(false));
  private static Sim sim;

  @BeforeAll
  static void start() {
    sim =
        Sim.start(
                VERTX,
                new GoogleFitVendor(),
                SimOptions.defaults()
                    .withPort(0)
                    .withDays(20)
                    .withTraits(Set.of(PersonTrait.ALWAYS_WORN)))
            .await();
  }

  @AfterAll
  static void stop() {
    sim.close().await();
    VERTX.close().await();
  }

  private static String connect(String person, String... scopes) {
    String url =
        sim.baseUrl()
            + "/o/oauth2/v2/auth?response_type=code&client_id=tributary-sandbox&redirect_uri="
            + encode(REDIRECT)
            + "&scope="
            + encode(String.join(" ", scopes))
            + "&state=s&sim_decision=grant&access_type=offline&prompt=consent&sim_user="
            + person;
    String query = URI.create(WEB.getAbs(url).send().await().getHeader("Location")).getRawQuery();
    String code =
        URLDecoder.decode(query.replaceAll(".*code=([^&]*).*", "$1"), StandardCharsets.UTF_8);
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("client_id", "tributary-sandbox").add("client_secret", "tributary-sandbox-secret");
    form.add("grant_type", "authorization_code").add("code", code).add("redirect_uri", REDIRECT);
    var answer = WEB.postAbs(sim.baseUrl() + "/token").sendForm(form).await();
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject().getString("access_token");
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static HttpResponse<Buffer> get(String token, String path) {
    return WEB.getAbs(sim.baseUrl() + FitRoutes.BASE + path)
        .bearerTokenAuthentication(token)
        .send()
        .await();
  }

  private static HttpResponse<Buffer> sums(
      String token, FitType type, Instant from, Instant to, JsonObject bucket) {
    return WEB.postAbs(sim.baseUrl() + FitRoutes.BASE + "/dataset:aggregate")
        .bearerTokenAuthentication(token)
        .sendJsonObject(
            new JsonObject()
                .put(
                    "aggregateBy",
                    new JsonArray().add(new JsonObject().put("dataTypeName", type.dataType())))
                .put("bucketByTime", bucket)
                .put("startTimeMillis", from.toEpochMilli())
                .put("endTimeMillis", to.toEpochMilli()))
        .await();
  }

  private static JsonObject days(String zone) {
    return new JsonObject()
        .put("period", new JsonObject().put("type", "day").put("value", 1).put("timeZoneId", zone));
  }

  private static void lever(String path, JsonObject body) {
    assertEquals(
        200,
        WEB.postAbs(sim.baseUrl() + "/control/" + path).sendJsonObject(body).await().statusCode());
  }

  private static SimPerson person(String name) {
    return sim.runOnEventLoop(w -> w.people().named(name)).await();
  }

  private static LocalDate yesterday(SimPerson person) {
    return sim.runOnEventLoop(w -> person.localDateAt(w.clock().now())).await().minusDays(1);
  }

  private static String why(HttpResponse<Buffer> answer) {
    JsonObject error = answer.bodyAsJsonObject().getJsonObject("error");
    return answer.statusCode()
        + " "
        + error.getJsonArray("errors").getJsonObject(0).getString("reason")
        + " "
        + error.getString("message");
  }

  @Test
  void daysAreCutInTheZoneAskedForAndHoldWhatHappened() {
    String token = connect("ann", FitType.STEPS.scope());
    SimPerson ann = person("ann");
    LocalDate day = yesterday(ann);
    Instant from = day.minusDays(1).atStartOfDay(ann.zone()).toInstant();
    Instant to = day.plusDays(1).atStartOfDay(ann.zone()).toInstant();
    JsonArray buckets =
        sums(token, FitType.STEPS, from, to, days(ann.zone().getId()))
            .bodyAsJsonObject()
            .getJsonArray("bucket");
    assertEquals(2, buckets.size());
    JsonObject last = buckets.getJsonObject(1);
    assertEquals(
        Long.toString(day.atStartOfDay(ann.zone()).toInstant().toEpochMilli()),
        last.getString("startTimeMillis"));
    JsonObject point =
        last.getJsonArray("dataset").getJsonObject(0).getJsonArray("point").getJsonObject(0);
    assertTrue(point.getString("startTimeNanos").endsWith("000000000"));
    assertEquals(
        DailyTotals.of(sim.runOnEventLoop(w -> w.people().day(ann, day)).await()).steps(),
        point.getJsonArray("value").getJsonObject(0).getInteger("intVal"));
  }

  @Test
  void whatTheGrantOrThePersonLacksIsRefusedInTheVendorsWords() {
    String token = connect("bea", FitType.STEPS.scope());
    Instant to = Instant.now();
    Instant from = to.minus(Duration.ofDays(2));
    assertTrue(
        why(sums(token, FitType.DISTANCE, from, to, days("UTC")))
            .startsWith("403 insufficientPermissions"));
    assertEquals(200, sums(token, FitType.STEPS, from, to, days("UTC")).statusCode());
    lever(
        "people/" + person("bea").id() + "/lacks",
        new JsonObject().put("type", FitType.STEPS.dataType()));
    assertEquals(
        "400 invalidArgument no default datasource found for: com.google.step_count.delta",
        why(sums(token, FitType.STEPS, from, to, days("UTC"))));
    assertFalse(get(token, "/dataSources").bodyAsString().contains("step_count"));
    assertEquals(
        400,
        sums(token, FitType.EXPENDED, to.minus(Duration.ofDays(120)), to, days("UTC"))
            .statusCode());
    assertEquals(400, sums(token, FitType.EXPENDED, from, to, days("Nowhere/City")).statusCode());
    assertEquals(401, get("nobody", "/dataSources").statusCode());
  }

  @Test
  void sessionsAreOfOneKindOrOfAllThatTheGrantShows() {
    String both = connect("cid", FitType.STEPS.scope(), FitType.SEGMENT.scope());
    String moving = connect("cid", FitType.STEPS.scope());
    Instant to = Instant.now();
    String span = "/sessions?startTime=" + to.minus(Duration.ofDays(15)) + "&endTime=" + to;
    JsonArray all = get(both, span).bodyAsJsonObject().getJsonArray("session");
    JsonArray sleeps =
        get(both, span + "&activityType=72").bodyAsJsonObject().getJsonArray("session");
    JsonArray workouts = get(moving, span).bodyAsJsonObject().getJsonArray("session");
    assertTrue(sleeps.size() > 5 && !workouts.isEmpty());
    assertEquals(all.size(), sleeps.size() + workouts.size());
    assertEquals(403, get(moving, span + "&activityType=72").statusCode());
    assertEquals(400, get(both, "/sessions?startTime=yesterday&endTime=" + to).statusCode());
  }

  @Test
  void aSourceGivesItsPointsByNanoseconds() {
    String token = connect("dan", FitType.HEART.scope());
    SimPerson dan = person("dan");
    LocalDate day = yesterday(dan);
    String span =
        FitPoints.nanos(day.atStartOfDay(dan.zone()).toInstant())
            + "-"
            + FitPoints.nanos(day.plusDays(1).atStartOfDay(dan.zone()).toInstant().minusNanos(1));
    JsonArray points =
        get(token, "/dataSources/" + FitType.HEART.mergedSource() + "/datasets/" + span)
            .bodyAsJsonObject()
            .getJsonArray("point");
    assertEquals(
        DailyTotals.of(sim.runOnEventLoop(w -> w.people().day(dan, day)).await()).heartPoints(),
        points.size());
    assertEquals(
        FitType.HEART.rawSource(), points.getJsonObject(0).getString("originDataSourceId"));
    assertEquals(404, get(token, "/dataSources/raw:none/datasets/" + span).statusCode());
    assertEquals(
        403,
        get(token, "/dataSources/" + FitType.WEIGHT.mergedSource() + "/datasets/" + span)
            .statusCode());
  }
}
