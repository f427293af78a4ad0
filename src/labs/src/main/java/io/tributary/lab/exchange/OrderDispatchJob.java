package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.DispatchRepo.Job;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabOrder.Wish;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.StatusDetail;
import io.tributary.lab.state.Transitions;
import io.tributary.lab.state.Transitions.Verdict;
import io.tributary.telemetry.Tracing;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Creates the messages for orders and cancellations: each once, in the transaction that records it.
 * Call on virtual threads.
 *
 * <p>A job locks the user, then the order. An order of a deleted user is withdrawn. A scheduled
 * order sleeps until its date, a sandbox order until a run needs it, and an order without a link is
 * retried every minute. A registrable kit gets its printed number first and is sent after the
 * registration. A cancellation of an order that was not sent voids the unsent message without
 * notifying the laboratory.
 */
final class OrderDispatchJob {
  private static final System.Logger LOG = System.getLogger(OrderDispatchJob.class.getName());
  private static final Duration WITHOUT_LINK = Duration.ofMinutes(1);

  /** Alphabet without characters that are easily misread. */
  private static final String LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

  private static final int SAMPLE_LETTERS = 10;

  private static final String WANTED = "select 1 from lab_sandbox_run where order_id = $1";

  private static final String SENT_ORDER =
      """
      select id, sample_id, state = 'waiting' and attempt = 0 as unsent,
             state = 'void' or state = 'parked' and refused as nothing
        from lab_message
       where order_id = $1 and direction = 'out' and kind = 'order' for update
      """;

  private static final String VOID =
      "update lab_message set state = 'void', ended_at = now() where id = $1";

  /** The lock makes a concurrent deletion of the user finish first. */
  private static final String USER =
      """
      select u.id, u.deleted_at is not null as gone
        from lab_order o join app_user u on u.id = o.user_id
       where o.id = $1 for key share of u
      """;

  private static final String USER_GONE = "the user was deleted";

  private static final String LAB = "select slug from lab where id = $1";

  private final Db db;
  private final LabExchangeConfig settings;
  private final OrderLifecycle orders;
  private final LabConnections links;
  private final LabOrderBuilder facts;
  private final ExchangeMetrics meters;
  private final Map<String, LabAdapter> adapters = new ConcurrentHashMap<>();

  OrderDispatchJob(
      Db db,
      LabExchangeConfig settings,
      OrderLifecycle orders,
      LabConnections links,
      LabOrderBuilder facts,
      ExchangeMetrics meters) {
    this.db = db;
    this.settings = settings;
    this.orders = orders;
    this.links = links;
    this.facts = facts;
    this.meters = meters;
  }

  List<Job> claim(int most) {
    if (settings.sandboxWaits()) {
      DispatchRepo.hush(db);
    }
    return DispatchRepo.claim(db, most, settings.lease());
  }

  void run(Job job) {
    Tracing.about(job.order());
    try {
      db.tx(
          tx -> {
            make(tx, job);
            return null;
          });
    } catch (RuntimeException e) {
      // Any exception: an order that cannot be written must neither be forgotten nor block others.
      boolean passes = SafeErrorKind.passes(e);
      LOG.log(
          passes ? Level.WARNING : Level.ERROR,
          "order=" + job.order() + " not written for its laboratory: " + SafeErrorKind.of(e));
      if (!passes) {
        meters.fault("write");
      }
      if (e instanceof UndeliverableOrder || !passes && job.attempt() >= settings.readTries()) {
        DispatchRepo.park(db, job, SafeErrorKind.kind(e));
      } else {
        DispatchRepo.again(db, job, settings.waitAfter(job.attempt()), SafeErrorKind.kind(e));
      }
    }
  }

  private void make(Tx tx, Job job) {
    // Locks the user before the order, like the erasure of users.
    Optional<Row> user = tx.first(USER, job.order());
    Optional<OrderRow> found = orders.lock(tx, job.order());
    if (user.isEmpty() || found.isEmpty() || !DispatchRepo.waits(tx, job)) {
      return;
    }
    OrderRow order = found.get();
    if (job.kind().equals("cancel")) {
      recall(tx, order);
    } else if (user.get().getBoolean("gone") && order.user().equals(user.get().getUUID("id"))) {
      withdraw(tx, order);
    } else {
      send(tx, order);
    }
  }

  /** Withdraws the order of a deleted user, so that none of the user's data is sent. */
  private void withdraw(Tx tx, OrderRow order) {
    state(tx, order, "order", "done", USER_GONE);
    orders.move(tx, order, Status.of(StatusDetail.FULFILLMENT_ERROR));
    DispatchRepo.needless(tx, order.id(), USER_GONE);
  }

  private void send(Tx tx, OrderRow order) {
    if (order.activateAt().filter(at -> at.isAfter(Instant.now())).isPresent()) {
      DispatchRepo.sleep(tx, order.id(), order.activateAt().get(), "");
      return;
    }
    if (waitsForRun(tx, order)) {
      DispatchRepo.sleep(tx, order.id(), null, "");
      return;
    }
    if (may(order, LowStatus.REQUISITION_CREATED)) {
      place(tx, order);
    } else if (order.modality() == Modality.REGISTRABLE_KIT
        && may(order, LowStatus.AWAITING_REGISTRATION)) {
      prepareKit(tx, order);
    } else if (Transitions.isFinished(order.modality(), order.status().low())) {
      state(tx, order, "order", "done", "");
    } else {
      DispatchRepo.sleep(tx, order.id(), null, "");
    }
  }

  /** Sandbox orders do not move until a sandbox run asks for it. */
  private boolean waitsForRun(Tx tx, OrderRow order) {
    return settings.sandboxWaits()
        && order.tenant().environment() == Environment.SANDBOX
        && tx.first(WANTED, order.id()).isEmpty();
  }

  private static boolean may(OrderRow order, LowStatus to) {
    return Transitions.judge(order.modality(), order.status(), Status.of(to)) == Verdict.MOVE;
  }

  /** Assigns the printed number of a kit; the laboratory is notified after the registration. */
  private void prepareKit(Tx tx, OrderRow order) {
    if (order.sampleId().isEmpty() && !orders.identify(tx, order, newSample())) {
      throw new IllegalStateException("the number of a kit is taken");
    }
    orders.move(tx, order, Status.of(LowStatus.AWAITING_REGISTRATION));
    DispatchRepo.sleep(tx, order.id(), null, "");
  }

  private void place(Tx tx, OrderRow order) {
    String lab = slug(tx, order);
    Optional<LabConnectionProfile> link = links.of(order.tenant().environment(), lab);
    if (link.isEmpty()) {
      LOG.log(Level.WARNING, "order=" + order.id() + " lab=" + lab + " has no link, it waits");
      meters.fault("no_link");
      Instant later = Instant.now().plus(WITHOUT_LINK);
      DispatchRepo.sleep(tx, order.id(), later, "no link to the laboratory");
      return;
    }
    String sample = order.sampleId().orElseGet(OrderDispatchJob::newSample);
    write(tx, order, link.get(), lab, "order", Wish.PLACE, sample);
    state(tx, order, "order", "sent", "");
  }

  private void recall(Tx tx, OrderRow order) {
    Optional<Row> sent = tx.first(SENT_ORDER, order.id());
    if (sent.isEmpty()) {
      state(tx, order, "order", "done", "");
      state(tx, order, "cancel", "done", "");
      return;
    }
    if (sent.get().getBoolean("unsent")) {
      tx.update(VOID, sent.get().getUUID("id"));
      state(tx, order, "order", "done", "");
    }
    if (sent.get().getBoolean("unsent") || sent.get().getBoolean("nothing")) {
      // The laboratory has nothing that could be canceled.
      state(tx, order, "cancel", "done", "");
      return;
    }
    String lab = slug(tx, order);
    Optional<LabConnectionProfile> link = links.of(order.tenant().environment(), lab);
    if (link.isEmpty()) {
      throw new UndeliverableOrder("the link to the laboratory is gone");
    }
    write(tx, order, link.get(), lab, "cancel", Wish.CANCEL, sent.get().getString("sample_id"));
    state(tx, order, "cancel", "sent", "");
  }

  private void write(
      Tx tx,
      OrderRow order,
      LabConnectionProfile link,
      String lab,
      String kind,
      Wish wish,
      String sample) {
    String controlId = newSample() + newSample();
    byte[] body =
        adapters
            .computeIfAbsent(link.name(), n -> LabConnections.adapter(link))
            .write(facts.of(tx, order, wish, sample), lab, controlId, Instant.now());
    LabMessageRepo.keep(
        tx,
        link.name(),
        kind,
        order.id(),
        controlId,
        hash(body),
        body,
        kind.equals("order") ? sample : null,
        order.lab());
  }

  /** Link over which an order is sent. */
  Optional<LabConnectionProfile> link(Tx tx, OrderRow order) {
    return links.of(order.tenant().environment(), slug(tx, order));
  }

  /**
   * Message of the order as its laboratory would have received it. The order must have a number.
   */
  byte[] written(Tx tx, OrderRow order) {
    String lab = slug(tx, order);
    LabConnectionProfile link = links.of(order.tenant().environment(), lab).orElseThrow();
    return adapters
        .computeIfAbsent(link.name(), n -> LabConnections.adapter(link))
        .write(
            facts.of(tx, order, Wish.PLACE, order.sampleId().orElseThrow()),
            lab,
            newSample() + newSample(),
            Instant.now());
  }

  private static void state(Tx tx, OrderRow order, String kind, String state, String error) {
    DispatchRepo.ended(tx, order.id(), kind, state, error);
  }

  /** Makes a suspended order due immediately. */
  static void wake(Tx tx, UUID order) {
    DispatchRepo.wake(tx, order);
    tx.wakeAfterCommit(OrderLifecycle.QUEUE);
  }

  private static String slug(Tx tx, OrderRow order) {
    return tx.first(LAB, order.lab()).orElseThrow().getString("slug");
  }

  private static String newSample() {
    byte[] random = HexFormat.of().parseHex(Ids.hex(SAMPLE_LETTERS));
    StringBuilder out = new StringBuilder(SAMPLE_LETTERS);
    for (byte b : random) {
      out.append(LETTERS.charAt(b & 31));
    }
    return out.toString();
  }

  private static String hash(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
