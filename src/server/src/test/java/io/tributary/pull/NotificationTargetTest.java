package io.tributary.pull;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Permission to store data that was read for a link. */
class NotificationTargetTest {
  private static final String WAITING =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and state = 'active'";

  @Test
  void dataOfALinkThatIsBeingReplacedWaitsAndIsThenRejected() {
    try (TestNode node = TestNode.start()) {
      UUID user = Ids.uuid();
      UUID connection = Ids.uuid();
      UUID team = node.tenant().team();
      node.db()
          .query(
              "insert into app_user (id, team_id, environment, client_user_id)"
                  + " values ($1, $2, 'sandbox', 'anna')",
              user,
              team);
      node.db()
          .query(
              "insert into connection (id, user_id, team_id, environment, provider, status, app_id)"
                  + " values ($1, $2, $3, 'sandbox', 'oura', 'connected', $4)",
              connection,
              user,
              team,
              Ids.DEFAULT_APP);
      int generation =
          node.db()
              .query("select generation from connection where id = $1", connection)
              .iterator()
              .next()
              .getInteger("generation");
      assertTrue(stores(node, user, connection, generation));
      CompletableFuture<Boolean> late =
          node.db()
              .tx(
                  tx -> {
                    tx.first("select 1 from app_user where id = $1 for no key update", user);
                    tx.update(
                        "update connection set generation = generation + 1 where id = $1",
                        connection);
                    CompletableFuture<Boolean> other =
                        CompletableFuture.supplyAsync(
                            () -> stores(node, user, connection, generation));
                    eventually(
                        Duration.ofSeconds(60),
                        () -> assertEquals(1, node.db().query(WAITING).size()));
                    assertFalse(other.isDone());
                    return other;
                  });
      assertFalse(late.join());
      assertTrue(stores(node, user, connection, generation + 1));
    }
  }

  private static boolean stores(TestNode node, UUID user, UUID connection, int generation) {
    return node.db()
        .tx(
            tx ->
                PullRepo.lockTarget(tx, node.tenant(), user, "oura", connection, generation)
                    .isPresent());
  }
}
