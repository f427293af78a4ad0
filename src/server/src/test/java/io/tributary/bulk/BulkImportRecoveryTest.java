package io.tributary.bulk;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.link.LinkHarness;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Bulk imports across node crashes and provider outages. */
class BulkImportRecoveryTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @Test
  void aNodeThatDiesLosesNobodyAndImportsNobodyTwice() {
    TestNode node = TestNode.start("TRIBUTARY_PROVIDERS_OURA_API_URL", "http://127.0.0.1:9");
    try {
      BulkTeam team = new BulkTeam(node).enable();
      team.createEndpoint();
      List<UUID> users = team.createUsers(700);
      team.imports(false, users.stream().map(BulkTeam::grant).toList()).expect(202);
      eventually(
          LIMIT,
          () ->
              assertTrue(
                  team.count("select count(*) from bulk_op_entry where state = 'imported'") > 50));
      node.crash();
      node = node.restart();
      BulkTeam after = new BulkTeam(node);
      // The dead node still holds the lease, so no other node takes over the work.
      assertTrue(
          after.count("select count(*) from bulk_op_entry where state = 'pending'") > 0,
          "it died in the middle");
      node.db().query("update bulk_import_batch set lease_expires_at = now()");
      eventually(
          LIMIT,
          () ->
              assertEquals(
                  700, after.count("select count(*) from bulk_op_entry where state = 'imported'")));
      eventually(
          LIMIT,
          () ->
              assertEquals(
                  1, after.count("select count(*) from bulk_op where status = 'success'")));
      assertEquals(700, after.count("select count(*) from connection where generation = 1"));
      assertEquals(
          700,
          after.count(
              "select count(*) from message where event_type = 'provider.connection.created'"));
      assertEquals(700, after.count("select count(distinct connection_id) from pull_trigger"));
    } finally {
      node.close();
    }
  }

  @Test
  void aGrantThatMovesFromUserToUserBringsItsHistory() {
    try (LinkHarness h =
        new LinkHarness(
            "TRIBUTARY_THROTTLE_POLL_INTERVAL", "100ms",
            "TRIBUTARY_LEASE_RENEW_INTERVAL", "100ms",
            "TRIBUTARY_PULL_CLAIM_INTERVAL", "50ms")) {
      BulkTeam team = new BulkTeam(h.node).enable();
      team.createEndpoint();
      UUID from = UUID.fromString(h.user());
      h.linkUser(from.toString());
      team.pause(from).expect(200);
      JsonNode page = team.exports("").expect(200).json();
      assertEquals(1, page.get("data").size());
      UUID to = UUID.fromString(h.user());
      ObjectNode grant = ((ObjectNode) page.at("/data/0").deepCopy()).put("user_id", to.toString());
      int before = h.requestCount("/oauth/token");
      assertEquals(1, team.imports(true, grant).expect(200).json().get("user_ids_imported").size());
      assertEquals(before, h.requestCount("/oauth/token"));
      eventually(
          LIMIT,
          () ->
              assertTrue(
                  team.count(
                          "select count(*) from historical_pull where user_id = $1"
                              + " and status = 'success'",
                          to)
                      > 0));
      eventually(
          LIMIT,
          () -> assertTrue(team.count("select count(*) from summary where user_id = $1", to) > 0));

      // A user who links again is resumed too.
      h.linkUser(from.toString());
      assertEquals("connected", team.status(from));
      assertEquals(2, team.created(from));
    }
  }
}
