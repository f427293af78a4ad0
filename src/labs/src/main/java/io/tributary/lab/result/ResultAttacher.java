package io.tributary.lab.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.Action;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.RedrawRule;
import io.tributary.lab.state.ResultTransitions;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.Transitions;
import io.tributary.team.FeatureFlags;
import io.tributary.team.LabFeature;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Attaches results to an order: merges them with earlier ones, archives what they replace, moves
 * the order and announces critical results. Runs in the caller's transaction, which holds the lock
 * on the order.
 */
final class ResultAttacher {
  private static final String AROUND =
      """
      select coalesce(l.network, l.slug) as network, l.name, t.fasting,
             coalesce(a.provider_account_id,
                      (select p.provider_account_id from lab_account p
                        where p.lab_id = $1 and p.environment = $4 and p.everyone)) as account
        from lab l
        join lab_test t on t.id = $2
        left join lab_account a on a.id = $3
       where l.id = $1
      """;
  private static final String DRAWN_AGAIN =
      "select 1 from lab_order where transaction_id = $1 and origin = 'redraw' limit 1";
  private static final String TIMES =
      """
      select r.created_at, r.updated_at, u.client_user_id
        from lab_result r, app_user u where r.order_id = $1 and u.id = $2
      """;

  private final OrderLifecycle book;
  private final Outbox outbox;

  ResultAttacher(OrderLifecycle book, Outbox outbox) {
    this.book = book;
    this.outbox = outbox;
  }

  /**
   * Results to attach.
   *
   * @param places positions of its tests in the message
   * @param paper the laboratory's own report
   */
  record Message(
      UUID rawMessage, List<Integer> places, ResultHistory said, Optional<byte[]> paper) {}

  /**
   * @param order locked by this transaction
   * @param reviewed whether a person assigned the result to the order
   */
  IntakeOutcome attach(Tx tx, OrderRow order, Message message, boolean reviewed) {
    ResultRepo.has(tx, order.id(), message.rawMessage(), message.places());
    Optional<ResultRepo.Stored> before = ResultRepo.find(tx, order.id());
    ResultHistory ledger =
        before.map(ResultRepo.Stored::ledger).orElse(ResultHistory.EMPTY).with(message.said());
    OrderedMarkers ordered = ResultRepo.ordered(tx, order.id());
    Row around = around(tx, order);
    OrderResultView report = OrderResultView.of(subject(order, around), ledger, ordered);
    ObjectNode shown = report.json();
    boolean again =
        before.filter(b -> report.findings().sameAs(b.report())).isPresent()
            && message.said().rejection().filter(s -> !s.equals(order.status())).isEmpty();
    if (again) {
      ResultRepo.saveAgain(tx, order.id(), ledger, shown);
    } else {
      ResultRepo.save(tx, order.id(), order.user(), report, shown, before);
    }
    message
        .paper()
        .ifPresent(
            p -> ResultRepo.savePaper(tx, order.id(), p, message.said().saidAt().orElseThrow()));
    if (again) {
      return IntakeOutcome.UNCHANGED;
    }
    alarm(tx, order, report, before.map(ResultRepo.Stored::critical).orElse(Set.of()));
    move(tx, order, around.getString("network"), report, message.said().rejection(), reviewed);
    return IntakeOutcome.ATTACHED;
  }

  private static Row around(Tx tx, OrderRow order) {
    return tx.first(
            AROUND,
            order.lab(),
            order.labTest(),
            order.account().orElse(null),
            order.tenant().environment().wire())
        .orElseThrow();
  }

  private static OrderResultView.Subject subject(OrderRow order, Row around) {
    JsonNode p = order.patient();
    String account = around.getString("account");
    return new OrderResultView.Subject(
        (p.path("first_name").asText() + " " + p.path("last_name").asText()).strip(),
        Times.date(p.path("dob").asText())
            .orElseThrow(() -> new IllegalStateException("the order has no birth date")),
        order.user().toString(),
        around.getString("name"),
        account == null ? "" : account,
        order.sampleId().orElse(""),
        around.getBoolean("fasting"));
  }

  /** Announces a critical result once, and again only when another result is critical. */
  private void alarm(Tx tx, OrderRow order, OrderResultView report, Set<String> told) {
    if (told.containsAll(report.findings().critical())) {
      return;
    }
    Row r = tx.first(TIMES, order.id(), order.user()).orElseThrow();
    ObjectNode data =
        Json.object()
            .put("order_id", order.id().toString())
            .put("sample_id", order.sampleId().orElse(""))
            .put("status", report.findings().status())
            .put("interpretation", InterpretationRules.text(report.findings().interpretation()))
            .put("team_id", order.tenant().team().toString())
            .put("user_id", order.user().toString())
            .put("created_at", Times.wire(Rows.instant(r, "created_at")))
            .put("updated_at", Times.wire(Rows.instant(r, "updated_at")));
    outbox.add(
        tx,
        new Event(
            "labtest.result.critical",
            order.tenant(),
            order.user(),
            r.getString("client_user_id"),
            data));
  }

  private void move(
      Tx tx,
      OrderRow order,
      String lab,
      OrderResultView report,
      Optional<Status> rejection,
      boolean reviewed) {
    OrderResult found = report.findings();
    LowStatus from = order.status().low();
    Set<Integer> again = drawnAgain(tx, order, lab, found);
    if (again.isEmpty() && spoilt(tx, order, report, rejection)) {
      return;
    }
    if (found.isEmpty() && !found.complete()) {
      return;
    }
    ResultTransitions.Kind kind = kind(order, found, !again.isEmpty());
    List<LowStatus> steps =
        reviewed
            ? ResultTransitions.afterReview(order.modality(), from, kind)
            : ResultTransitions.after(order.modality(), from, kind);
    steps.forEach(s -> book.move(tx, order, Status.of(s)));
    if (kind == ResultTransitions.Kind.FINAL_WITH_REDRAW && !steps.isEmpty()) {
      book.redraw(tx, order, again);
    }
  }

  /**
   * Moves the order according to a rejected sample. A sample condition counts only when the
   * laboratory has finished without results, because a sample in poor condition may still be
   * usable.
   */
  private boolean spoilt(
      Tx tx, OrderRow order, OrderResultView report, Optional<Status> rejection) {
    if (!report.findings().results().isEmpty()) {
      return false;
    }
    Optional<Status> to =
        rejection.or(
            () -> report.findings().complete() ? report.ledger().condition() : Optional.empty());
    return to.isPresent() && book.move(tx, order, to.get()) == Transitions.Verdict.MOVE;
  }

  private static ResultTransitions.Kind kind(
      OrderRow order, OrderResult found, boolean drawnAgain) {
    if (Action.CORRECT_RESULT.allowed(order.modality(), order.status().low())) {
      return ResultTransitions.Kind.CORRECTION;
    }
    if (!found.complete()) {
      return ResultTransitions.Kind.PARTIAL;
    }
    return drawnAgain ? ResultTransitions.Kind.FINAL_WITH_REDRAW : ResultTransitions.Kind.FINAL;
  }

  /**
   * Markers that must be drawn again because of the laboratory's failures; empty when no redraw
   * applies.
   */
  private static Set<Integer> drawnAgain(Tx tx, OrderRow order, String lab, OrderResult found) {
    boolean applies =
        found.complete()
            && RedrawRule.applies(
                order.modality(),
                order.origin(),
                lab,
                FeatureFlags.of(tx, order.tenant()).lab().contains(LabFeature.REDRAWS),
                found.failures())
            && tx.first(DRAWN_AGAIN, order.transaction()).isEmpty();
    Set<Integer> out = new TreeSet<>();
    if (applies) {
      found.missing().stream()
          .filter(m -> RedrawRule.isFault(m.failure().text()))
          .flatMap(m -> m.markers().stream())
          .forEach(m -> out.add(m.id()));
    }
    return out;
  }
}
