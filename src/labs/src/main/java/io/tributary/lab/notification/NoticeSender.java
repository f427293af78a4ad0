package io.tributary.lab.notification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.lab.state.LowStatus;
import io.tributary.team.FeatureFlags;
import io.tributary.team.LabFeature;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Checks whether a due message is still relevant and delivers it through the gateway. Call on
 * virtual threads.
 */
final class NoticeSender {
  private static final System.Logger LOG = System.getLogger(NoticeSender.class.getName());
  private static final int MAX_ATTEMPTS = 8;
  private static final Duration INITIAL_DELAY = Duration.ofSeconds(10);
  private static final Duration MAX_DELAY = Duration.ofHours(1);

  private static final Set<LowStatus> NOT_BOOKED =
      Set.of(
          LowStatus.REQUISITION_CREATED,
          LowStatus.REQUISITION_BYPASSED,
          LowStatus.APPOINTMENT_CANCELLED);

  private final Db db;
  private final NoticeQueue queue;
  private final NoticeGateway gateway;

  NoticeSender(Db db, NoticeQueue queue, NoticeGateway gateway) {
    this.db = db;
    this.queue = queue;
    this.gateway = gateway;
  }

  void send(NoticeQueue.DueNotice due) {
    Set<LabFeature> on = db.tx(tx -> FeatureFlags.of(tx, due.tenant())).lab();
    Optional<ObjectNode> notice = isRelevant(due, on) ? buildAddressed(due, on) : Optional.empty();
    if (notice.isEmpty()) {
      queue.end(due.id(), "dropped", null);
      return;
    }
    try {
      gateway.send(due.id(), notice.get());
    } catch (RuntimeException e) {
      onFailure(due, e);
      return;
    }
    queue.end(due.id(), "sent", null);
  }

  private void onFailure(NoticeQueue.DueNotice due, RuntimeException e) {
    if (due.attempt() >= MAX_ATTEMPTS) {
      LOG.log(Level.WARNING, "notice=" + due.id() + " given up: " + e.getMessage());
      queue.end(due.id(), "failed", e.getMessage());
      return;
    }
    Duration wait = INITIAL_DELAY.multipliedBy(1L << 2 * (due.attempt() - 1));
    queue.retryLater(due.id(), wait.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : wait, e.getMessage());
  }

  /** Reminders are relevant only while their occasion still exists. */
  private static boolean isRelevant(NoticeQueue.DueNotice due, Set<LabFeature> on) {
    if (due.userDeleted() || due.kind().isReminder() && !on.contains(LabFeature.SMS_REMINDERS)) {
      return false;
    }
    return switch (due.kind()) {
      case REMINDER_KIT -> due.status() == LowStatus.WITH_CUSTOMER;
      case REMINDER_BOOKING -> NOT_BOOKED.contains(due.status()) && due.step().isEmpty();
      case REMINDER_APPOINTMENT ->
          due.step().filter("scheduled"::equals).isPresent()
              && due.start().equals(due.appointmentStart());
      default -> true;
    };
  }

  /**
   * Builds the message with its recipient; empty when the patient cannot or must not be contacted.
   */
  private static Optional<ObjectNode> buildAddressed(
      NoticeQueue.DueNotice due, Set<LabFeature> on) {
    Optional<String> mail =
        text(due.patient(), "email").filter(m -> on.contains(LabFeature.PATIENT_EMAIL));
    Optional<String> phone =
        text(due.patient(), "phone_number")
            .or(() -> text(due.shipping(), "phone_number"))
            .filter(p -> on.contains(LabFeature.PATIENT_SMS) && due.smsEnabled());
    return switch (due.channel()) {
      case SMS -> phone.map(p -> body(due, "sms", p));
      case EMAIL -> mail.map(m -> body(due, "email", m));
      case EMAIL_ELSE_SMS ->
          mail.map(m -> body(due, "email", m)).or(() -> phone.map(p -> body(due, "sms", p)));
    };
  }

  private static Optional<String> text(JsonNode from, String name) {
    return Optional.ofNullable(from.path(name).textValue()).filter(t -> !t.isEmpty());
  }

  private static ObjectNode body(NoticeQueue.DueNotice due, String channel, String to) {
    ObjectNode out =
        Json.object()
            .put("id", due.id().toString())
            .put("kind", due.kind().wireName())
            .put("channel", channel)
            .put("to", to)
            .put("text", due.kind().text())
            .put("first_name", text(due.patient(), "first_name").orElse(null))
            .put("lab", due.lab())
            .put("team_id", due.tenant().team().toString())
            .put("environment", due.tenant().environment().wire())
            .put("user_id", due.user().toString())
            .put("order_id", due.order().toString());
    out.put("appointment_start", due.appointmentStart().map(Times::format).orElse(null))
        .put("iana_timezone", due.appointmentStart().isPresent() ? due.zone().orElse(null) : null);
    return out;
  }
}
