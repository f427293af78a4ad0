package io.tributary.lab.sandbox;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.LabExchange;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.sandbox.SandboxRunRepo.SandboxRun;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.Transitions;
import io.tributary.lab.state.Transitions.Verdict;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Executes one step of a run: sets external events itself, requests laboratory actions from the
 * simulator and waits for customer actions. Each check starts from the order's current status, so a
 * run continues after its node has failed. Call on virtual threads.
 */
final class SandboxStepExecutor {
  private static final System.Logger LOG = System.getLogger(SandboxStepExecutor.class.getName());
  private static final Duration POLL_INTERVAL = Duration.ofMillis(300);
  private static final Duration CUSTOMER_POLL_INTERVAL = Duration.ofSeconds(2);
  private static final Duration ERROR_DELAY = Duration.ofSeconds(2);

  private static final String EXPECTED =
      """
      select om.provider_id as test, mr.provider_id as code, mr.name, coalesce(l.code, '') as loinc,
             coalesce(m.unit, l.unit, '') as unit
        from lab_order_marker om
        join marker m on m.id = om.marker_id
        join marker_result mr on mr.marker_id = m.id and mr.active
        left join loinc l on l.id = mr.loinc_id
       where om.order_id = $1 order by om.position, mr.position
      """;

  private final Db db;
  private final OrderLifecycle orders;
  private final LabExchange exchange;
  private final SimulatorControl simulator;

  SandboxStepExecutor(
      Db db, OrderLifecycle orders, LabExchange exchange, SimulatorControl simulator) {
    this.db = db;
    this.orders = orders;
    this.exchange = exchange;
    this.simulator = simulator;
  }

  void run(SandboxRun job) {
    try {
      Optional<SimulatorRequest> asked = db.tx(tx -> check(tx, job));
      asked.ifPresent(a -> sendToSimulator(job, a));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "order=" + job.order() + " sandbox step failed, will be retried", e);
      db.tx(
          tx -> {
            LowStatus seen =
                job.lastStatus().flatMap(LowStatus::fromWireName).orElse(LowStatus.ORDERED);
            SandboxRunRepo.scheduleCheck(tx, job, ERROR_DELAY, seen, true);
            return null;
          });
    }
  }

  /** Request to the simulator, sent after the transaction has ended. */
  private record SimulatorRequest(String sample, byte[] order, ObjectNode script) {}

  private Optional<SimulatorRequest> check(Tx tx, SandboxRun job) {
    OrderRow order = orders.lock(tx, job.order()).orElse(null);
    if (order == null) {
      return Optional.empty();
    }
    LowStatus now = order.status().low();
    Optional<LowStatus> next = new SandboxPath(order.modality(), job.target()).next(now);
    boolean ended =
        Transitions.isFinished(order.modality(), now) && job.target() != LowStatus.CORRECTED;
    if (next.isEmpty() || ended) {
      SandboxRunRepo.end(tx, job, "ended", "");
      return Optional.empty();
    }
    // The requested pause between two steps.
    boolean arrived =
        job.lastStatus().isPresent() && !job.lastStatus().get().equals(now.wireName());
    if (arrived && !job.delay().isZero()) {
      SandboxRunRepo.scheduleCheck(tx, job, job.delay(), now, false);
      return Optional.empty();
    }
    if (job.checksWithoutProgress() > SandboxRunRepo.MAX_CHECKS) {
      LOG.log(Level.ERROR, "order=" + job.order() + " stays " + now.wireName() + ", run abandoned");
      SandboxRunRepo.end(tx, job, "stuck", "no transition to " + next.get().wireName());
      return Optional.empty();
    }
    return takeStep(tx, job, order, now, next.get());
  }

  private Optional<SimulatorRequest> takeStep(
      Tx tx, SandboxRun job, OrderRow order, LowStatus now, LowStatus next) {
    return switch (SandboxPath.actorOf(next)) {
      case EXTERNAL -> {
        if (orders.move(tx, order, Status.of(next)) == Verdict.MOVE) {
          SandboxRunRepo.scheduleCheck(tx, job, job.delay(), next, false);
          tx.wakeAfterCommit(SandboxRunRepo.QUEUE);
        } else {
          SandboxRunRepo.end(tx, job, "stuck", "no transition to " + next.wireName());
        }
        yield Optional.empty();
      }
      case CUSTOMER -> {
        SandboxRunRepo.scheduleCheck(tx, job, CUSTOMER_POLL_INTERVAL, now, false);
        yield Optional.empty();
      }
      case DISPATCH -> {
        exchange.wakeOrder(tx, order.id());
        SandboxRunRepo.scheduleCheck(tx, job, POLL_INTERVAL, now, true);
        yield Optional.empty();
      }
      case RESULTS -> {
        SandboxRunRepo.scheduleCheck(tx, job, POLL_INTERVAL, now, true);
        yield Optional.of(
            new SimulatorRequest(
                order.sampleId().orElseThrow(),
                exchange.orderMessage(tx, order),
                script(tx, job, order, next)));
      }
    };
  }

  private void sendToSimulator(SandboxRun job, SimulatorRequest asked) {
    simulator.send(asked.sample(), asked.order(), asked.script());
  }

  private ObjectNode script(Tx tx, SandboxRun job, OrderRow order, LowStatus next) {
    String status =
        switch (next) {
          case PARTIAL_RESULTS -> "partial";
          case CORRECTED -> "corrected";
          default -> "final";
        };
    ObjectNode out = job.profile().json().put("id", job.id() + ":" + status).put("status", status);
    LabExchange.ResultsTarget place = exchange.resultsTarget(tx, order);
    out.put("results_to", place.address()).put("results_login", place.login());
    ArrayNode expected = out.putArray("expected");
    for (ObjectNode one : expectedResults(tx, order)) {
      expected.add(one);
    }
    return out;
  }

  private static List<ObjectNode> expectedResults(Tx tx, OrderRow order) {
    return RowMapping.list(
        tx.query(EXPECTED, order.id()),
        r ->
            Json.object()
                .put("test", r.getString("test"))
                .put("code", r.getString("code"))
                .put("name", r.getString("name"))
                .put("loinc", r.getString("loinc"))
                .put("unit", r.getString("unit")));
  }
}
