package io.tributary.provider;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.provider.garmin.GarminCasesTest;
import io.tributary.subscription.NotificationUrls;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Garmin notifications with inline data or a data URL, processed by a node. They are verified,
 * stored encrypted, read, announced to the team, and deleted.
 */
class GarminNotificationsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Trigger that delays the processing of notifications. */
  private static final String HOLD =
      """
      create function hold_hint() returns trigger language plpgsql as $$
      begin
        new.due_at := now() + interval '1 day';
        return new;
      end $$
      """;

  /**
   * Late yesterday in UTC. Fixed at class load, so that all notifications concern one weigh-in even
   * if the test runs across midnight.
   */
  private static final long WEIGHED_AT =
      SimulatedVendorCloud.today().atStartOfDay().toEpochSecond(ZoneOffset.UTC) - 3600;

  private static SimulatedVendorCloud cloud;
  private static ProviderTestNode node;
  private static String path;

  @BeforeAll
  static void start() {
    cloud = new SimulatedVendorCloud(new GarminCasesTest().spec(), 4);
    node = new ProviderTestNode(cloud);
    NotificationUrls hooks =
        new NotificationUrls(node.node.db(), node.node.secrets(), () -> node.node.url(""));
    path = "/v2/provider/garmin/push/" + hooks.findOrCreate("garmin", Ids.DEFAULT_APP).secret();
  }

  @AfterAll
  static void stop() {
    node.close();
    cloud.close();
  }

  /** Links a user without notifications whose history has been requested. */
  private static String linkUser(String person) {
    cloud.removeWebhook();
    String user = node.linkPerson(person);
    eventually(LIMIT, () -> assertEquals(true, node.isIdle()));
    return user;
  }

  private static void sendNotification(JsonNode body) {
    node.node
        .send("POST", path, Json.text(body), Map.of("garmin-client-id", "tributary-sandbox"))
        .expect(200);
  }

  private static ObjectNode entry(ObjectNode body, String key, String person) {
    return body.putArray(key).addObject().put("userId", cloud.idOf(person));
  }

  private static ObjectNode weighIn(String person, int grams) {
    ObjectNode body = Json.object();
    entry(body, "bodyComps", person)
        .put("summaryId", "w-1")
        .put("measurementTimeInSeconds", WEIGHED_AT)
        .put("measurementTimeOffsetInSeconds", 0)
        .put("weightInGrams", grams);
    return body;
  }

  private static long hints() {
    return node.node
        .db()
        .query("select count(*) from provider_notification")
        .iterator()
        .next()
        .getLong(0);
  }

  private static List<Double> weights(String user) {
    return node.events(user, "daily.data.body.created").stream()
        .map(e -> e.get("weight").asDouble())
        .toList();
  }

  @Test
  void whatANoticeBringsIsKeptSealedReadInItsOrderAndTold() {
    String user = linkUser("nora");
    node.node.db().query(HOLD);
    node.node
        .db()
        .query(
            "create trigger hold_hint before insert on provider_notification for each row"
                + " execute function hold_hint()");
    for (int i = 0; i < 12; i++) {
      sendNotification(weighIn("nora", 70_000 + i * 100));
    }
    node.node.db().query("drop trigger hold_hint on provider_notification");
    assertEquals(12, hints());
    assertEquals(
        12L,
        node.node
            .db()
            .query(
                "select count(*) from provider_notification where fetch_target is null and"
                    + " body_encrypted is not null and position('weightInGrams'::bytea in"
                    + " body_encrypted) = 0")
            .iterator()
            .next()
            .getLong(0));
    node.node
        .db()
        .tx(
            tx -> {
              tx.update("update provider_notification set due_at = now()");
              tx.wakeAfterCommit("hint");
              return null;
            });
    eventually(LIMIT, () -> assertEquals(0, hints()));
    assertEquals(List.of(70.0), weights(user), "the first one made the record");
    List<JsonNode> updates = node.events(user, "daily.data.body.updated");
    assertEquals(71.1, updates.getLast().get("weight").asDouble(), "and the last one stays");
    JsonNode body =
        node.node
            .get("/v2/summary/body/" + user + "?start_date=2026-01-01")
            .expect(200)
            .json()
            .get("body");
    assertEquals(1, body.size());
    assertEquals(71.1, body.get(0).get("weight").asDouble());
    // The vendor resends a notification after an uncertain response.
    sendNotification(weighIn("nora", 71_100));
    eventually(LIMIT, () -> assertEquals(0, hints()));
    assertEquals(updates.size(), node.events(user, "daily.data.body.updated").size());
  }

  @Test
  void whatANoticeNamesIsReadWithTheUsersTokenAndTold() {
    String user = linkUser("olga");
    node.registerWebhook();
    String day = SimulatedVendorCloud.today().minusDays(2).toString();
    String notify = "people/" + cloud.idOf("olga") + "/notify";
    JsonObject order = new JsonObject().put("type", "dailies").put("last", day);
    cloud.control("script", new JsonObject().put("name", "missing_after_ping"));
    cloud.control(notify, order);
    eventually(LIMIT, () -> assertEquals(List.of(day), days(user, "created")));
    cloud.control("people/" + cloud.idOf("olga") + "/revise", new JsonObject().put("day", day));
    eventually(LIMIT, () -> assertEquals(List.of(day), days(user, "updated")));
    eventually(LIMIT, () -> assertEquals(true, node.isIdle()));
    assertFalse(node.events(user, "daily.data.sleep.created").isEmpty());
    assertEquals(Map.of(), node.eventTypes(user, "provider.connection.error"));
  }

  private static List<String> days(String user, String change) {
    return node.events(user, "daily.data.activity." + change).stream()
        .map(e -> e.get("calendar_date").asText())
        .toList();
  }

  @Test
  void anAddressOfSomebodyElseIsNeverCalled() {
    String user = linkUser("pia");
    ObjectNode body = Json.object();
    entry(body, "dailies", "pia").put("callbackURL", node.node.url("/v2/user/secret"));
    sendNotification(body);
    eventually(LIMIT, () -> assertEquals(0, hints()));
    assertEquals("connected", node.connection(user).get("status").asText());
    assertEquals(Map.of(), node.eventTypes(user, "daily."));
  }

  @Test
  void ofUsersWhoAreNotOursNothingIsKept() {
    String user = linkUser("quinn");
    ObjectNode body = Json.object();
    entry(body, "deregistrations", "a stranger");
    sendNotification(body);
    sendNotification(weighIn("another stranger", 60_000));
    assertEquals(0, hints());
    node.node
        .send("POST", path, Json.text(weighIn("quinn", 60_000)), Map.of("garmin-client-id", "x"))
        .expect(401);
    assertEquals(0, hints());
    assertEquals(List.of(), weights(user));
  }

  @Test
  void changedPermissionsChangeWhatIsAvailableAndWithoutAnyTheConnectionEnds() {
    String user = linkUser("rosa");
    permissions("rosa", "ACTIVITY_EXPORT");
    eventually(
        LIMIT,
        () -> {
          JsonNode available = node.connection(user).get("resource_availability");
          assertEquals("unavailable", available.at("/activity/status").asText());
          assertEquals("available", available.at("/workouts/status").asText());
        });
    sendNotification(weighIn("rosa", 60_000));
    eventually(LIMIT, () -> assertEquals(0, hints()));
    assertEquals(List.of(), weights(user), "what is not allowed any more is not taken");
    permissions("rosa");
    eventually(LIMIT, () -> assertEquals("error", node.connection(user).get("status").asText()));
    assertEquals(
        "required_scopes_not_granted",
        node.connection(user).at("/error_details/error_type").asText());
  }

  private static void permissions(String person, String... left) {
    ObjectNode body = Json.object();
    ObjectNode change =
        entry(body, "userPermissionsChange", person)
            .put("changeTimeInSeconds", Instant.now().getEpochSecond());
    for (String permission : left) {
      change.withArray("permissions").add(permission);
    }
    change.withArray("permissions");
    sendNotification(body);
  }

  @Test
  void anEndedRegistrationEndsTheConnectionOnceAndNoDataComeAfterIt() {
    String user = linkUser("tara");
    ObjectNode body = Json.object();
    entry(body, "deregistrations", "tara");
    sendNotification(body);
    sendNotification(body);
    eventually(LIMIT, () -> assertEquals("error", node.connection(user).get("status").asText()));
    assertEquals(
        "deregistered_per_provider",
        node.connection(user).at("/error_details/error_type").asText());
    sendNotification(weighIn("tara", 60_000));
    eventually(LIMIT, () -> assertEquals(0, hints()));
    assertEquals(List.of(), weights(user));
    assertEquals(1, node.events(user, "provider.connection.error").size());
    assertEquals(
        0L,
        node.node
            .db()
            .query(
                "select count(*) from connection where user_id = $1 and access_token_encrypted is"
                    + " not null",
                UUID.fromString(user))
            .iterator()
            .next()
            .getLong(0));
  }
}
