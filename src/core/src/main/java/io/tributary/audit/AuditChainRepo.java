package io.tributary.audit;

import io.tributary.core.Encryption;
import io.tributary.db.DedicatedConnection;
import io.tributary.db.RowMapping;
import io.tributary.db.SqlErrors;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Writes one node's audit chain. Its methods block; call them on virtual threads. */
class AuditChainRepo {
  /** Advisory lock key that only the audit trail uses, so that chains are opened one at a time. */
  private static final long LOCK_KEY = 0x6175646974L;

  private static final String LAST_CHAIN =
      "select number, opening_hash from audit_chain order by number desc limit 1";
  private static final String OPEN =
      """
      insert into audit_chain (number, node, opened_at, opening_hash, pruned_seq, pruned_hash, pruned_seal,
                               seq, hash, seal)
      values ($1, $2, $3, $4, 0, $4, $5, 0, $4, $6)
      """;
  // Compare and set: the head moves only from where this node left it. A second writer of the
  // chain, or a head that was altered in the database, is detected at once.
  private static final String APPEND =
      """
      with head as (
        update audit_chain set seq = $2, hash = $3, seal = $4
         where number = $1 and seq = $5 and hash = $6
        returning number
      )
      insert into audit_entry (chain, seq, at, kind, actor, actor_id, org_id, team_id, environment,
                               user_id, object_id, method, route, status, request_id, source, hash)
      select h.number, u.* from head h cross join unnest(
        $7::bigint[], $8::timestamptz[], $9::text[], $10::text[], $11::uuid[], $12::uuid[],
        $13::uuid[], $14::text[], $15::uuid[], $16::uuid[], $17::text[], $18::text[], $19::int[],
        $20::uuid[], $21::text[], $22::bytea[]) u
      """;
  private static final String HEAD = "select seq, hash from audit_chain where number = $1";
  private static final String TAKE_NOTES =
      """
      delete from audit_outbox where id in (
        select id from audit_outbox order by id limit $1 for update skip locked)
      returning id, at, kind, actor, actor_id, org_id, team_id, environment, user_id, object_id,
                method, route, null::int as status, null::uuid as request_id, null::text as source
      """;
  private static final String NOTES = "select 1 from audit_outbox limit 1";
  private static final String CHAINS = "select max(number) as n from audit_chain";
  private static final String ANCHOR =
      """
      insert into audit_anchor (chain, seq, hash, chains, at, seal) values ($1, $2, $3, $4, $5, $6)
      on conflict (chain, seq) do nothing
      """;

  private final DedicatedConnection connection;
  private final Encryption key;
  private final MessageDigest sha = HashChain.newSha256();

  /** End of a chain: the number and hash of its last row. */
  record Head(HashChain chain, long seq, byte[] hash) {
    boolean matches(long otherSeq, byte[] otherHash) {
      return seq == otherSeq && Arrays.equals(hash, otherHash);
    }
  }

  /** Thrown when the head of a chain is not where this node left it. */
  static final class HeadMovedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    HeadMovedException(Head head) {
      super("chain=" + head.chain().number() + " seq=" + head.seq(), null, false, false);
    }
  }

  /** Rows to store, and the chain heads before and after them. */
  record Batch(Head before, Head after, List<AuditEntry> entries, byte[][] hashes) {}

  /**
   * @param connection dedicated connection, so that audit writes never queue behind other
   *     statements
   */
  AuditChainRepo(DedicatedConnection connection, Encryption key) {
    this.connection = connection;
    this.key = key;
  }

  Head open(String node) {
    Instant at = Instant.now().truncatedTo(ChronoUnit.MICROS);
    return connection.tx(
        tx -> {
          tx.query("select pg_advisory_xact_lock($1)", LOCK_KEY);
          Optional<Row> last = tx.first(LAST_CHAIN);
          HashChain chain =
              HashChain.open(
                  last.map(r -> r.getInteger("number") + 1).orElse(1),
                  node,
                  at,
                  last.map(r -> RowMapping.bytes(r, "opening_hash")).orElse(HashChain.GENESIS));
          byte[] opening = chain.opening();
          tx.update(
              OPEN,
              chain.number(),
              node,
              at,
              opening,
              chain.keptSeal(key, 0, opening),
              chain.headSeal(key, 0, opening));
          return new Head(chain, 0, opening);
        });
  }

  Batch buildBatch(Head head, List<AuditEntry> entries) {
    byte[][] hashes = new byte[entries.size()][];
    byte[] hash = head.hash();
    long seq = head.seq();
    for (int i = 0; i < hashes.length; i++) {
      hash = entries.get(i).hash(sha, hash, head.chain().number(), ++seq);
      hashes[i] = hash;
    }
    return new Batch(head, new Head(head.chain(), seq, hash), entries, hashes);
  }

  /**
   * Stores the rows and moves the head in one statement.
   *
   * @throws HeadMovedException if the head is elsewhere; no row was stored
   */
  void append(Batch b) {
    try {
      if (connection.query(APPEND, args(b)).rowCount() != b.entries().size()) {
        throw new HeadMovedException(b.before());
      }
    } catch (RuntimeException e) {
      throw translate(e, b.before());
    }
  }

  /**
   * Translates a duplicate key into {@link HeadMovedException}: only an altered trail has rows
   * beyond its head.
   */
  private static RuntimeException translate(RuntimeException e, Head head) {
    return SqlErrors.violatesUnique(e, "audit_entry_pkey") ? new HeadMovedException(head) : e;
  }

  private Object[] args(Batch b) {
    List<AuditEntry> e = b.entries();
    Head from = b.before();
    Head to = b.after();
    Long[] numbers = new Long[e.size()];
    Arrays.setAll(numbers, i -> from.seq() + 1 + i);
    return new Object[] {
      from.chain().number(),
      to.seq(),
      to.hash(),
      to.chain().headSeal(key, to.seq(), to.hash()),
      from.seq(),
      from.hash(),
      numbers,
      column(e, AuditEntry::at, Instant[]::new),
      column(e, x -> x.kind().wire(), String[]::new),
      column(e, AuditEntry::actor, String[]::new),
      column(e, AuditEntry::actorId, UUID[]::new),
      column(e, AuditEntry::organisation, UUID[]::new),
      column(e, AuditEntry::team, UUID[]::new),
      column(e, AuditEntry::environment, String[]::new),
      column(e, AuditEntry::user, UUID[]::new),
      column(e, AuditEntry::object, UUID[]::new),
      column(e, AuditEntry::method, String[]::new),
      column(e, AuditEntry::route, String[]::new),
      column(e, AuditEntry::status, Integer[]::new),
      column(e, AuditEntry::request, UUID[]::new),
      column(e, AuditEntry::source, String[]::new),
      b.hashes()
    };
  }

  private static <T> T[] column(
      List<AuditEntry> entries, Function<AuditEntry, T> value, IntFunction<T[]> array) {
    T[] out = array.apply(entries.size());
    Arrays.setAll(out, i -> value.apply(entries.get(i)));
    return out;
  }

  /**
   * Returns whether the chain ends with this batch. Resolves a statement whose outcome is unknown.
   */
  boolean isStored(Batch b) {
    return RowMapping.first(
            connection.query(HEAD, b.before().chain().number()),
            r -> new Head(b.before().chain(), r.getLong("seq"), RowMapping.bytes(r, "hash")))
        .filter(h -> h.matches(b.after().seq(), b.after().hash()))
        .isPresent();
  }

  /** Returns whether there are pending notes. */
  boolean hasNotes() {
    return connection.query(NOTES).size() > 0;
  }

  /**
   * Moves pending notes of transactions to the end of the chain.
   *
   * @param onAttempt receives the batch before it is stored, for the case that the outcome stays
   *     unknown
   * @return the new head; the same head if there was no note
   * @throws HeadMovedException if the head is elsewhere; the notes stay pending
   */
  Head moveNotes(Head head, int limit, Consumer<Batch> onAttempt) {
    try {
      return connection.tx(tx -> moveNotes(tx, head, limit, onAttempt));
    } catch (RuntimeException e) {
      throw translate(e, head);
    }
  }

  private Head moveNotes(Tx tx, Head head, int limit, Consumer<Batch> onAttempt) {
    List<Row> rows =
        RowMapping.list(tx.query(TAKE_NOTES, limit), r -> r).stream()
            .sorted(Comparator.comparing(r -> r.getLong("id")))
            .toList();
    if (rows.isEmpty()) {
      return head;
    }
    Batch b = buildBatch(head, rows.stream().map(AuditChainRepo::readEntry).toList());
    onAttempt.accept(b);
    if (tx.update(APPEND, args(b)) != rows.size()) {
      throw new HeadMovedException(head);
    }
    return b.after();
  }

  /** Stores the current head as an anchor and returns the number of chains. */
  int storeAnchor(Head head) {
    Instant at = Instant.now().truncatedTo(ChronoUnit.MICROS);
    int chains = connection.query(CHAINS).iterator().next().getInteger("n");
    connection.query(
        ANCHOR,
        head.chain().number(),
        head.seq(),
        head.hash(),
        chains,
        at,
        head.chain().anchorSeal(key, head.seq(), head.hash(), chains, at));
    return chains;
  }

  /** Reads a row of the trail or of the notes. */
  static AuditEntry readEntry(Row r) {
    return new AuditEntry(
        RowMapping.instant(r, "at"),
        AuditEntry.Kind.valueOf(r.getString("kind").toUpperCase(Locale.ROOT)),
        r.getString("actor"),
        r.getUUID("actor_id"),
        r.getUUID("org_id"),
        r.getUUID("team_id"),
        r.getString("environment"),
        r.getUUID("user_id"),
        r.getUUID("object_id"),
        r.getString("method"),
        r.getString("route"),
        r.getInteger("status"),
        r.getUUID("request_id"),
        r.getString("source"));
  }
}
