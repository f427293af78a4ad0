package io.tributary.lab.sandbox;

import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.LabExchange;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.FullStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Transitions;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Rows of {@code lab_sandbox_run}. */
final class SandboxRunRepo {
  static final String QUEUE = "lab-sandbox";

  /** Number of checks without progress after which a run is given up. */
  static final int MAX_CHECKS = 600;

  /** A later request replaces an earlier one. */
  private static final String BEGIN =
      """
      insert into lab_sandbox_run (order_id, id, final_status, delay_ms, flags)
      values ($1, $2, $3, $4, $5::text::jsonb)
      on conflict (order_id) do update
         set id = excluded.id, final_status = excluded.final_status, delay_ms = excluded.delay_ms,
             flags = excluded.flags, last_status = null, observations = 0, state = 'running', due_at = now(),
             lease_expires_at = null, error = null, created_at = now()
      """;

  private static final String CLAIM =
      """
      with due as materialized (
        select order_id from lab_sandbox_run
         where state = 'running' and due_at <= now() and (lease_expires_at is null or lease_expires_at < now())
         order by due_at limit $1 for update skip locked
      )
      update lab_sandbox_run r set lease_expires_at = now() + $2::bigint * interval '1 millisecond'
        from due where due.order_id = r.order_id
      returning r.order_id, r.id, r.final_status, r.delay_ms, r.flags::text as flags, r.last_status, r.observations
      """;

  private static final String SCHEDULE_CHECK =
      """
      update lab_sandbox_run
         set due_at = now() + $3::bigint * interval '1 millisecond', lease_expires_at = null,
             observations = case when last_status is not distinct from $4 then observations + $5::int else 0 end, last_status = $4
       where order_id = $1 and id = $2
      """;

  private static final String END =
      """
      update lab_sandbox_run set state = $3, error = nullif($4, ''), lease_expires_at = null
       where order_id = $1 and id = $2
      """;

  record SandboxRun(
      UUID order,
      UUID id,
      LowStatus target,
      Duration delay,
      SandboxResultProfile profile,
      Optional<String> lastStatus,
      int checksWithoutProgress) {
    static SandboxRun read(Row r) {
      return new SandboxRun(
          r.getUUID("order_id"),
          r.getUUID("id"),
          LowStatus.fromWireName(r.getString("final_status")).orElseThrow(),
          Duration.ofMillis(r.getLong("delay_ms")),
          SandboxResultProfile.read(Json.parse(r.getString("flags"))),
          Optional.ofNullable(r.getString("last_status")),
          r.getInteger("observations"));
    }
  }

  private final Db db;
  private final OrderLifecycle orders;
  private final LabExchange exchange;

  SandboxRunRepo(Db db, OrderLifecycle orders, LabExchange exchange) {
    this.db = db;
    this.orders = orders;
    this.exchange = exchange;
  }

  /**
   * @param wanted full status; empty = the end of the path
   * @throws ServiceException 404 unknown order, 400 when the status cannot be reached
   */
  void begin(
      Tx tx,
      Tenant tenant,
      UUID id,
      Optional<String> wanted,
      Duration delay,
      SandboxResultProfile flags) {
    OrderRow order =
        orders.lock(tx, tenant, id).orElseThrow(() -> ServiceException.notFound("order"));
    Modality modality = order.modality();
    if (wanted.isPresent()
        && !FullStatus.collectionMethod(wanted.get())
            .equals(Optional.of(modality.collectionMethod()))) {
      throw ServiceException.badRequest(
          "the order has the collection method " + modality.collectionMethod());
    }
    LowStatus target =
        wanted.flatMap(FullStatus::lowStatus).orElse(modality.simulationPath().getLast());
    LowStatus now = order.status().low();
    SandboxPath walk = new SandboxPath(modality, target);
    if (!walk.isPossible()
        || walk.next(now).isEmpty()
        || Transitions.isFinished(modality, now) && target != LowStatus.CORRECTED) {
      throw ServiceException.badRequest(
          "there is no path from " + now.wireName() + " to " + target.wireName());
    }
    SandboxResultProfile wantedFlags =
        target == LowStatus.REDRAW_AVAILABLE ? flags.withMissing() : flags;
    tx.update(
        BEGIN, id, Ids.uuid(), target.wireName(), delay.toMillis(), Json.text(wantedFlags.json()));
    exchange.wakeOrder(tx, id);
    tx.wakeAfterCommit(QUEUE);
  }

  List<SandboxRun> claim(int most, Duration lease) {
    return RowMapping.list(db.query(CLAIM, most, lease.toMillis()), SandboxRun::read);
  }

  static void scheduleCheck(Tx tx, SandboxRun job, Duration pause, LowStatus seen, boolean counts) {
    tx.update(
        SCHEDULE_CHECK, job.order(), job.id(), pause.toMillis(), seen.wireName(), counts ? 1 : 0);
  }

  static void end(Tx tx, SandboxRun job, String state, String error) {
    tx.update(END, job.order(), job.id(), state, error);
  }
}
