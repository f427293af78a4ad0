package io.tributary.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.db.Db;
import io.tributary.db.DedicatedConnection;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that every modification of a hash chain is detected at the right row. */
class AuditChainTest {
  private static TestNode node;
  private static Db db;
  private static DedicatedConnection own;
  private static AuditChainRepo store;
  private AuditChainRepo.Head head;
  private int chain;
  private ChainCheckpoint printed;

  @BeforeAll
  static void start() {
    // Keeps the node's own retention away from these chains.
    node = TestNode.start("TRIBUTARY_AUDIT_RETENTION", "4000d");
    db = node.db();
    own = db.dedicatedConnection(AuditVerticle.STATEMENT_TIMEOUT);
    store = new AuditChainRepo(own, node.secrets());
  }

  @AfterAll
  static void stop() {
    own.close().await();
    node.close();
  }

  static List<String> verify(TestNode of, List<ChainCheckpoint> heads) {
    List<String> out = new ArrayList<>();
    new AuditVerifier(of.db(), of.secrets(), heads)
        .run(f -> f.fault().ifPresent(x -> out.add(f.chain() + ": " + x)));
    return out;
  }

  /** Writes twenty rows and an anchor at row 18. */
  @BeforeEach
  void chain() {
    head = store.open("a node");
    chain = head.chain().number();
    append(0, 18);
    int chains = store.storeAnchor(head);
    printed = new ChainCheckpoint(chain, head.seq(), head.hash(), chains);
    append(18, 20);
    db.query("create table saved_chain as select * from audit_chain where number = $1", chain);
    db.query("create table saved_entry as select * from audit_entry where chain = $1", chain);
    db.query("create table saved_anchor as select * from audit_anchor where chain = $1", chain);
    assertEquals(List.of(), verify());
  }

  @AfterEach
  void restore() {
    for (String table : List.of("chain", "entry", "anchor")) {
      String id = table.equals("chain") ? "number" : "chain";
      db.query("delete from audit_" + table + " where " + id + " = " + chain);
      db.query("insert into audit_" + table + " select * from saved_" + table);
      db.query("drop table saved_" + table);
    }
    assertEquals(List.of(), verify());
  }

  private void append(int from, int to) {
    AuditChainRepo.Batch batch =
        store.buildBatch(head, IntStream.range(from, to).mapToObj(AuditChainTest::entry).toList());
    store.append(batch);
    head = batch.after();
  }

  private static AuditEntry entry(int i) {
    return new AuditEntry(
        Instant.now().minus(Duration.ofDays(i < 10 ? 500 : 0)),
        AuditEntry.Kind.READ,
        "api_key",
        UUID.randomUUID(),
        UUID.randomUUID(),
        UUID.randomUUID(),
        "sandbox",
        UUID.randomUUID(),
        null,
        "GET",
        "/v2/user/{user_id}",
        i == 5 ? null : 200,
        UUID.randomUUID(),
        null);
  }

  private static List<String> verify() {
    return verify(node, List.of());
  }

  private void assertOnlyFault(String fault) {
    assertEquals(List.of(chain + ": " + fault), verify());
  }

  @Test
  void anAlteredRowIsNamed() {
    db.query(
        "update audit_entry set user_id = gen_random_uuid() where chain = $1 and seq = 7", chain);
    assertOnlyFault("row 7 was altered");
    db.query("update audit_entry set user_id = null where chain = $1 and seq = 7", chain);
    assertOnlyFault("row 7 was altered");
  }

  @Test
  void aRowThatOnlyReadsAlikeIsNamed() {
    db.query("update audit_entry set kind = 'READ' where chain = $1 and seq = 7", chain);
    assertOnlyFault("row 7 was altered");
    db.query("update audit_entry set status = -1 where chain = $1 and seq = 6", chain);
    assertOnlyFault("row 6 was altered");
  }

  @Test
  void aRowWhoseHashWasReckonedAnewBetraysTheNextOne() {
    db.query("update audit_entry set kind = 'change' where chain = $1 and seq = 7", chain);
    recomputeHashes(7, 7);
    assertOnlyFault("row 8 was altered");
  }

  @Test
  void aChainThatWasReckonedAnewIsNotTheSealedOne() {
    db.query("delete from audit_anchor where chain = $1", chain);
    db.query("update audit_entry set kind = 'change' where chain = $1 and seq = 7", chain);
    recomputeHashes(7, 20);
    assertOnlyFault("row 20 does not match the head of the chain");
    headNames(20);
    assertOnlyFault("its head was altered: row 20 has no valid head seal");
  }

  private void headNames(long seq) {
    db.query(
        "update audit_chain c set seq = $2, hash = e.hash from audit_entry e"
            + " where c.number = $1 and e.chain = $1 and e.seq = $2",
        chain,
        seq);
  }

  /**
   * Recomputes the hashes like an attacker who has the database and this program but not the key.
   */
  private void recomputeHashes(long from, long to) {
    for (long seq = from; seq <= to; seq++) {
      byte[] before = hash(seq - 1);
      var row = db.query("select * from audit_entry where chain = $1 and seq = $2", chain, seq);
      byte[] own =
          AuditChainRepo.readEntry(row.iterator().next())
              .hash(HashChain.newSha256(), before, chain, seq);
      db.query("update audit_entry set hash = $3 where chain = $1 and seq = $2", chain, seq, own);
    }
  }

  private byte[] hash(long seq) {
    return io.tributary.db.RowMapping.bytes(
        db.query("select hash from audit_entry where chain = $1 and seq = $2", chain, seq)
            .iterator()
            .next(),
        "hash");
  }

  @Test
  void aRowThatIsGoneIsNamed() {
    db.query("delete from audit_entry where chain = $1 and seq = 7", chain);
    assertOnlyFault("row 7 is missing");
    db.query("delete from audit_entry where chain = $1 and seq < 7", chain);
    assertOnlyFault("rows 1 to 7 are missing");
  }

  @Test
  void anEndThatWasCutIsFound() {
    db.query("delete from audit_entry where chain = $1 and seq > 15", chain);
    assertOnlyFault("rows 16 to 20 are missing: the end was cut");
    headNames(15);
    assertOnlyFault("its head was altered: row 15 has no valid head seal");
  }

  @Test
  void aChainThatWasSetBackToAnOldHeadIsFoundByAnchorsOrByTheLog() {
    // The attacker kept the head of row 15 including its seal.
    db.query("delete from audit_entry where chain = $1 and seq > 15", chain);
    byte[] hash = hash(15);
    db.query(
        "update audit_chain set seq = 15, hash = $2, seal = $3 where number = $1",
        chain,
        hash,
        head.chain().headSeal(node.secrets(), 15, hash));
    assertOnlyFault("rows 16 to 18 are missing: they were anchored, so the end was cut");
    db.query("delete from audit_anchor where chain = $1", chain);
    assertEquals(List.of(), verify());
    assertEquals(
        List.of(chain + ": rows 16 to 18 are missing: the log lists them, so the end was cut"),
        verify(node, List.of(printed)));
  }

  @Test
  void aRowThatWasAddedIsFound() {
    insertForgedRow(21);
    assertOnlyFault("row 21 comes after the last sealed row");
    // The node stops writing to that chain instead of retrying forever.
    assertThrows(AuditChainRepo.HeadMovedException.class, () -> append(20, 21));
    assertOnlyFault("row 21 comes after the last sealed row");
  }

  private void insertForgedRow(int seq) {
    db.query(
        "insert into audit_entry select chain, $2, at, kind, actor, actor_id, org_id, team_id,"
            + " environment, user_id, object_id, method, route, status, request_id, source, hash"
            + " from audit_entry where chain = $1 and seq = 20",
        chain,
        (long) seq);
  }

  @Test
  void aChainThatWasTakenAwayIsMissed() {
    store.open("another node");
    db.query("delete from audit_chain where number = $1", chain);
    db.query("delete from audit_entry where chain = $1", chain);
    db.query("delete from audit_anchor where chain = $1", chain);
    assertOnlyFault("the whole chain was deleted");
  }

  @Test
  void theLastChainThatWasTakenAwayIsMissedByTheLog() {
    db.query("delete from audit_chain where number = $1", chain);
    db.query("delete from audit_entry where chain = $1", chain);
    db.query("delete from audit_anchor where chain = $1", chain);
    assertEquals(List.of(), verify());
    assertEquals(List.of(chain + ": the whole chain was deleted"), verify(node, List.of(printed)));
  }

  @Test
  void retentionLeavesAChainThatVerifiesFromItsSealedBeginning() {
    AuditRetention retention = new AuditRetention(node.secrets(), Duration.ofDays(400));
    long before = rows();
    db.tx(tx -> retention.run(tx, 4));
    assertEquals(4, before - rows());
    while (db.tx(tx -> retention.run(tx, 4))) {
      // in batches
    }
    assertEquals(
        11L,
        db.query("select min(seq) as s from audit_entry where chain = $1", chain)
            .iterator()
            .next()
            .getLong("s"));
    assertEquals(List.of(), verify(node, List.of(printed)));
    insertForgedRow(3);
    assertOnlyFault("rows exist before the first retained row");
    db.query("delete from audit_entry where chain = $1 and seq = 3", chain);
    // Further deletions are not accepted as retention.
    db.query("delete from audit_entry where chain = $1 and seq <= 12", chain);
    assertOnlyFault("rows 11 to 12 are missing");
    db.query(
        "update audit_chain set pruned_seq = 12, pruned_hash = $2 where number = $1",
        chain,
        hash(12 + 1));
    assertTrue(verify().getFirst().contains("its beginning was altered"));
  }

  private static long rows() {
    return db.query("select count(*) as n from audit_entry").iterator().next().getLong("n");
  }

  @Test
  void whatANodePrintsIsReadBack() {
    assertEquals(
        printed.toLogLine(),
        ChainCheckpoint.parse("INFO: " + printed.toLogLine() + " x").orElseThrow().toLogLine());
    assertTrue(ChainCheckpoint.parse("audit chain=1 seq=2").isEmpty());
  }
}
