package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.db.Tx;
import io.tributary.kernel.Refusal;
import io.tributary.lab.exchange.MessageRepo.Kept;
import io.tributary.lab.order.OrderBook;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.StatusDetail;
import io.tributary.lab.state.Transitions;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** What an answer of a laboratory does to a message of ours and to its order (labs.md §19.5). */
final class AnswerDesk {
  private static final System.Logger LOG = System.getLogger(AnswerDesk.class.getName());

  private final LabExchangeConfig settings;
  private final OrderBook orders;
  private final Links links;
  private final ExchangeMeters meters;

  AnswerDesk(LabExchangeConfig settings, OrderBook orders, Links links, ExchangeMeters meters) {
    this.settings = settings;
    this.orders = orders;
    this.links = links;
    this.meters = meters;
  }

  /** The order first, then the message: everybody locks them so. */
  void apply(Tx tx, Kept message, Heard heard) {
    Optional<OrderRow> order = message.order().flatMap(id -> orders.lock(tx, id));
    if (order.isEmpty()) {
      return;
    }
    switch (heard.next()) {
      case DELIVERED -> delivered(tx, message, order.get(), heard);
      case CANCEL_CONFIRMED -> cancelled(tx, message, order.get(), heard);
      case AWAIT_APPLICATION ->
          MessageRepo.await(tx, message.id(), heard.code(), settings.applicationTimeout());
      case RESEND ->
          MessageRepo.again(tx, message.id(), settings.waitAfter(message.attempt()), heard.error());
      case PARK -> refused(tx, message, order.get(), heard);
      case CANCEL_REFUSED -> park(tx, message, order.get(), heard, "too late to cancel");
      case CANCELLED_BY_LAB -> cancelledByLab(tx, message, order.get(), heard);
    }
    meters.sent(message.link(), heard.next().name().toLowerCase(java.util.Locale.ROOT));
  }

  /** As if the laboratory had answered: somebody knows it by other ways. */
  void settle(Tx tx, UUID id, boolean accepted) {
    Kept message =
        MessageRepo.open(tx, id)
            .orElseThrow(() -> Refusal.invalid("the message waits for no answer"));
    if (accepted) {
      apply(tx, message, Heard.delivered(""));
      return;
    }
    OrderRow order = orders.lock(tx, message.order().orElseThrow()).orElseThrow();
    MessageRepo.end(tx, id, "void", null, "refused", null);
    Dispatch.ended(tx, order.id(), message.kind(), "done", "refused");
    if (!message.isCancel()) {
      orders.move(tx, order, Status.of(StatusDetail.FULFILLMENT_ERROR));
    }
  }

  /** Nothing was heard: the same message again, after a pause. */
  void silence(Tx tx, Kept message, String why) {
    Duration pause = settings.waitAfter(message.attempt());
    MessageRepo.again(tx, message.id(), pause, why);
    meters.sent(message.link(), "silence");
  }

  /** A result proves that the laboratory has the order, whatever became of its answer. */
  void proven(Tx tx, String link, int lab, String sampleId) {
    MessageRepo.unanswered(tx, link, lab, sampleId)
        .ifPresent(message -> apply(tx, message, Heard.delivered("")));
  }

  private void delivered(Tx tx, Kept message, OrderRow order, Heard heard) {
    if (!end(tx, message, "done", heard, "")) {
      return;
    }
    if (message.isCancel()) {
      Dispatch.ended(tx, order.id(), "cancel", "done", "");
      return;
    }
    Dispatch.ended(tx, order.id(), "order", "done", "");
    message.sampleId().ifPresent(sample -> identify(tx, order, sample));
    orders.move(tx, order, Status.of(LowStatus.REQUISITION_CREATED));
  }

  private void identify(Tx tx, OrderRow order, String sample) {
    if (order.sampleId().isEmpty() && !orders.identify(tx, order, sample)) {
      LOG.log(Level.ERROR, "order=" + order.id() + " its number is another order's");
      meters.fault("sample_taken");
    }
  }

  private void cancelled(Tx tx, Kept message, OrderRow order, Heard heard) {
    if (end(tx, message, "done", heard, "")) {
      Dispatch.ended(tx, order.id(), message.kind(), "done", "");
    }
  }

  private void cancelledByLab(Tx tx, Kept message, OrderRow order, Heard heard) {
    if (end(tx, message, "done", heard, "cancelled by the laboratory")) {
      Dispatch.ended(tx, order.id(), message.kind(), "done", "cancelled by the laboratory");
      orders.move(tx, order, Status.of(LowStatus.CANCELLED));
    }
  }

  private void refused(Tx tx, Kept message, OrderRow order, Heard heard) {
    park(tx, message, order, heard, heard.error().isEmpty() ? "refused" : heard.error());
    boolean cancels = links.named(message.link()).map(LinkProfile::cancelRefused).orElse(false);
    if (heard.refused() && cancels && !message.isCancel()) {
      orders.move(tx, order, Status.of(StatusDetail.FULFILLMENT_ERROR));
    }
  }

  private void park(Tx tx, Kept message, OrderRow order, Heard heard, String error) {
    if (end(tx, message, "parked", heard, error)) {
      LOG.log(
          Level.ERROR,
          "message=%s link=%s kind=%s code=%s error=%s parked"
              .formatted(message.id(), message.link(), message.kind(), heard.code(), error));
      Dispatch.ended(tx, order.id(), message.kind(), "parked", error);
    }
  }

  private static boolean end(Tx tx, Kept message, String state, Heard heard, String error) {
    byte[] answer = heard.answer().length == 0 ? null : heard.answer();
    return MessageRepo.end(tx, message.id(), state, blank(heard.code()), error, answer);
  }

  private static String blank(String code) {
    return code.isEmpty() ? null : code;
  }

  /** A parked message of ours goes out once more: somebody has mended what was wrong. */
  void replayed(Tx tx, UUID id, String kind, String link) {
    OrderRow order = orders.lock(tx, id).orElseThrow(() -> Refusal.notFound("message"));
    if (kind.equals("order")
        && Transitions.judge(
                order.modality(), order.status(), Status.of(LowStatus.REQUISITION_CREATED))
            != Transitions.Verdict.MOVE) {
      throw Refusal.invalid("the order is " + order.status().low().text());
    }
    Dispatch.ended(tx, id, kind, "sent", "");
    tx.wakeAfterCommit(MessageRepo.outQueue(link));
  }
}
