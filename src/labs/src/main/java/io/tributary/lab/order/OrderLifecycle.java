package io.tributary.lab.order;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Environment;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.lab.catalogue.OrderedTests;
import io.tributary.lab.state.HighStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.OrderEventType;
import io.tributary.lab.state.OrderOrigin;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.Transitions;
import io.tributary.team.FeatureFlags;
import io.tributary.team.LabFeature;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Creates orders and moves them between statuses; no other class does. Each step writes one order
 * event and, unless it is unannounced, one customer event in the caller's transaction. Listeners
 * run in the same transaction. Writing methods require a virtual or plain thread.
 */
public final class OrderLifecycle {
  /** Queue that wakes the dispatch job: rows of lab_order_dispatch may be due. */
  public static final String QUEUE = "lab-dispatch";

  private final Db db;
  private final Outbox outbox;
  private final List<OrderListener> listeners = new CopyOnWriteArrayList<>();

  public OrderLifecycle(Db db, Outbox outbox) {
    this.db = db;
    this.outbox = outbox;
  }

  /** Registers a listener for moves. Call before the node serves requests. */
  public void addListener(OrderListener listener) {
    listeners.add(listener);
  }

  /** Returns the order, locked until the transaction ends. */
  public Optional<OrderRow> lock(Tx tx, UUID order) {
    return OrderRepo.lock(tx, order);
  }

  /** Returns the order, locked; empty when the tenant does not see it. */
  public Optional<OrderRow> lock(Tx tx, Tenant tenant, UUID order) {
    return OrderRepo.lock(tx, tenant, order);
  }

  /** Returns the order with this laboratory number, locked until the transaction ends. */
  public Optional<OrderRow> lockBySample(Tx tx, Environment environment, int lab, String sampleId) {
    return OrderRepo.bySample(tx, environment, lab, sampleId);
  }

  /**
   * Returns the order without locking it; empty when the tenant does not see it. May run on event
   * loops.
   */
  public Future<Optional<OrderRow>> find(Tenant tenant, UUID order) {
    return db.read(OrderRepo.FIND, order, tenant.team(), tenant.environment().wire())
        .map(rows -> RowMapping.first(rows, OrderRow::read));
  }

  /**
   * Makes the move if it is allowed and does nothing otherwise. Uses the current row in the
   * database, so several moves in sequence may pass the same {@code order}.
   */
  public Transitions.Verdict move(Tx tx, OrderRow order, Status to) {
    OrderRow now = lockCurrent(tx, order);
    Transitions.Verdict verdict = Transitions.judge(now.modality(), now.status(), to);
    if (verdict == Transitions.Verdict.MOVE) {
      applyMove(tx, now, to);
    }
    return verdict;
  }

  /**
   * Cancels the orders of a user who is being deleted, where cancellation is still allowed.
   * Laboratories and customers are notified. The caller holds the lock on the user's row.
   */
  public void cancelAll(Tx tx, UUID user) {
    for (UUID id : OrderRepo.ofUser(tx, user)) {
      OrderRow order = lock(tx, id).orElseThrow();
      // Otherwise a repeated message would cancel the order a second time.
      if (order.status().low() != LowStatus.CANCELLED) {
        move(tx, order, Status.of(LowStatus.CANCELLED));
      }
    }
  }

  /** Makes the move for a customer; fails with 400 when it is not allowed. */
  public void require(Tx tx, OrderRow order, Status to) {
    OrderRow now = lockCurrent(tx, order);
    Transitions.requireMove(now.modality(), now.status(), to);
    applyMove(tx, now, to);
  }

  private OrderRow lockCurrent(Tx tx, OrderRow order) {
    return lock(tx, order.id()).orElseThrow(() -> ServiceException.notFound("order"));
  }

  /**
   * Stores the laboratory's number of the order.
   *
   * @return false, with nothing changed, when the order has a number or the laboratory used this
   *     one before
   */
  public boolean assignSampleId(Tx tx, OrderRow order, String sampleId) {
    return OrderRepo.assignSampleId(tx, order.id(), sampleId);
  }

  /** ID and API view of a new order. */
  record CreatedOrder(UUID id, ObjectNode view) {}

  /** Creates an order with its first events and queues it for the laboratory. */
  CreatedOrder create(Tx tx, OrderDraft draft) {
    UUID id = OrderRepo.insert(tx, draft);
    boolean imported = draft.sampleId().isPresent();
    List<LowStatus> steps = OrderOrigin.initialStatuses(imported);
    OrderRepo.insertEvent(tx, id, Status.of(steps.getFirst()));
    if (!imported) {
      OrderRepo.insertDispatch(tx, id, draft.activateAt().orElse(null));
      tx.wakeAfterCommit(QUEUE);
    }
    OrderRow row = lock(tx, id).orElseThrow();
    ObjectNode view = announce(tx, row, true);
    listeners.forEach(l -> l.onCreated(tx, row));
    for (LowStatus step : steps.subList(1, steps.size())) {
      view = applyMove(tx, row, Status.of(step));
    }
    return new CreatedOrder(id, view);
  }

  /**
   * Creates an order for tests that the laboratory must repeat, in the same transaction and on the
   * same terms.
   *
   * @param initial the order that ends in a redraw
   * @param markers IDs of the markers to be drawn again
   */
  public UUID createRedraw(Tx tx, OrderRow initial, Collection<Integer> markers) {
    List<Integer> ids = List.copyOf(markers);
    UUID test = OrderedTests.hiddenSubset(tx, initial.tenant(), initial.labTest(), ids);
    return create(
            tx,
            new OrderDraft(
                initial.tenant(),
                initial.user(),
                Optional.of(initial),
                OrderOrigin.REDRAW,
                initial.lab(),
                initial.account(),
                test,
                ids,
                initial.modality(),
                initial.patient(),
                initial.address(),
                initial.shipping(),
                initial.terms().limitedTo(ids),
                Optional.empty(),
                Optional.empty()))
        .id();
  }

  /**
   * Creates an order for a result that exists already. Nothing is sent to the laboratory: the order
   * starts like an imported one.
   *
   * @param like order whose patient and terms are copied
   * @param joins whether the new order belongs to the same transaction
   * @param lab laboratory that sent the result
   * @param sampleId a number that no order of this laboratory has
   */
  public OrderRow createForResult(
      Tx tx, OrderRow like, boolean joins, int lab, List<Integer> markers, String sampleId) {
    // A kit would have to be shipped first.
    Modality modality = like.modality().isKit() ? Modality.ON_SITE : like.modality();
    UUID test =
        OrderedTests.hiddenTest(
            tx, like.tenant(), lab, modality.collectionMethod(), false, markers);
    OrderDraft draft =
        new OrderDraft(
            like.tenant(),
            like.user(),
            joins ? Optional.of(like) : Optional.empty(),
            joins ? OrderOrigin.RECREATION : OrderOrigin.INITIAL,
            lab,
            lab == like.lab() ? like.account() : Optional.empty(),
            test,
            markers,
            modality,
            like.patient(),
            like.address(),
            NullNode.instance,
            like.terms().limitedTo(markers),
            Optional.empty(),
            Optional.of(sampleId));
    return lock(tx, create(tx, draft).id()).orElseThrow();
  }

  private ObjectNode applyMove(Tx tx, OrderRow before, Status to) {
    OrderRepo.updateStatus(tx, before.id(), to);
    OrderRepo.insertEvent(tx, before.id(), to);
    if (to.low().highStatus(before.modality()) == HighStatus.CANCELLED
        && OrderRepo.cancelDispatch(tx, before.id())) {
      tx.wakeAfterCommit(QUEUE);
    }
    OrderRow after = lock(tx, before.id()).orElseThrow();
    ObjectNode view = announce(tx, after, false);
    listeners.forEach(l -> l.onMoved(tx, before, to));
    return view;
  }

  private ObjectNode announce(Tx tx, OrderRow order, boolean first) {
    LowStatus low = order.status().low();
    boolean partial =
        low == LowStatus.PARTIAL_RESULTS
            && FeatureFlags.of(tx, order.tenant())
                .lab()
                .contains(LabFeature.PARTIAL_RESULT_WEBHOOKS);
    ObjectNode view = view(tx, order.id());
    OrderEventType.of(first, low, partial).ifPresent(what -> publishEvent(tx, order, what, view));
    return view;
  }

  /**
   * Resends the last webhook as it was sent. If it is no longer stored, sends the current state.
   */
  void resendLastEvent(Tx tx, UUID order) {
    OrderRow row = lock(tx, order).orElseThrow(() -> ServiceException.notFound("order"));
    Optional<String> again = OrderRepo.lastWebhook(tx, order).flatMap(m -> outbox.resend(tx, m));
    if (again.isPresent()) {
      OrderRepo.lastWebhook(tx, order, again.get());
      return;
    }
    ObjectNode view = view(tx, order);
    OrderEventType last =
        view.get("events").size() == 1 ? OrderEventType.CREATED : OrderEventType.UPDATED;
    publishEvent(tx, row, last, view);
  }

  private void publishEvent(Tx tx, OrderRow order, OrderEventType what, ObjectNode view) {
    Event event =
        new Event(
            what.eventType(),
            order.tenant(),
            order.user(),
            OrderRepo.clientUserId(tx, order.user()),
            view);
    OrderRepo.lastWebhook(tx, order.id(), outbox.addOne(tx, event));
  }

  /** Returns an existing transaction in API form. May run on event loops. */
  public Future<ObjectNode> transaction(UUID id) {
    return OrderView.transaction(db, id);
  }

  /** Returns the order in API form, including the changes of this transaction. */
  public ObjectNode view(Tx tx, UUID order) {
    return OrderView.render(tx.reads(), tx.query(OrderRow.COLUMNS + " where o.id = $1", order))
        .await()
        .getFirst();
  }
}
