package io.tributary.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Partitions are created ahead and dropped as a whole, without affecting messages. */
class MessagePartitionsTest {
  private static final Duration KEEP = Duration.ofDays(90);
  private static final Duration SPAN = Duration.ofDays(7);
  private static final UUID TEAM = UUID.randomUUID();

  private Vertx vertx;
  private Db db;

  @BeforeEach
  void open() {
    vertx = Vertx.vertx();
    db = Db.open(vertx, TestNode.newMigratedDatabase(), Defaults.config().db());
    db.query("insert into organisation (id, name) values ($1, 'o')", TEAM);
    db.query("insert into team (id, org_id, name) values ($1, $1, 't')", TEAM);
    db.query("insert into team_environment (team_id, environment) values ($1, 'sandbox')", TEAM);
    db.query(
        "insert into webhook_endpoint (id, team_id, environment, shard, url)"
            + " values ('ep', $1, 'sandbox', 0, 'https://a.example')",
        TEAM);
  }

  @AfterEach
  void close() {
    db.close().await();
    vertx.close().await();
  }

  private List<MessagePartitions.MessagePartition> parts() {
    return db.tx(MessagePartitions::list);
  }

  private Instant end() {
    return Ids.messageCreatedAt(
        parts().stream().filter(p -> p.until() != null).toList().getLast().until());
  }

  private int createAhead(Instant now) {
    int made = 0;
    while (db.tx(tx -> MessagePartitions.createNext(tx, now, KEEP))) {
      made++;
    }
    return made;
  }

  private boolean drop(Instant now) {
    return db.tx(tx -> MessagePartitions.dropExpired(tx, now, KEEP));
  }

  /** Writes a message of that time with its delivery and an attempt. */
  private String message(Instant at, UUID user) {
    String id = Ids.messageIdBound(at) + Ids.randomBase62(16);
    db.query(
        "insert into message (id, team_id, environment, event_type, user_id, created_at)"
            + " values ($1, $2, 'sandbox', 'x', $3, $4)",
        id,
        TEAM,
        user,
        at);
    db.query(
        "insert into delivery (message_id, endpoint_id, shard, state) values ($1, 'ep', 0,"
            + " 'failed')",
        id);
    attempt(id, at);
    return id;
  }

  private void attempt(String message, Instant at) {
    db.query(
        "insert into delivery_attempt (id, message_id, endpoint_id, number, started_at,"
            + " duration_ms, response_status_code) values ($1, $2, 'ep', 1, $3, 1, 500)",
        Ids.uuid(),
        message,
        at);
  }

  private List<String> where(String table) {
    return RowMapping.list(
        db.query("select tableoid::regclass::text as t from " + table + " order by 1"),
        r -> r.getString("t"));
  }

  @Test
  void thePartitionCountIsSimilarForEveryRetention() {
    assertEquals(SPAN, MessagePartitions.partitionLength(KEEP));
    assertEquals(Duration.ofDays(1), MessagePartitions.partitionLength(Duration.ofDays(2)));
    assertEquals(Duration.ofDays(56), MessagePartitions.partitionLength(Duration.ofDays(730)));
  }

  @Test
  void partitionsAreCreatedAheadAndOnce() {
    Instant now = end().minus(Duration.ofDays(1));
    assertEquals(3, createAhead(now));
    assertEquals(0, createAhead(now));
    assertEquals(1, createAhead(now.plus(SPAN)));
    assertEquals(5, parts().stream().filter(p -> !p.isDeletedByRow()).count() + 1);
  }

  @Test
  void aPartitionIsDroppedWithItsDependentsOnceEverythingInItExpired() {
    Instant first = end();
    createAhead(first);
    message(first.plusSeconds(1), null);
    String late = message(first.plus(SPAN).plusSeconds(1), null);
    Instant over = first.plus(SPAN).plus(KEEP);
    assertTrue(drop(over), "the first part is older");
    assertEquals(2, where("message").size());
    assertFalse(drop(over.minusSeconds(1)));
    db.query("update message set body = 'x' where id <> $1", late);
    assertFalse(drop(over), "its body is to be taken out first");
    db.query("update message set body = null");
    attempt(
        RowMapping.first(db.query("select min(id) as id from message"), r -> r.getString("id"))
            .orElseThrow(),
        over.minus(KEEP).plusSeconds(1));
    assertFalse(drop(over), "an attempt is not as old");
    assertTrue(drop(over.plusSeconds(2)));
    assertFalse(drop(over.plusSeconds(2)));
    for (String table : List.of("message", "delivery", "delivery_attempt")) {
      assertEquals(1, where(table).size(), table);
    }
  }

  @Test
  void messagesBeforeTheirPartitionAreKeptAndPartitionsStartAfterThem() {
    Instant last = end();
    UUID user = UUID.randomUUID();
    message(last.plusSeconds(1), user);
    assertEquals(List.of("message_default"), where("message"));
    assertTrue(createAhead(last.plusSeconds(2)) > 0);
    message(last.plus(SPAN).plusSeconds(1), user);
    message(last.plusSeconds(3), user);
    assertEquals(2, where("message").stream().filter("message_default"::equals).count());
    assertEquals(3, where("delivery").size());
    db.query("delete from message where user_id = $1", user);
    assertEquals(List.of(), where("delivery"), "deliveries go with their message from any part");
    assertEquals(List.of(), where("delivery_attempt"));
  }

  /**
   * Erases by {@code ctid}, as the version before partitioning does. That version may run in
   * parallel or be rolled back to.
   */
  @Test
  void deletingByCtidIsRejectedOnceItCouldHitOtherRows() {
    UUID erased = UUID.randomUUID();
    message(Instant.now(), erased);
    message(Instant.now(), null);
    assertEquals(1, deleteByCtid("message", "user_id = $1", erased));
    assertEquals(1, where("delivery").size());
    Instant next = end();
    createAhead(next);
    message(Instant.now(), erased);
    message(next.plusSeconds(1), null);
    assertDeleteRejected("message", "user_id = $1", erased);
    for (String table : List.of("delivery", "delivery_attempt")) {
      assertDeleteRejected(
          table, "message_id in (select id from message where user_id = $1)", erased);
    }
    for (String table : List.of("message", "delivery", "delivery_attempt")) {
      assertEquals(3, where(table).size(), table);
    }
    db.query("delete from message where user_id = $1", erased);
    assertEquals(2, where("delivery_attempt").size());
  }

  private int deleteByCtid(String table, String which, UUID user) {
    String sql =
        """
        with gone as (
          delete from %1$s where ctid = any (array(select ctid from %1$s where %2$s)) returning 1)
        select count(*)::int as n from gone
        """;
    return db.query(sql.formatted(table, which), user).iterator().next().getInteger("n");
  }

  private void assertDeleteRejected(String table, String which, UUID user) {
    PgException fault = assertThrows(PgException.class, () -> deleteByCtid(table, which, user));
    assertTrue(fault.getMessage().contains("rows of " + table + " are not deleted by ctid"));
  }

  @Test
  void aLockedTableDelaysOnlyTheNewPartition() {
    SqlConnection reader = db.streams().getConnection().await();
    try {
      var open = reader.begin().await();
      reader.query("select 1 from message limit 1").execute().await();
      Instant last = end();
      assertThrows(ServiceException.class, () -> createAhead(last));
      message(Instant.now(), null);
      open.rollback().await();
      assertTrue(createAhead(last) > 0);
    } finally {
      reader.close().await();
    }
  }

  /**
   * The message is written after the check and becomes visible once the partition is locked against
   * writes.
   */
  @Test
  void aMessageWrittenBeforeTheDropKeepsItsPartition() throws InterruptedException {
    Instant first = end();
    createAhead(first);
    Instant over = first.plus(SPAN).plus(KEEP);
    assertTrue(drop(over), "the first part is older");
    String old = message(first.plusSeconds(1), null);
    SqlConnection writer = db.streams().getConnection().await();
    var open = writer.begin().await();
    writer
        .preparedQuery(
            "insert into delivery_attempt (id, message_id, endpoint_id, number, started_at,"
                + " duration_ms, response_status_code) values ($1, $2, 'ep', 2, $3, 1, 500)")
        .execute(
            Tuple.of(Ids.uuid(), old, over.minus(KEEP).plusSeconds(1).atOffset(ZoneOffset.UTC)))
        .await();
    Thread housekeeper =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    drop(over);
                  } catch (ServiceException late) {
                    // The lock timeout is half a second.
                  }
                });
    while (housekeeper.isAlive()
        && db.query(
                    "select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock' and"
                        + " database ="
                        + " (select oid from pg_database where datname = current_database())")
                .size()
            == 0) {
      Thread.onSpinWait();
    }
    open.commit().await();
    writer.close().await();
    housekeeper.join();
    assertEquals(2, where("delivery_attempt").size());
  }

  @Test
  void nodesThatMakeThemAtOnceDoNotTripOverEachOther() {
    Instant last = end();
    List<Thread> nodes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      nodes.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int n = 0; n < 20; n++) {
                      try {
                        createAhead(last);
                      } catch (RuntimeException lost) {
                        // Another node creates it.
                      }
                    }
                  }));
    }
    nodes.forEach(
        t -> {
          try {
            t.join();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    assertEquals(0, createAhead(last));
    List<String> tables = new ArrayList<>();
    db.query(
            "select inhrelid::regclass::text as t from pg_inherits where inhparent::regclass::text"
                + " in ('message', 'delivery', 'delivery_attempt')")
        .forEach(r -> tables.add(r.getString("t")));
    assertEquals(3 * parts().size(), tables.size());
  }
}
