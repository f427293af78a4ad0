package io.tributary.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.harness.TestNode;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Refusal;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parts are made ahead and go as a whole; no message depends on either. */
class MessagePartsTest {
  private static final Duration KEEP = Duration.ofDays(90);
  private static final Duration SPAN = Duration.ofDays(7);
  private static final UUID TEAM = UUID.randomUUID();

  private Vertx vertx;
  private Db db;

  @BeforeEach
  void open() {
    vertx = Vertx.vertx();
    db = Db.open(vertx, TestNode.freshDatabase(), Defaults.config().db());
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

  private List<MessageParts.Part> parts() {
    return db.tx(MessageParts::present);
  }

  private Instant end() {
    return Ids.messageTime(
        parts().stream().filter(p -> p.until() != null).toList().getLast().until());
  }

  private int ahead(Instant now) {
    int made = 0;
    while (db.tx(tx -> MessageParts.ahead(tx, now, KEEP))) {
      made++;
    }
    return made;
  }

  private boolean drop(Instant now) {
    return db.tx(tx -> MessageParts.drop(tx, now, KEEP));
  }

  /** A message of that time with its delivery and an attempt of the same time. */
  private String message(Instant at, UUID user) {
    String id = Ids.messagesFrom(at) + Ids.random(16);
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
    return Rows.list(
        db.query("select tableoid::regclass::text as t from " + table + " order by 1"),
        r -> r.getString("t"));
  }

  @Test
  void thereAreAboutAsManyPartsHoweverLongMessagesAreKept() {
    assertEquals(SPAN, MessageParts.span(KEEP));
    assertEquals(Duration.ofDays(1), MessageParts.span(Duration.ofDays(2)));
    assertEquals(Duration.ofDays(56), MessageParts.span(Duration.ofDays(730)));
  }

  @Test
  void partsAreMadeBeforeTheirTimeAndOnce() {
    Instant now = end().minus(Duration.ofDays(1));
    assertEquals(3, ahead(now));
    assertEquals(0, ahead(now));
    assertEquals(1, ahead(now.plus(SPAN)));
    assertEquals(5, parts().stream().filter(p -> !p.loose()).count() + 1);
  }

  @Test
  void aPartGoesWithAllThatBelongsToItOnceNothingInItIsToBeKept() {
    Instant first = end();
    ahead(first);
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
        Rows.first(db.query("select min(id) as id from message"), r -> r.getString("id"))
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
  void whatComesBeforeItsPartIsKeptAndPartsBeginBehindIt() {
    Instant last = end();
    UUID user = UUID.randomUUID();
    message(last.plusSeconds(1), user);
    assertEquals(List.of("message_rest"), where("message"));
    assertTrue(ahead(last.plusSeconds(2)) > 0);
    message(last.plus(SPAN).plusSeconds(1), user);
    message(last.plusSeconds(3), user);
    assertEquals(2, where("message").stream().filter("message_rest"::equals).count());
    assertEquals(3, where("delivery").size());
    db.query("delete from message where user_id = $1", user);
    assertEquals(List.of(), where("delivery"), "deliveries go with their message from any part");
    assertEquals(List.of(), where("delivery_attempt"));
  }

  @Test
  void whoHoldsATableHoldsUpNobodyButTheNewPart() {
    var pool = db.unlimited();
    SqlConnection reader = pool.getConnection().await();
    try {
      var open = reader.begin().await();
      reader.query("select 1 from message limit 1").execute().await();
      Instant last = end();
      assertThrows(Refusal.class, () -> ahead(last));
      message(Instant.now(), null);
      open.rollback().await();
      assertTrue(ahead(last) > 0);
    } finally {
      reader.close().await();
      pool.close().await();
    }
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
                        ahead(last);
                      } catch (RuntimeException lost) {
                        // Somebody else makes it.
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
    assertEquals(0, ahead(last));
    List<String> tables = new ArrayList<>();
    db.query(
            "select inhrelid::regclass::text as t from pg_inherits where inhparent::regclass::text"
                + " in ('message', 'delivery', 'delivery_attempt')")
        .forEach(r -> tables.add(r.getString("t")));
    assertEquals(3 * parts().size(), tables.size());
  }
}
