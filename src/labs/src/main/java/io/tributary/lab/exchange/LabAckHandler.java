package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.core.ServiceException;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.LabMessageRepo.End;
import io.tributary.lab.exchange.LabMessageRepo.Kept;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.hl7.AckPolicy.Next;
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
  private static final String DUPLICATE = "205";

  private static final String BY_LAB = "cancelled by the laboratory";

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
  record Case(Kept message, OrderRow order) {}

  Optional<Case> hold(Tx tx, Kept seen) {
    Optional<OrderRow> order = seen.order().flatMap(id -> orders.lock(tx, id));
    return order.flatMap(o -> LabMessageRepo.hold(tx, seen.id()).map(m -> new Case(m, o)));
  }

  /** Applies the first answer to a message, or a later negative one. */
  void apply(Tx tx, Kept seen, LabAck heard) {
    Optional<Case> held = hold(tx, seen).filter(c -> !c.message().isVoid());
    if (held.isEmpty()) {
      return;
    }
    Case of = held.get();
    if (of.message().isOpen() || heard.next().isBad()) {
      decide(tx, of, heard);
      meters.sent(of.message().link(), heard.next().name().toLowerCase(Locale.ROOT));
    }
  }

  private void decide(Tx tx, Case of, LabAck heard) {
    Kept message = of.message();
    switch (heard.next()) {
      case DELIVERED -> {
        delivered(tx, of, heard);
        takeBack(tx, of);
      }
      case CANCEL_CONFIRMED -> {
        if (message.isCancel()) {
          delivered(tx, of, heard);
        } else {
          cancelledByLab(tx, of, heard);
        }
      }
      case AWAIT_APPLICATION ->
          LabMessageRepo.await(tx, message.id(), heard.code(), settings.applicationTimeout());
      case RESEND ->
          LabMessageRepo.again(
              tx, message.id(), settings.waitAfter(message.attempt()), heard.error());
      case PARK -> refused(tx, of, heard);
      case HOLD -> park(tx, of, heard, "the laboratory takes some of the tests", false);
      case CANCEL_REFUSED -> park(tx, of, heard, "too late to cancel", false);
      case CANCELLED_BY_LAB -> cancelledByLab(tx, of, heard);
    }
  }

  /**
   * Applies the outcome that an operator learned out of band, as if the laboratory had answered.
   *
   * @throws Refusal 400 when the message already has its answer
   */
  void settle(Tx tx, UUID id, boolean accepted) {
    Case of =
        LabMessageRepo.out(tx, id)
            .flatMap(seen -> hold(tx, seen))
            .filter(c -> c.message().isOpen())
            .orElseThrow(() -> ServiceException.invalid("the message waits for no answer"));
    if (accepted) {
      decide(tx, of, LabAck.delivered(""));
      return;
    }
    LabMessageRepo.end(tx, id, End.of("void", "refused"));
    DispatchRepo.ended(tx, of.order().id(), of.message().kind(), "done", "refused");
    if (!of.message().isCancel()) {
      orders.move(tx, of.order(), Status.of(StatusDetail.FULFILLMENT_ERROR));
      DispatchRepo.needless(tx, of.order().id(), "refused");
    }
  }

  /** Schedules the same message again after a delay, because no answer arrived. */
  void silence(Tx tx, Kept message, String why) {
    Duration pause = settings.waitAfter(message.attempt());
    LabMessageRepo.again(tx, message.id(), pause, why);
    meters.sent(message.link(), "silence");
  }

  /**
   * Delays a message whose answer could not be stored, or that cannot be sent at all, and lets the
   * others pass. After several attempts the message is parked for an operator.
   */
  void fault(Tx tx, Kept seen, Duration pause, String why) {
    Optional<Case> of = hold(tx, seen);
    int times = LabMessageRepo.fault(tx, seen.id(), pause, why);
    if (of.isPresent() && times >= settings.readTries()) {
      LabAck nothing = new LabAck(Next.PARK, false, "", Optional.empty(), "", new byte[0]);
      park(tx, of.get(), nothing, "fault of ours: " + why, false);
    }
  }

  /** Withdraws an order whose user was deleted before anything about it was sent. */
  void withdraw(Tx tx, Kept seen) {
    hold(tx, seen)
        .ifPresent(
            of -> {
              String why = "the user was deleted";
              LabMessageRepo.end(tx, seen.id(), End.of("void", why));
              DispatchRepo.ended(tx, of.order().id(), "order", "done", why);
              orders.move(tx, of.order(), Status.of(StatusDetail.FULFILLMENT_ERROR));
              DispatchRepo.needless(tx, of.order().id(), why);
            });
  }

  /**
   * Marks the message of an order as delivered: a result proves that the laboratory has the order.
   */
  void proven(Tx tx, String link, int lab, String sampleId) {
    LabMessageRepo.unanswered(tx, link, lab, sampleId)
        .flatMap(seen -> hold(tx, seen))
        .filter(of -> of.message().isOpen())
        .ifPresent(of -> delivered(tx, of, LabAck.delivered("")));
  }

  /**
   * Sends the cancellation again when the laboratory accepts an order that it refused before and
   * that is canceled by now.
   */
  private static void takeBack(Tx tx, Case of) {
    boolean cancelled = of.order().status().low() == LowStatus.CANCELLED;
    if (cancelled && !of.message().isCancel() && DispatchRepo.recall(tx, of.order().id())) {
      tx.wakeAfterCommit(OrderLifecycle.QUEUE);
    }
  }

  private void delivered(Tx tx, Case of, LabAck heard) {
    Kept message = of.message();
    OrderRow order = of.order();
    end(tx, of, "done", heard, "", false);
    if (message.isCancel()) {
      LabMessageRepo.takenBack(tx, order.id());
      DispatchRepo.ended(tx, order.id(), "order", "done", "");
      return;
    }
    message.sampleId().ifPresent(sample -> identify(tx, order, sample));
    orders.move(tx, order, Status.of(LowStatus.REQUISITION_CREATED));
  }

  private void identify(Tx tx, OrderRow order, String sample) {
    if (order.sampleId().isEmpty() && !orders.identify(tx, order, sample)) {
      LOG.log(Level.ERROR, "order=" + order.id() + " its number is another order's");
      meters.fault("sample_taken");
    }
  }

  /**
   * Cancels the order without a cancellation of ours. An order that is too far advanced is parked
   * for an operator.
   */
  private void cancelledByLab(Tx tx, Case of, LabAck heard) {
    OrderRow order = of.order();
    if (orders.move(tx, order, Status.of(LowStatus.CANCELLED)) == Verdict.FORBIDDEN) {
      park(tx, of, heard, BY_LAB + ", the order is " + order.status().low().text(), false);
      return;
    }
    end(tx, of, "done", heard, BY_LAB, false);
    DispatchRepo.needless(tx, order.id(), BY_LAB);
  }

  private void refused(Tx tx, Case of, LabAck heard) {
    Kept message = of.message();
    boolean there = List.of(heard.error().split(",")).contains(DUPLICATE);
    if (there && !message.isCancel() && message.attempt() > 1 && message.isOpen()) {
      // Only the repetition is refused: the order that the laboratory has under this number is
      // ours.
      delivered(tx, of, heard);
      return;
    }
    park(tx, of, heard, heard.error().isEmpty() ? "refused" : heard.error(), !there);
    boolean cancels =
        links.named(message.link()).map(LabConnectionProfile::cancelRefused).orElse(false);
    if (heard.refused() && cancels && !message.isCancel() && !there) {
      orders.move(tx, of.order(), Status.of(StatusDetail.FULFILLMENT_ERROR));
      DispatchRepo.needless(tx, of.order().id(), "refused");
    }
  }

  /**
   * @param nothing whether the laboratory has nothing of the message
   */
  private void park(Tx tx, Case of, LabAck heard, String error, boolean nothing) {
    Kept message = of.message();
    LOG.log(
        Level.ERROR,
        "message=%s link=%s kind=%s code=%s error=%s parked"
            .formatted(message.id(), message.link(), message.kind(), heard.code(), error));
    end(tx, of, "parked", heard, error, nothing);
  }

  private static void end(
      Tx tx, Case of, String state, LabAck heard, String error, boolean nothing) {
    Kept message = of.message();
    byte[] answer = heard.answer().length == 0 ? null : heard.answer();
    String code = heard.code().isEmpty() ? null : heard.code();
    LabMessageRepo.end(tx, message.id(), new End(state, code, error, answer, nothing));
    DispatchRepo.ended(tx, of.order().id(), message.kind(), state, error);
  }

  /** Sends a parked message again after an operator has fixed the cause. */
  void replay(Tx tx, UUID order, String kind) {
    OrderRow row = orders.lock(tx, order).orElseThrow(() -> ServiceException.notFound("message"));
    Verdict verdict =
        Transitions.judge(row.modality(), row.status(), Status.of(LowStatus.REQUISITION_CREATED));
    if (kind.equals("order") && verdict != Verdict.MOVE) {
      throw ServiceException.invalid("the order is " + row.status().low().text());
    }
    DispatchRepo.ended(tx, order, kind, "sent", "");
  }
}
