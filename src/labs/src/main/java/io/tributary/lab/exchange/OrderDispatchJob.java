package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.DispatchRepo.Job;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabOrder.OrderAction;
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
  private static final Duration NO_LINK_RETRY_DELAY = Duration.ofMinutes(1);

  /** Alphabet without characters that are easily misread. */
  private static final String SAMPLE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

  private static final int SAMPLE_LENGTH = 10;

  private static final String HAS_SANDBOX_RUN = "select 1 from lab_sandbox_run where order_id = $1";

  private static final String SENT_ORDER =
      """
      select id, sample_id, state = 'waiting' and attempt = 0 as unsent,
             state = 'void' or state = 'parked' and rejected as nothing
        from lab_message
       where order_id = $1 and direction = 'out' and kind = 'order' for update
      """;

  private static final String VOID_MESSAGE =
      "update lab_message set state = 'void', ended_at = now() where id = $1";

  /** The lock makes a concurrent deletion of the user finish first. */
  private static final String LOCK_USER =
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
  private final LabOrderBuilder orderBuilder;
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
    this.orderBuilder = facts;
    this.meters = meters;
  }

  List<Job> claim(int most) {
    if (settings.sandboxManualDispatch()) {
      DispatchRepo.suspendSandboxOrders(db);
    }
    return DispatchRepo.claim(db, most, settings.lease());
  }

  void run(Job job) {
    Tracing.setSubject(job.order());
    try {
      db.tx(
          tx -> {
            dispatch(tx, job);
            return null;
          });
    } catch (RuntimeException e) {
      // Any exception: an order that cannot be written must neither be forgotten nor block others.
      boolean passes = SafeErrorKind.isTransient(e);
      LOG.log(
          passes ? Level.WARNING : Level.ERROR,
          "order=" + job.order() + " lab message not created: " + SafeErrorKind.describe(e));
      if (!passes) {
        meters.countFault("write");
      }
      if (e instanceof UndeliverableOrder
          || !passes && job.attempt() >= settings.maxReadAttempts()) {
        DispatchRepo.park(db, job, SafeErrorKind.kind(e));
      } else {
        DispatchRepo.retryLater(db, job, settings.retryDelay(job.attempt()), SafeErrorKind.kind(e));
      }
    }
  }

  private void dispatch(Tx tx, Job job) {
    // Locks the user before the order, like the erasure of users.
    Optional<Row> user = tx.first(LOCK_USER, job.order());
    Optional<OrderRow> found = orders.lock(tx, job.order());
    if (user.isEmpty() || found.isEmpty() || !DispatchRepo.lockIfWaiting(tx, job)) {
      return;
    }
    OrderRow order = found.get();
    if (job.kind().equals("cancel")) {
      sendCancellation(tx, order);
    } else if (user.get().getBoolean("gone") && order.user().equals(user.get().getUUID("id"))) {
      withdrawDeletedUser(tx, order);
    } else {
      send(tx, order);
    }
  }

  /** Withdraws the order of a deleted user, so that none of the user's data is sent. */
  private void withdrawDeletedUser(Tx tx, OrderRow order) {
    setState(tx, order, "order", "done", USER_GONE);
    orders.move(tx, order, Status.of(StatusDetail.FULFILLMENT_ERROR));
    DispatchRepo.dropCancellation(tx, order.id(), USER_GONE);
  }

  private void send(Tx tx, OrderRow order) {
    if (order.activateAt().filter(at -> at.isAfter(Instant.now())).isPresent()) {
      DispatchRepo.suspend(tx, order.id(), order.activateAt().get(), "");
      return;
    }
    if (waitsForRun(tx, order)) {
      DispatchRepo.suspend(tx, order.id(), null, "");
      return;
    }
    if (mayMove(order, LowStatus.REQUISITION_CREATED)) {
      sendOrder(tx, order);
    } else if (order.modality() == Modality.REGISTRABLE_KIT
        && mayMove(order, LowStatus.AWAITING_REGISTRATION)) {
      prepareKit(tx, order);
    } else if (Transitions.isFinished(order.modality(), order.status().low())) {
      setState(tx, order, "order", "done", "");
    } else {
      DispatchRepo.suspend(tx, order.id(), null, "");
    }
  }

  /** Sandbox orders do not move until a sandbox run asks for it. */
  private boolean waitsForRun(Tx tx, OrderRow order) {
    return settings.sandboxManualDispatch()
        && order.tenant().environment() == Environment.SANDBOX
        && tx.first(HAS_SANDBOX_RUN, order.id()).isEmpty();
  }

  private static boolean mayMove(OrderRow order, LowStatus to) {
    return Transitions.judge(order.modality(), order.status(), Status.of(to)) == Verdict.MOVE;
  }

  /** Assigns the printed number of a kit; the laboratory is notified after the registration. */
  private void prepareKit(Tx tx, OrderRow order) {
    if (order.sampleId().isEmpty() && !orders.assignSampleId(tx, order, newSampleId())) {
      throw new IllegalStateException("the sample id of a kit is already used");
    }
    orders.move(tx, order, Status.of(LowStatus.AWAITING_REGISTRATION));
    DispatchRepo.suspend(tx, order.id(), null, "");
  }

  private void sendOrder(Tx tx, OrderRow order) {
    String lab = labSlug(tx, order);
    Optional<LabConnectionProfile> link = links.find(order.tenant().environment(), lab);
    if (link.isEmpty()) {
      LOG.log(Level.WARNING, "order=" + order.id() + " lab=" + lab + " has no link, waiting");
      meters.countFault("no_link");
      Instant later = Instant.now().plus(NO_LINK_RETRY_DELAY);
      DispatchRepo.suspend(tx, order.id(), later, "no link to the laboratory");
      return;
    }
    String sample = order.sampleId().orElseGet(OrderDispatchJob::newSampleId);
    storeMessage(tx, order, link.get(), lab, "order", OrderAction.PLACE, sample);
    setState(tx, order, "order", "sent", "");
  }

  private void sendCancellation(Tx tx, OrderRow order) {
    Optional<Row> sent = tx.first(SENT_ORDER, order.id());
    if (sent.isEmpty()) {
      setState(tx, order, "order", "done", "");
      setState(tx, order, "cancel", "done", "");
      return;
    }
    if (sent.get().getBoolean("unsent")) {
      tx.update(VOID_MESSAGE, sent.get().getUUID("id"));
      setState(tx, order, "order", "done", "");
    }
    if (sent.get().getBoolean("unsent") || sent.get().getBoolean("nothing")) {
      // The laboratory has nothing that could be canceled.
      setState(tx, order, "cancel", "done", "");
      return;
    }
    String lab = labSlug(tx, order);
    Optional<LabConnectionProfile> link = links.find(order.tenant().environment(), lab);
    if (link.isEmpty()) {
      throw new UndeliverableOrder("the link to the laboratory no longer exists");
    }
    storeMessage(
        tx,
        order,
        link.get(),
        lab,
        "cancel",
        OrderAction.CANCEL,
        sent.get().getString("sample_id"));
    setState(tx, order, "cancel", "sent", "");
  }

  private void storeMessage(
      Tx tx,
      OrderRow order,
      LabConnectionProfile link,
      String lab,
      String kind,
      OrderAction wish,
      String sample) {
    String controlId = newSampleId() + newSampleId();
    byte[] body =
        adapters
            .computeIfAbsent(link.name(), n -> LabConnections.newAdapter(link))
            .write(orderBuilder.build(tx, order, wish, sample), lab, controlId, Instant.now());
    LabMessageRepo.insertOutgoing(
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
  Optional<LabConnectionProfile> linkOf(Tx tx, OrderRow order) {
    return links.find(order.tenant().environment(), labSlug(tx, order));
  }

  /**
   * Message of the order as its laboratory would have received it. The order must have a number.
   */
  byte[] orderMessage(Tx tx, OrderRow order) {
    String lab = labSlug(tx, order);
    LabConnectionProfile link = links.find(order.tenant().environment(), lab).orElseThrow();
    return adapters
        .computeIfAbsent(link.name(), n -> LabConnections.newAdapter(link))
        .write(
            orderBuilder.build(tx, order, OrderAction.PLACE, order.sampleId().orElseThrow()),
            lab,
            newSampleId() + newSampleId(),
            Instant.now());
  }

  private static void setState(Tx tx, OrderRow order, String kind, String state, String error) {
    DispatchRepo.setState(tx, order.id(), kind, state, error);
  }

  /** Makes a suspended order due immediately. */
  static void wakeOrder(Tx tx, UUID order) {
    DispatchRepo.wake(tx, order);
    tx.wakeAfterCommit(OrderLifecycle.QUEUE);
  }

  private static String labSlug(Tx tx, OrderRow order) {
    return tx.first(LAB, order.lab()).orElseThrow().getString("slug");
  }

  private static String newSampleId() {
    byte[] random = HexFormat.of().parseHex(Ids.randomHex(SAMPLE_LENGTH));
    StringBuilder out = new StringBuilder(SAMPLE_LENGTH);
    for (byte b : random) {
      out.append(SAMPLE_ALPHABET.charAt(b & 31));
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
