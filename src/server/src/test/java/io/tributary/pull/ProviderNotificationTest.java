package io.tributary.pull;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Processing of stored provider notifications, independent of the provider. */
class ProviderNotificationTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static PullHarness harness() {
    return new PullHarness(6, "TRIBUTARY_NOTIFICATION_CLAIM_INTERVAL", "50ms");
  }

  private static void hint(
      PullHarness h, UUID connection, String what, String feed, String told, String state) {
    h.node
        .db()
        .query(
            "insert into provider_notification (id, provider, app_id, connection_id, kind, feed,"
                + " fetch_target, dedupe_hash, state, due_at, lease_expires_at) values ($1, 'oura',"
                + " $2, $3, $4, $5, $6::text::jsonb, $7, $8, now() + interval '1 day', now() -"
                + " interval '1 second')",
            Ids.uuid(),
            Ids.DEFAULT_APP,
            connection,
            what,
            feed,
            told,
            (what + feed + told + state).getBytes(),
            state);
  }

  private static void storeNotification(
      PullHarness h, UUID connection, String scopes, int secondsAgo) {
    h.node
        .db()
        .query(
            "insert into provider_notification (id, provider, app_id, connection_id, kind,"
                + " fetch_target, dedupe_hash, state, due_at, received_at) values ($1, 'oura', $2,"
                + " $3, 'scopes', $4::text::jsonb, $5, 'queued', now() + interval '1 day', now() -"
                + " make_interval(secs => $6))",
            Ids.uuid(),
            Ids.DEFAULT_APP,
            connection,
            "{\"scopes\":" + scopes + "}",
            scopes.getBytes(),
            (double) secondsAgo);
  }

  /** Makes all stored notifications due at the same time. */
  private static void makeAllDue(PullHarness h) {
    h.node
        .db()
        .query(
            "update provider_notification set due_at = now() where due_at > now() + interval '12"
                + " hours'");
  }

  private static void awaitProcessed(PullHarness h) {
    makeAllDue(h);
    eventually(LIMIT, () -> assertEquals(0, h.count("select count(*) from provider_notification")));
  }

  private static long of(PullHarness h, UUID connection, String condition) {
    return h.count("select count(*) from connection where id = $1 and " + condition, connection);
  }

  private static int calls(PullHarness h, String path) {
    return h.controlled("requests").getJsonObject("paths").stream()
        .filter(e -> e.getKey().startsWith("/v2/usercollection/" + path))
        .mapToInt(e -> (Integer) e.getValue())
        .sum();
  }

  @Test
  void spansThatMeetAreOneReadAndOthersAreReadByThemselves() {
    try (PullHarness h = harness()) {
      UUID user = h.user();
      UUID connection = h.connect(user, "hana");
      LocalDate today = LocalDate.now(ZoneOffset.UTC);
      int before = calls(h, "daily_activity");
      for (int[] span : new int[][] {{1, 1}, {2, 1}, {2, 2}, {5, 5}}) {
        hint(
            h,
            connection,
            "changed",
            "activity",
            "{\"wanted\":{\"first\":\"%s\",\"last\":\"%s\"}}"
                .formatted(today.minusDays(span[0]), today.minusDays(span[1])),
            "queued");
      }
      awaitProcessed(h);
      assertEquals(before + 2, calls(h, "daily_activity"));
      assertEquals(
          3,
          h.count(
              "select count(*) from summary where user_id = $1 and resource = 'activity'", user));
      assertEquals(
          Map.of("daily.data.activity.created", 3L), h.events(user, "daily.data.activity."));
    }
  }

  @Test
  void whatAProcessHadBegunIsTakenUpByAnother() {
    try (PullHarness h = harness()) {
      UUID user = h.user();
      UUID connection = h.connect(user, "ines");
      hint(h, connection, "changed", "workout", "{}", "running");
      int before = calls(h, "workout");
      awaitProcessed(h);
      assertEquals(before + 1, calls(h, "workout"));
    }
  }

  @Test
  void oneThatCannotBeReadKeepsNoOtherFromItAndStays() {
    try (PullHarness h = harness()) {
      UUID connection = h.connect(h.user(), "jana");
      int before = calls(h, "workout");
      hint(h, connection, "changed", "sleep", "{\"wanted\":{\"first\":\"never\"}}", "queued");
      h.node.db().query("update provider_notification set body_encrypted = '\\x00'");
      hint(h, connection, "changed", "workout", "{}", "queued");
      makeAllDue(h);
      String left = "select count(*) from provider_notification where ";
      eventually(
          LIMIT,
          () ->
              assertEquals(
                  1,
                  h.count(
                      left
                          + "state = 'queued' and lease_expires_at is null"
                          + " and due_at > now() + interval '50 minutes'")));
      eventually(LIMIT, () -> assertEquals(1, h.count(left + "true")));
      assertEquals(before + 1, calls(h, "workout"));
      assertTrue(
          h.node
              .get("/metrics")
              .text()
              .contains(
                  "tributary_provider_notification_jobs_total{outcome=\"unreadable\",provider=\"oura\"}"
                      + " 1"));
    }
  }

  @Test
  void aUserWhoEndsTheGrantEndsTheConnectionAndItsTokens() {
    try (PullHarness h = harness()) {
      UUID user = h.user();
      UUID connection = h.connect(user, "judith");
      hint(h, connection, "revoked", null, "{}", "queued");
      awaitProcessed(h);
      assertEquals(
          1,
          of(
              h,
              connection,
              "status = 'error' and error_type = 'deregistered_per_provider'"
                  + " and access_token_encrypted is null and refresh_token_encrypted is null"));
      assertEquals(1, h.events(user, "provider.connection.error").size());
    }
  }

  @Test
  void ofScopesThatWereToldOneAfterTheOtherTheLastHold() {
    try (PullHarness h = harness()) {
      UUID connection = h.connect(h.user(), "lena");
      // Stored in reverse order; each of the others would end the connection.
      storeNotification(h, connection, "[\"personal\",\"workout\"]", 1);
      for (int i = 2; i < 8; i++) {
        storeNotification(h, connection, "[\"none" + i + "\"]", i * 10);
      }
      awaitProcessed(h);
      assertEquals(
          1, of(h, connection, "status = 'connected' and scopes_granted = '{personal,workout}'"));
    }
  }

  @Test
  void whatIsBeingReadWhileTheUserLinksAnewIsReadAgain() {
    try (PullHarness h = harness()) {
      UUID connection = h.connect(h.user(), "mara");
      LocalDate today = LocalDate.now(ZoneOffset.UTC);
      int before = calls(h, "daily_activity");
      h.fault(
          "/v2/usercollection/daily_activity",
          new JsonObject().put("hang", true).put("after", 1),
          1);
      for (int ago : new int[] {4, 1}) {
        hint(
            h,
            connection,
            "changed",
            "activity",
            "{\"wanted\":{\"first\":\"%1$s\",\"last\":\"%1$s\"}}".formatted(today.minusDays(ago)),
            "queued");
      }
      makeAllDue(h);
      // The first one has been read and the second requested.
      eventually(
          LIMIT, () -> assertEquals(1, h.controlled("faults").getInteger("hanging").intValue()));
      h.node
          .db()
          .query("update connection set generation = generation + 1 where id = $1", connection);
      h.clear("faults");
      awaitProcessed(h);
      // One of the two arrived too late to be stored.
      assertEquals(before + 3, calls(h, "daily_activity"));
    }
  }

  @Test
  void aChangedGrantOpensWhatItCoversAndEndsWithTheLastOfIt() {
    try (PullHarness h = harness()) {
      UUID user = h.user();
      UUID connection = h.connect(user, "karin");
      hint(h, connection, "scopes", null, "{\"scopes\":[\"personal\",\"workout\"]}", "queued");
      awaitProcessed(h);
      assertEquals(
          1, of(h, connection, "status = 'connected' and scopes_granted = '{personal,workout}'"));
      // A feed that the grant no longer covers is skipped.
      int before = calls(h, "sleep");
      hint(h, connection, "changed", "sleep", "{}", "queued");
      awaitProcessed(h);
      assertEquals(before, calls(h, "sleep"));
      assertEquals(1, of(h, connection, "status = 'connected'"));
      hint(h, connection, "scopes", null, "{\"scopes\":[]}", "queued");
      awaitProcessed(h);
      assertEquals(
          1, of(h, connection, "status = 'error' and error_type = 'required_scopes_not_granted'"));
    }
  }
}
