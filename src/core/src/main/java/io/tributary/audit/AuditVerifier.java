package io.tributary.audit;

import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Verifies that no row of the audit trail was altered, removed, inserted or cut off.
 *
 * <p>For each chain it recomputes the opening and every row hash, checks the seals of the front
 * (retention), of the anchors and of the head, and compares the rows with the heads in the given
 * logs. Then it looks for rows beyond the head and for missing chains: chain numbers have no gaps,
 * and anchors and log lines record the number of chains.
 *
 * <p>Nodes may write meanwhile; each chain is verified up to the head it had when the verifier read
 * it. Methods block; for platform and virtual threads.
 */
public final class AuditVerifier {
  private static final String CHAINS =
      """
      select number, node, opened_at, opening_hash, pruned_seq, pruned_hash, pruned_seal, seq, hash, seal
        from audit_chain where number > $1 order by number limit 1
      """;
  private static final String ROWS =
      """
      select seq, at, kind, actor, actor_id, org_id, team_id, environment, user_id, object_id, method,
             route, status, request_id, source, hash
        from audit_entry where chain = $1 and seq > $2 and seq <= $3 order by seq limit $4
      """;
  private static final String ANCHORS =
      """
      select seq, hash, chains, at, seal from audit_anchor
       where chain = $1 and seq > $2 and seq <= $3 order by seq
      """;
  private static final String HIGHEST =
      """
      select (select max(seq) from audit_entry where chain = $1) as row,
             (select max(seq) from audit_anchor where chain = $1) as anchor
      """;
  private static final String BEFORE_FRONT =
      "select 1 from audit_entry where chain = $1 and seq <= $2 limit 1";
  private static final String UNKNOWN_CHAIN =
      """
      select chain, max(seq) as seq from audit_entry
       where chain > $1 or chain < 1 group by chain order by chain limit 1
      """;
  private static final long PAGE = 5000;

  private final Db db;
  private final Encryption key;
  private final Map<Integer, List<ChainCheckpoint>> checkpointsByChain = new HashMap<>();
  private int chainsLogged;
  private final MessageDigest sha = HashChain.newSha256();

  /**
   * Result for one chain.
   *
   * @param from number of the first row; retention deleted earlier ones
   * @param rows number of rows verified without a fault
   * @param fault description and position of the fault; empty if there is none
   */
  public record Finding(int chain, String node, long from, long rows, Optional<String> fault) {}

  /**
   * @param key key of the installation
   * @param heads chain heads from the logs of the nodes
   */
  public AuditVerifier(Db db, Encryption key, List<ChainCheckpoint> heads) {
    this.db = db;
    this.key = key;
    for (ChainCheckpoint head : heads) {
      checkpointsByChain.computeIfAbsent(head.chain(), k -> new ArrayList<>()).add(head);
      chainsLogged = Math.max(chainsLogged, Math.max(head.chain(), head.chains()));
    }
  }

  private record StoredChain(
      HashChain chain,
      String node,
      Instant openedAt,
      long keptAfter,
      byte[] keptHash,
      byte[] keptSeal,
      long seq,
      byte[] hash,
      byte[] seal) {}

  /** Reports one finding per chain, including missing ones. */
  public void run(Consumer<Finding> findings) {
    int number = 0;
    int told = 0;
    byte[] before = HashChain.GENESIS;
    boolean gap = false;
    while (true) {
      Optional<StoredChain> next = next(number);
      if (next.isEmpty()) {
        break;
      }
      StoredChain s = next.get();
      for (int missing = number + 1; missing < s.chain().number(); missing++) {
        findings.accept(missingChain(missing));
        gap = true;
      }
      number = s.chain().number();
      findings.accept(check(s, gap ? Optional.empty() : Optional.of(before)));
      told = Math.max(told, anchoredChainCount(number));
      before = s.chain().opening();
      gap = false;
    }
    for (int missing = number + 1; missing <= Math.max(told, chainsLogged); missing++) {
      findings.accept(missingChain(missing));
    }
    RowMapping.first(db.query(UNKNOWN_CHAIN, number), r -> r)
        .ifPresent(
            r ->
                findings.accept(
                    new Finding(
                        r.getInteger("chain"),
                        "?",
                        0,
                        0,
                        Optional.of("rows exist for a chain that was never opened"))));
  }

  private Optional<StoredChain> next(int after) {
    return RowMapping.first(
        db.query(CHAINS, after),
        r ->
            new StoredChain(
                new HashChain(r.getInteger("number"), RowMapping.bytes(r, "opening_hash")),
                r.getString("node"),
                RowMapping.instant(r, "opened_at"),
                r.getLong("pruned_seq"),
                RowMapping.bytes(r, "pruned_hash"),
                RowMapping.bytes(r, "pruned_seal"),
                r.getLong("seq"),
                RowMapping.bytes(r, "hash"),
                RowMapping.bytes(r, "seal")));
  }

  /** Returns the number of chains at the time of this chain's last anchor. */
  private int anchoredChainCount(int chain) {
    return RowMapping.first(
            db.query(
                "select coalesce(max(chains), 0) as n from audit_anchor where chain = $1", chain),
            r -> r.getInteger("n"))
        .orElse(0);
  }

  private static Finding missingChain(int number) {
    return new Finding(number, "?", 0, 0, Optional.of("the whole chain was deleted"));
  }

  private Finding check(StoredChain s, Optional<byte[]> before) {
    long[] verified = {0};
    Optional<String> fault = findFault(s, before, verified);
    if (fault.isPresent()) {
      // Retention may have deleted rows during the check; repeat it with the new front.
      Optional<StoredChain> now = next(s.chain().number() - 1);
      if (now.isPresent() && now.get().keptAfter() > s.keptAfter()) {
        return check(now.get(), before);
      }
    }
    return new Finding(s.chain().number(), s.node(), s.keptAfter() + 1, verified[0], fault);
  }

  /**
   * @param before opening of the previous chain; empty if that chain is missing
   * @param verified receives the number of rows verified without a fault
   */
  private Optional<String> findFault(StoredChain s, Optional<byte[]> before, long[] verified) {
    HashChain c = s.chain();
    if (before.isPresent()
        && !Arrays.equals(
            HashChain.open(c.number(), s.node(), s.openedAt(), before.get()).opening(),
            c.opening())) {
      return Optional.of("its opening, or that of the previous chain, was altered");
    }
    if (!Arrays.equals(c.keptSeal(key, s.keptAfter(), s.keptHash()), s.keptSeal())
        || s.keptAfter() == 0 && !Arrays.equals(s.keptHash(), c.opening())) {
      return Optional.of("its beginning was altered: row " + s.keptAfter() + " has no valid seal");
    }
    if (db.query(BEFORE_FRONT, c.number(), s.keptAfter()).size() > 0) {
      return Optional.of("rows exist before the first retained row");
    }
    Optional<String> rows = rows(s, verified);
    if (rows.isPresent()) {
      return rows;
    }
    if (!Arrays.equals(c.headSeal(key, s.seq(), s.hash()), s.seal())) {
      return Optional.of("its head was altered: row " + s.seq() + " has no valid head seal");
    }
    Optional<String> heads = compareWithLogs(s);
    if (heads.isPresent()) {
      return heads;
    }
    return findBeyondHead(s);
  }

  private Optional<String> rows(StoredChain s, long[] verified) {
    byte[] hash = s.keptHash();
    long seq = s.keptAfter();
    while (seq < s.seq()) {
      long from = seq;
      List<Row> page =
          RowMapping.list(db.query(ROWS, s.chain().number(), seq, s.seq(), PAGE), r -> r);
      Optional<Map<Long, byte[]>> anchors = readAnchors(s.chain(), from, from + PAGE);
      if (anchors.isEmpty()) {
        return Optional.of("an anchor after row " + from + " was altered");
      }
      Map<Long, byte[]> known = anchors.get();
      for (Row r : page) {
        if (r.getLong("seq") != seq + 1) {
          return Optional.of(gap(seq + 1, r.getLong("seq") - 1));
        }
        byte[] own = RowMapping.bytes(r, "hash");
        byte[] reckoned = computeHash(s.chain(), r, hash);
        if (!Arrays.equals(reckoned, own)) {
          return Optional.of("row " + (seq + 1) + " was altered");
        }
        seq++;
        hash = own;
        if (known.containsKey(seq) && !Arrays.equals(known.get(seq), hash)) {
          return Optional.of("row " + seq + " does not match its anchor");
        }
        verified[0]++;
      }
      if (page.isEmpty()) {
        return Optional.of(gap(seq + 1, s.seq()) + ": the end was cut");
      }
    }
    return Arrays.equals(hash, s.hash())
        ? Optional.empty()
        : Optional.of("row " + seq + " does not match the head of the chain");
  }

  private byte[] computeHash(HashChain chain, Row r, byte[] before) {
    try {
      AuditEntry entry = AuditChainRepo.readEntry(r);
      // Values that parse to the same entry, but that a node never writes.
      boolean strange =
          !entry.kind().wire().equals(r.getString("kind"))
              || entry.status() != null && entry.status() < 0;
      return strange ? new byte[0] : entry.hash(sha, before, chain.number(), r.getLong("seq"));
    } catch (IllegalArgumentException noKind) {
      return new byte[0];
    }
  }

  private static String gap(long from, long to) {
    return from == to
        ? "row " + from + " is missing"
        : "rows " + from + " to " + to + " are missing";
  }

  /** Returns the anchored hashes by row number; empty if one of the anchors has a wrong seal. */
  private Optional<Map<Long, byte[]>> readAnchors(HashChain c, long after, long until) {
    Map<Long, byte[]> out = new HashMap<>();
    for (Row r : db.query(ANCHORS, c.number(), after, until)) {
      long seq = r.getLong("seq");
      byte[] hash = RowMapping.bytes(r, "hash");
      byte[] seal =
          c.anchorSeal(key, seq, hash, r.getInteger("chains"), RowMapping.instant(r, "at"));
      if (!Arrays.equals(seal, RowMapping.bytes(r, "seal"))) {
        return Optional.empty();
      }
      out.put(seq, hash);
    }
    return Optional.of(out);
  }

  /** Compares the chain with the heads in the logs. */
  private Optional<String> compareWithLogs(StoredChain s) {
    for (ChainCheckpoint head : checkpointsByChain.getOrDefault(s.chain().number(), List.of())) {
      if (head.seq() > s.seq()) {
        return Optional.of(
            gap(s.seq() + 1, head.seq()) + ": the log lists them, so the end was cut");
      }
      // Retention deleted earlier rows.
      if (head.seq() >= s.keptAfter() && !Arrays.equals(hashOf(s, head.seq()), head.hash())) {
        return Optional.of("row " + head.seq() + " does not match the log");
      }
    }
    return Optional.empty();
  }

  private byte[] hashOf(StoredChain s, long seq) {
    if (seq == s.keptAfter()) {
      return s.keptHash();
    }
    return RowMapping.bytes(
        db.query(
                "select hash from audit_entry where chain = $1 and seq = $2",
                s.chain().number(),
                seq)
            .iterator()
            .next(),
        "hash");
  }

  /** Looks for rows and anchors beyond the head that no node wrote during the check. */
  private Optional<String> findBeyondHead(StoredChain s) {
    Row highest = db.query(HIGHEST, s.chain().number()).iterator().next();
    StoredChain now = next(s.chain().number() - 1).orElse(s);
    Long anchor = highest.getLong("anchor");
    if (anchor != null && anchor > now.seq()) {
      return Optional.of(gap(now.seq() + 1, anchor) + ": they were anchored, so the end was cut");
    }
    Long row = highest.getLong("row");
    return row != null && row > now.seq()
        ? Optional.of("row " + row + " comes after the last sealed row")
        : Optional.empty();
  }
}
