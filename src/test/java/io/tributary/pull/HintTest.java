package io.tributary.pull;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.kernel.Ids;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What becomes of stored hints, whatever provider told them. */
class HintTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static PullHarness harness() {
    return new PullHarness(6, "TRIBUTARY_INBOUND_CLAIM_EVERY", "50ms");
  }

  private static void hint(
      PullHarness h, UUID connection, String what, String feed, String told, String state) {
    h.node
        .db()
        .query(
            "insert into provider_hint (id, provider, app_id, connection_id, what, feed, wanted,"
                + " dedupe_hash, state, due_at, lease_until) values ($1, 'oura', $2, $3, $4, $5,"
                + " $6::text::jsonb, $7, $8, now() + interval '300 milliseconds',"
                + " now() - interval '1 second')",
            Ids.uuid(),
            Ids.NIL,
            connection,
            what,
            feed,
            told,
            (what + feed + told + state).getBytes(),
            state);
  }

  private static void worked(PullHarness h) {
    eventually(LIMIT, () -> assertEquals(0, h.count("select count(*) from provider_hint")));
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
      worked(h);
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
      worked(h);
      assertEquals(before + 1, calls(h, "workout"));
    }
  }

  @Test
  void aUserWhoEndsTheGrantEndsTheConnectionAndItsTokens() {
    try (PullHarness h = harness()) {
      UUID user = h.user();
      UUID connection = h.connect(user, "judith");
      hint(h, connection, "revoked", null, "{}", "queued");
      worked(h);
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
  void aChangedGrantOpensWhatItCoversAndEndsWithTheLastOfIt() {
    try (PullHarness h = harness()) {
      UUID user = h.user();
      UUID connection = h.connect(user, "karin");
      hint(h, connection, "scopes", null, "{\"scopes\":[\"personal\",\"workout\"]}", "queued");
      worked(h);
      assertEquals(
          1, of(h, connection, "status = 'connected' and scopes_granted = '{personal,workout}'"));
      // A feed that the grant does not open any more is left alone.
      int before = calls(h, "sleep");
      hint(h, connection, "changed", "sleep", "{}", "queued");
      worked(h);
      assertEquals(before, calls(h, "sleep"));
      assertEquals(1, of(h, connection, "status = 'connected'"));
      hint(h, connection, "scopes", null, "{\"scopes\":[]}", "queued");
      worked(h);
      assertEquals(
          1, of(h, connection, "status = 'error' and error_type = 'required_scopes_not_granted'"));
    }
  }
}
