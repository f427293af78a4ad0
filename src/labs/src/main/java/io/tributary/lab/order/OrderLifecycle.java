package io.tributary.lab.order;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Environment;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.Rows;
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
 * The one place where orders come into being and move on. Each step is one event of the order and,
 * where it is told, one event for the customer, in the caller's transaction. Writing methods are
 * for virtual and plain threads.
 */
public final class OrderLifecycle {
  /** Wakes whoever talks to the laboratories: rows of lab_order_dispatch may be due. */
  public static final String QUEUE = "lab-dispatch";

  private final Db db;
  private final Outbox outbox;
  private final List<OrderListener> listeners = new CopyOnWriteArrayList<>();

  public OrderLifecycle(Db db, Outbox outbox) {
    this.db = db;
    this.outbox = outbox;
  }

  /** From now on this is told of each move; call it before the node serves. */
  public void onMove(OrderListener listener) {
    listeners.add(listener);
  }

  /** The order, held until the transaction ends. */
  public Optional<OrderRow> lock(Tx tx, UUID order) {
    return OrderRepo.lock(tx, order);
  }

  /** The same for a caller: empty for what his team does not see. */
  public Optional<OrderRow> lock(Tx tx, Tenant tenant, UUID order) {
    return OrderRepo.lock(tx, tenant, order);
  }

  /** The order that a laboratory knows by this number, held until the transaction ends. */
  public Optional<OrderRow> bySample(Tx tx, Environment environment, int lab, String sampleId) {
    return OrderRepo.bySample(tx, environment, lab, sampleId);
  }

  /** Without a lock; empty for what the team does not see. May run on event loops. */
  public Future<Optional<OrderRow>> find(Tenant tenant, UUID order) {
    return db.read(OrderRepo.FIND, order, tenant.team(), tenant.environment().wire())
        .map(rows -> Rows.first(rows, OrderRow::read));
  }

  /**
   * Makes the move if the order may make it, and does nothing otherwise. Judged by what the
   * database says now, so that several moves in turn may name the same row.
   */
  public Transitions.Verdict move(Tx tx, OrderRow order, Status to) {
    OrderRow now = current(tx, order);
    Transitions.Verdict verdict = Transitions.judge(now.modality(), now.status(), to);
    if (verdict == Transitions.Verdict.MOVE) {
      step(tx, now, to);
    }
    return verdict;
  }

  /**
   * Cancels the orders of a user who is being deleted, as a call would, where they may still be
   * cancelled: laboratories and customers are told. The caller holds the user's row.
   */
  public void cancelAll(Tx tx, UUID user) {
    for (UUID id : OrderRepo.ofUser(tx, user)) {
      OrderRow order = lock(tx, id).orElseThrow();
      // Else a message that is repeated would be a cancellation once more.
      if (order.status().low() != LowStatus.CANCELLED) {
        move(tx, order, Status.of(LowStatus.CANCELLED));
      }
    }
  }

  /** The same for callers: 400 when the order may not make the move. */
  public void require(Tx tx, OrderRow order, Status to) {
    OrderRow now = current(tx, order);
    Transitions.require(now.modality(), now.status(), to);
    step(tx, now, to);
  }

  private OrderRow current(Tx tx, OrderRow order) {
    return lock(tx, order.id()).orElseThrow(() -> ServiceException.notFound("order"));
  }

  /**
   * Notes the number that the laboratory knows the order by from now on.
   *
   * @return false, and nothing is changed, when it has one or the laboratory used this one before
   */
  public boolean identify(Tx tx, OrderRow order, String sampleId) {
    return OrderRepo.identify(tx, order.id(), sampleId);
  }

  /** What an order came to be. */
  record Opened(UUID id, ObjectNode view) {}

  /** A new order with its first events; the laboratory gets it as soon as it may. */
  Opened open(Tx tx, OrderDraft draft) {
    UUID id = OrderRepo.insert(tx, draft);
    boolean imported = draft.sampleId().isPresent();
    List<LowStatus> steps = OrderOrigin.firstSteps(imported);
    OrderRepo.event(tx, id, Status.of(steps.getFirst()));
    if (!imported) {
      OrderRepo.dispatch(tx, id, draft.activateAt().orElse(null));
      tx.wakeAfterCommit(QUEUE);
    }
    OrderRow row = lock(tx, id).orElseThrow();
    ObjectNode view = announce(tx, row, true);
    listeners.forEach(l -> l.opened(tx, row));
    for (LowStatus step : steps.subList(1, steps.size())) {
      view = step(tx, row, Status.of(step));
    }
    return new Opened(id, view);
  }

  /**
   * An order for what the laboratory spoilt, in the transaction of the first one and on its terms.
   *
   * @param initial the order that ends in a redraw
   * @param markers ids of what is drawn again
   */
  public UUID redraw(Tx tx, OrderRow initial, Collection<Integer> markers) {
    List<Integer> ids = List.copyOf(markers);
    UUID test = OrderedTests.part(tx, initial.tenant(), initial.labTest(), ids);
    return open(
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
                initial.terms().about(ids),
                Optional.empty(),
                Optional.empty()))
        .id();
  }

  /**
   * An order for a result that is there already, so that nothing is sent to the laboratory: it
   * begins as one that was imported.
   *
   * @param like whose patient and terms it has
   * @param joins whether it belongs to the same transaction
   * @param lab that sent the result
   * @param sampleId a number that no order of this laboratory has
   */
  public OrderRow forResult(
      Tx tx, OrderRow like, boolean joins, int lab, List<Integer> markers, String sampleId) {
    // A kit would have to travel first.
    Modality modality = like.modality().isKit() ? Modality.ON_SITE : like.modality();
    UUID test = OrderedTests.hidden(tx, like.tenant(), lab, modality.method(), false, markers);
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
            like.terms().about(markers),
            Optional.empty(),
            Optional.of(sampleId));
    return lock(tx, open(tx, draft).id()).orElseThrow();
  }

  private ObjectNode step(Tx tx, OrderRow before, Status to) {
    OrderRepo.move(tx, before.id(), to);
    OrderRepo.event(tx, before.id(), to);
    if (to.low().high(before.modality()) == HighStatus.CANCELLED
        && OrderRepo.recall(tx, before.id())) {
      tx.wakeAfterCommit(QUEUE);
    }
    OrderRow after = lock(tx, before.id()).orElseThrow();
    ObjectNode view = announce(tx, after, false);
    listeners.forEach(l -> l.moved(tx, before, to));
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
    OrderEventType.of(first, low, partial).ifPresent(what -> tell(tx, order, what, view));
    return view;
  }

  /** What was told last is told again as it was then; as it is now when that is not kept. */
  void tellAgain(Tx tx, UUID order) {
    OrderRow row = lock(tx, order).orElseThrow(() -> ServiceException.notFound("order"));
    Optional<String> again = OrderRepo.told(tx, order).flatMap(m -> outbox.again(tx, m));
    if (again.isPresent()) {
      OrderRepo.told(tx, order, again.get());
      return;
    }
    ObjectNode view = view(tx, order);
    OrderEventType last =
        view.get("events").size() == 1 ? OrderEventType.CREATED : OrderEventType.UPDATED;
    tell(tx, row, last, view);
  }

  private void tell(Tx tx, OrderRow order, OrderEventType what, ObjectNode view) {
    Event event =
        new Event(
            what.eventType(),
            order.tenant(),
            order.user(),
            OrderRepo.reference(tx, order.user()),
            view);
    OrderRepo.told(tx, order.id(), outbox.addOne(tx, event));
  }

  /** A transaction that exists, as orders and results show it. May run on event loops. */
  public Future<ObjectNode> transaction(UUID id) {
    return OrderView.transaction(db, id);
  }

  /** The order as the API shows it, with what this transaction has changed. */
  public ObjectNode view(Tx tx, UUID order) {
    return OrderView.of(tx.reads(), tx.query(OrderRow.COLUMNS + " where o.id = $1", order))
        .await()
        .getFirst();
  }
}
