package io.tributary.erasure;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Progress of a user's erasure, stored in the table {@code erasure}.
 *
 * <p>It holds the counts of deleted rows and the facts that were read before deletion. It is
 * updated with each batch, so that the receipt is correct whichever node writes it.
 */
final class ErasureProgress {
  private static final String BEGIN =
      """
      insert into erasure (user_id, reason, requested_at)
      select id, 'user_deleted', deleted_at from app_user where id = $1
      on conflict (user_id) do nothing
      """;
  private static final String READ =
      """
      select u.team_id, u.environment, coalesce(t.org_id, t.former_org_id) as org_id, e.reason,
             e.requested_at, e.counts::text as counts, e.lookups::text as lookups, e.completed_steps
        from erasure e join app_user u on u.id = e.user_id join team t on t.id = u.team_id
       where e.user_id = $1
      """;
  private static final String SAVE =
      """
      update erasure set counts = $2::text::jsonb, lookups = $3::text::jsonb, completed_steps = $4
       where user_id = $1
      """;

  /**
   * Counts an order as "told" if its cancellation reached the laboratory, as far as the transport
   * confirms that.
   */
  private static final String LABORATORIES =
      """
      select count(*) as orders,
             count(*) filter (where d.kind is not null and (d.state = 'done' or m.state in ('done', 'awaiting')))
               as told,
             count(*) filter (where d.kind is not null and not (d.state = 'done' or coalesce(m.state, '') in ('done', 'awaiting')))
               as not_told
        from lab_order o
        left join lab_order_dispatch d on d.order_id = o.id and d.kind = 'cancel'
        left join lab_message m on m.order_id = o.id and m.direction = 'out' and m.kind = 'cancel'
       where o.user_id = $1
      """;

  private static final String PROVIDERS =
      """
      select provider, outcome from revocation where user_id = $1
       union all
      select distinct provider, 'given_up' from deregistration where user_id = $1
       order by 1, 2
      """;

  /** Marker among the names of the fully scanned tables. */
  private static final String MESSAGES_SPLIT = "messages parted";

  /** Marker prefix used until then; followed by the last message that was checked. */
  private static final String SPLIT_POSITION_PREFIX = "messages looked at to ";

  private static final UUID FIRST = new UUID(0, 0);

  private final Row row;
  private final UUID user;
  private final ObjectNode counts;
  private final ObjectNode facts;
  private final Set<String> done;

  private ErasureProgress(Row row, UUID user, ObjectNode counts, ObjectNode facts) {
    this.row = row;
    this.user = user;
    this.counts = counts;
    this.facts = facts;
    this.done = new TreeSet<>(RowMapping.texts(row, "completed_steps"));
  }

  /**
   * Loads the progress of a user, whose row the caller must have locked. Starts the erasure if it
   * has not begun.
   */
  static ErasureProgress load(Tx tx, UUID user) {
    tx.update(BEGIN, user);
    Row row = tx.first(READ, user).orElseThrow();
    boolean fresh = row.getString("lookups") == null;
    ErasureProgress p =
        new ErasureProgress(
            row, user, RowMapping.object(row, "counts"), RowMapping.object(row, "lookups"));
    if (fresh) {
      p.readFacts(tx);
    }
    return p;
  }

  /** Reads the facts that are available only while the rows exist. */
  private void readFacts(Tx tx) {
    Row labs = tx.first(LABORATORIES, user).orElseThrow();
    facts
        .putObject("laboratories")
        .put("orders", labs.getLong("orders"))
        .put("cancellations_told", labs.getLong("told"))
        .put("cancellations_not_told", labs.getLong("not_told"));
    ArrayNode providers = facts.putArray("providers");
    for (Row r : tx.query(PROVIDERS, user)) {
      providers
          .addObject()
          .put("provider", r.getString("provider"))
          .put("outcome", r.getString("outcome"));
    }
  }

  void add(String counted, long n) {
    if (n > 0) {
      counts.put(counted, counts.path(counted).asLong() + n);
    }
  }

  /** Returns whether an earlier batch has completed this step; applies only to steps that scan. */
  boolean isDone(ErasureStep kind) {
    return kind.scans() && done.contains(kind.counterName());
  }

  /** Marks a scanning step as complete. */
  void markDone(ErasureStep kind) {
    if (kind.scans()) {
      done.add(kind.counterName());
    }
  }

  /**
   * Returns whether all messages about several patients have been split, as far as that is
   * possible.
   */
  boolean isMessagesSplit() {
    return done.contains(MESSAGES_SPLIT);
  }

  void markMessagesSplit() {
    done.removeIf(d -> d.startsWith(SPLIT_POSITION_PREFIX));
    done.add(MESSAGES_SPLIT);
  }

  /** Returns the message ID up to which all messages have been split, in ID order. */
  UUID splitPosition() {
    return done.stream()
        .filter(d -> d.startsWith(SPLIT_POSITION_PREFIX))
        .findFirst()
        .map(d -> UUID.fromString(d.substring(SPLIT_POSITION_PREFIX.length())))
        .orElse(FIRST);
  }

  void splitPosition(UUID message) {
    done.removeIf(d -> d.startsWith(SPLIT_POSITION_PREFIX));
    done.add(SPLIT_POSITION_PREFIX + message);
  }

  void save(Tx tx) {
    tx.update(SAVE, user, Json.text(counts), Json.text(facts), done.toArray(String[]::new));
  }

  /** Returns the tables from which rows were deleted. */
  Set<String> tables() {
    Set<String> out = new TreeSet<>();
    counts.fieldNames().forEachRemaining(n -> out.add(ErasureStep.table(n)));
    out.add("app_user");
    if (counts.has("message")) {
      out.addAll(List.of("delivery", "delivery_attempt"));
    }
    return out;
  }

  UUID user() {
    return user;
  }

  UUID org() {
    return row.getUUID("org_id");
  }

  UUID team() {
    return row.getUUID("team_id");
  }

  String environment() {
    return row.getString("environment");
  }

  String reason() {
    return row.getString("reason");
  }

  Instant askedAt() {
    return RowMapping.instant(row, "requested_at");
  }

  ObjectNode counts() {
    return counts;
  }

  ObjectNode facts() {
    return facts;
  }
}
