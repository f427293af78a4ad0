package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.core.ServiceException;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.LabMessageRepo.MessageEnd;
import io.tributary.lab.exchange.LabMessageRepo.StoredMessage;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.hl7.AckPolicy.NextStep;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.StatusDetail;
import io.tributary.lab.state.Transitions;
import io.tributary.lab.state.Transitions.Verdict;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Applies a laboratory's answer to our message and to its order. Lock order, everywhere: first the
 * order, then the message.
 *
 * <p>An accepted order moves to {@code requisition_created}; a confirmed cancellation ends the
 * order's message. If the laboratory cancels on its own, the order is canceled, or parked for an
 * operator when it is too far advanced. A refused order is parked, and also moved to a fulfillment
 * error when the link is configured to cancel refused orders. Without an answer the same message is
 * sent again after a delay.
 */
final class LabAckHandler {
  private static final System.Logger LOG = System.getLogger(LabAckHandler.class.getName());

  /** HL7 table 0357: the laboratory already has an order with this number. */
  private static final String DUPLICATE_ORDER_NUMBER = "205";

  private static final String CANCELED_BY_LAB = "cancelled by the laboratory";

  private final LabExchangeConfig settings;
  private final OrderLifecycle orders;
  private final LabConnections links;
  private final ExchangeMetrics meters;

  LabAckHandler(
      LabExchangeConfig settings,
      OrderLifecycle orders,
      LabConnections links,
      ExchangeMetrics meters) {
    this.settings = settings;
    this.orders = orders;
    this.links = links;
    this.meters = meters;
  }

  /** A message and its order, both locked. */
  record LockedMessage(StoredMessage message, OrderRow order) {}

  Optional<LockedMessage> lock(Tx tx, StoredMessage seen) {
    Optional<OrderRow> order = seen.order().flatMap(id -> orders.lock(tx, id));
    return order.flatMap(
        o -> LabMessageRepo.lockOutgoing(tx, seen.id()).map(m -> new LockedMessage(m, o)));
  }

  /** Applies the first answer to a message, or a later negative one. */
  void apply(Tx tx, StoredMessage seen, LabAck heard) {
    Optional<LockedMessage> held = lock(tx, seen).filter(c -> !c.message().isVoid());
    if (held.isEmpty()) {
      return;
    }
    LockedMessage of = held.get();
    if (of.message().isOpen() || heard.next().isNegative()) {
      decide(tx, of, heard);
      meters.countSent(of.message().link(), heard.next().name().toLowerCase(Locale.ROOT));
    }
  }

  private void decide(Tx tx, LockedMessage of, LabAck heard) {
    StoredMessage message = of.message();
    switch (heard.next()) {
      case DELIVERED -> {
        markDelivered(tx, of, heard);
        resendCancellation(tx, of);
      }
      case CANCEL_CONFIRMED -> {
        if (message.isCancel()) {
          markDelivered(tx, of, heard);
        } else {
          applyLabCancellation(tx, of, heard);
        }
      }
      case AWAIT_APPLICATION ->
          LabMessageRepo.setAwaiting(
              tx, message.id(), heard.code(), settings.applicationAckTimeout());
      case RESEND ->
          LabMessageRepo.retryLater(
              tx, message.id(), settings.retryDelay(message.attempt()), heard.errorCodes());
      case PARK -> applyRefusal(tx, of, heard);
      case HOLD -> park(tx, of, heard, "the laboratory accepted only some of the tests", false);
      case CANCEL_REFUSED -> park(tx, of, heard, "too late to cancel", false);
      case CANCELLED_BY_LAB -> applyLabCancellation(tx, of, heard);
    }
  }

  /**
   * Applies the outcome that an operator learned out of band, as if the laboratory had answered.
   *
   * @throws ServiceException 400 when the message already has its answer
   */
  void applyOperatorOutcome(Tx tx, UUID id, boolean accepted) {
    LockedMessage of =
        LabMessageRepo.findOutgoing(tx, id)
            .flatMap(seen -> lock(tx, seen))
            .filter(c -> c.message().isOpen())
            .orElseThrow(
                () -> ServiceException.badRequest("the message is not waiting for an answer"));
    if (accepted) {
      decide(tx, of, LabAck.delivered(""));
      return;
    }
    LabMessageRepo.end(tx, id, MessageEnd.of("void", "refused"));
    DispatchRepo.setState(tx, of.order().id(), of.message().kind(), "done", "refused");
    if (!of.message().isCancel()) {
      orders.move(tx, of.order(), Status.of(StatusDetail.FULFILLMENT_ERROR));
      DispatchRepo.dropCancellation(tx, of.order().id(), "refused");
    }
  }

  /** Schedules the same message again after a delay, because no answer arrived. */
  void scheduleRetry(Tx tx, StoredMessage message, String why) {
    Duration pause = settings.retryDelay(message.attempt());
    LabMessageRepo.retryLater(tx, message.id(), pause, why);
    meters.countSent(message.link(), "silence");
  }

  /**
   * Delays a message whose answer could not be stored, or that cannot be sent at all, and lets the
   * others pass. After several attempts the message is parked for an operator.
   */
  void recordFailure(Tx tx, StoredMessage seen, Duration pause, String why) {
    Optional<LockedMessage> of = lock(tx, seen);
    int times = LabMessageRepo.countFault(tx, seen.id(), pause, why);
    if (of.isPresent() && times >= settings.maxReadAttempts()) {
      LabAck nothing = new LabAck(NextStep.PARK, false, "", Optional.empty(), "", new byte[0]);
      park(tx, of.get(), nothing, "internal error: " + why, false);
    }
  }

  /** Withdraws an order whose user was deleted before anything about it was sent. */
  void withdrawDeletedUser(Tx tx, StoredMessage seen) {
    lock(tx, seen)
        .ifPresent(
            of -> {
              String why = "the user was deleted";
              LabMessageRepo.end(tx, seen.id(), MessageEnd.of("void", why));
              DispatchRepo.setState(tx, of.order().id(), "order", "done", why);
              orders.move(tx, of.order(), Status.of(StatusDetail.FULFILLMENT_ERROR));
              DispatchRepo.dropCancellation(tx, of.order().id(), why);
            });
  }

  /**
   * Marks the message of an order as delivered: a result proves that the laboratory has the order.
   */
  void markProven(Tx tx, String link, int lab, String sampleId) {
    LabMessageRepo.findUnanswered(tx, link, lab, sampleId)
        .flatMap(seen -> lock(tx, seen))
        .filter(of -> of.message().isOpen())
        .ifPresent(of -> markDelivered(tx, of, LabAck.delivered("")));
  }

  /**
   * Sends the cancellation again when the laboratory accepts an order that it refused before and
   * that is canceled by now.
   */
  private static void resendCancellation(Tx tx, LockedMessage of) {
    boolean cancelled = of.order().status().low() == LowStatus.CANCELLED;
    if (cancelled
        && !of.message().isCancel()
        && DispatchRepo.reinstateCancellation(tx, of.order().id())) {
      tx.wakeAfterCommit(OrderLifecycle.QUEUE);
    }
  }

  private void markDelivered(Tx tx, LockedMessage of, LabAck heard) {
    StoredMessage message = of.message();
    OrderRow order = of.order();
    end(tx, of, "done", heard, "", false);
    if (message.isCancel()) {
      LabMessageRepo.voidOrderMessage(tx, order.id());
      DispatchRepo.setState(tx, order.id(), "order", "done", "");
      return;
    }
    message.sampleId().ifPresent(sample -> assignSampleId(tx, order, sample));
    orders.move(tx, order, Status.of(LowStatus.REQUISITION_CREATED));
  }

  private void assignSampleId(Tx tx, OrderRow order, String sample) {
    if (order.sampleId().isEmpty() && !orders.assignSampleId(tx, order, sample)) {
      LOG.log(Level.ERROR, "order=" + order.id() + " sample id is already used by another order");
      meters.countFault("sample_taken");
    }
  }

  /**
   * Cancels the order without a cancellation of ours. An order that is too far advanced is parked
   * for an operator.
   */
  private void applyLabCancellation(Tx tx, LockedMessage of, LabAck heard) {
    OrderRow order = of.order();
    if (orders.move(tx, order, Status.of(LowStatus.CANCELLED)) == Verdict.FORBIDDEN) {
      park(
          tx,
          of,
          heard,
          CANCELED_BY_LAB + ", the order is " + order.status().low().wireName(),
          false);
      return;
    }
    end(tx, of, "done", heard, CANCELED_BY_LAB, false);
    DispatchRepo.dropCancellation(tx, order.id(), CANCELED_BY_LAB);
  }

  private void applyRefusal(Tx tx, LockedMessage of, LabAck heard) {
    StoredMessage message = of.message();
    boolean there = List.of(heard.errorCodes().split(",")).contains(DUPLICATE_ORDER_NUMBER);
    if (there && !message.isCancel() && message.attempt() > 1 && message.isOpen()) {
      // Only the repetition is refused: the order that the laboratory has under this number is
      // ours.
      markDelivered(tx, of, heard);
      return;
    }
    park(tx, of, heard, heard.errorCodes().isEmpty() ? "refused" : heard.errorCodes(), !there);
    boolean cancels =
        links.findByName(message.link()).map(LabConnectionProfile::cancelRefused).orElse(false);
    if (heard.refused() && cancels && !message.isCancel() && !there) {
      orders.move(tx, of.order(), Status.of(StatusDetail.FULFILLMENT_ERROR));
      DispatchRepo.dropCancellation(tx, of.order().id(), "refused");
    }
  }

  /**
   * @param nothing whether the laboratory has nothing of the message
   */
  private void park(Tx tx, LockedMessage of, LabAck heard, String error, boolean nothing) {
    StoredMessage message = of.message();
    LOG.log(
        Level.ERROR,
        "message=%s link=%s kind=%s code=%s error=%s parked"
            .formatted(message.id(), message.link(), message.kind(), heard.code(), error));
    end(tx, of, "parked", heard, error, nothing);
  }

  private static void end(
      Tx tx, LockedMessage of, String state, LabAck heard, String error, boolean nothing) {
    StoredMessage message = of.message();
    byte[] answer = heard.answer().length == 0 ? null : heard.answer();
    String code = heard.code().isEmpty() ? null : heard.code();
    LabMessageRepo.end(tx, message.id(), new MessageEnd(state, code, error, answer, nothing));
    DispatchRepo.setState(tx, of.order().id(), message.kind(), state, error);
  }

  /** Sends a parked message again after an operator has fixed the cause. */
  void replay(Tx tx, UUID order, String kind) {
    OrderRow row = orders.lock(tx, order).orElseThrow(() -> ServiceException.notFound("message"));
    Verdict verdict =
        Transitions.judge(row.modality(), row.status(), Status.of(LowStatus.REQUISITION_CREATED));
    if (kind.equals("order") && verdict != Verdict.MOVE) {
      throw ServiceException.badRequest("the order is " + row.status().low().wireName());
    }
    DispatchRepo.setState(tx, order, kind, "sent", "");
  }
}
