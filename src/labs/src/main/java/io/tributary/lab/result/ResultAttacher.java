package io.tributary.lab.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LabOrderAction;
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
  private static final String LAB_TEST_ACCOUNT =
      """
      select coalesce(l.network, l.slug) as network, l.name, t.fasting,
             coalesce(a.provider_account_id,
                      (select p.provider_account_id from lab_account p
                        where p.lab_id = $1 and p.environment = $4 and p.is_default)) as account
        from lab l
        join lab_test t on t.id = $2
        left join lab_account a on a.id = $3
       where l.id = $1
      """;
  private static final String HAS_REDRAW =
      "select 1 from lab_order where transaction_id = $1 and origin = 'redraw' limit 1";
  private static final String TIMES =
      """
      select r.created_at, r.updated_at, u.client_user_id
        from lab_result r, app_user u where r.order_id = $1 and u.id = $2
      """;

  private final OrderLifecycle lifecycle;
  private final Outbox outbox;

  ResultAttacher(OrderLifecycle book, Outbox outbox) {
    this.lifecycle = book;
    this.outbox = outbox;
  }

  /**
   * Results to attach.
   *
   * @param positions positions of its tests in the message
   * @param labReport the laboratory's own report
   */
  record AttachableResults(
      UUID rawMessage,
      List<Integer> positions,
      ResultHistory history,
      Optional<byte[]> labReport) {}

  /**
   * @param order locked by this transaction
   * @param reviewed whether a person assigned the result to the order
   */
  IntakeOutcome attach(Tx tx, OrderRow order, AttachableResults message, boolean reviewed) {
    ResultRepo.recordMessage(tx, order.id(), message.rawMessage(), message.positions());
    Optional<ResultRepo.StoredResult> before = ResultRepo.find(tx, order.id());
    ResultHistory ledger =
        before
            .map(ResultRepo.StoredResult::history)
            .orElse(ResultHistory.EMPTY)
            .merge(message.history());
    OrderedMarkers ordered = ResultRepo.orderedMarkers(tx, order.id());
    Row around = readContext(tx, order);
    OrderResultView report = OrderResultView.of(subject(order, around), ledger, ordered);
    ObjectNode shown = report.json();
    boolean again =
        before.filter(b -> report.result().hasSameContent(b.report())).isPresent()
            && message.history().rejectionStatus().filter(s -> !s.equals(order.status())).isEmpty();
    if (again) {
      ResultRepo.updateContent(tx, order.id(), ledger, shown);
    } else {
      ResultRepo.save(tx, order.id(), order.user(), report, shown, before);
    }
    message
        .labReport()
        .ifPresent(
            p ->
                ResultRepo.saveLabReport(
                    tx, order.id(), p, message.history().lastReportedAt().orElseThrow()));
    if (again) {
      return IntakeOutcome.UNCHANGED;
    }
    announceCritical(
        tx, order, report, before.map(ResultRepo.StoredResult::announcedCritical).orElse(Set.of()));
    moveOrder(
        tx,
        order,
        around.getString("network"),
        report,
        message.history().rejectionStatus(),
        reviewed);
    return IntakeOutcome.ATTACHED;
  }

  private static Row readContext(Tx tx, OrderRow order) {
    return tx.first(
            LAB_TEST_ACCOUNT,
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
        Times.parseDate(p.path("dob").asText())
            .orElseThrow(() -> new IllegalStateException("the order has no birth date")),
        order.user().toString(),
        around.getString("name"),
        account == null ? "" : account,
        order.sampleId().orElse(""),
        around.getBoolean("fasting"));
  }

  /** Announces a critical result once, and again only when another result is critical. */
  private void announceCritical(Tx tx, OrderRow order, OrderResultView report, Set<String> told) {
    if (told.containsAll(report.result().criticalCodes())) {
      return;
    }
    Row r = tx.first(TIMES, order.id(), order.user()).orElseThrow();
    ObjectNode data =
        Json.object()
            .put("order_id", order.id().toString())
            .put("sample_id", order.sampleId().orElse(""))
            .put("status", report.result().status())
            .put("interpretation", InterpretationRules.wireName(report.result().interpretation()))
            .put("team_id", order.tenant().team().toString())
            .put("user_id", order.user().toString())
            .put("created_at", Times.format(RowMapping.instant(r, "created_at")))
            .put("updated_at", Times.format(RowMapping.instant(r, "updated_at")));
    outbox.add(
        tx,
        new Event(
            "labtest.result.critical",
            order.tenant(),
            order.user(),
            r.getString("client_user_id"),
            data));
  }

  private void moveOrder(
      Tx tx,
      OrderRow order,
      String lab,
      OrderResultView report,
      Optional<Status> rejection,
      boolean reviewed) {
    OrderResult found = report.result();
    LowStatus from = order.status().low();
    Set<Integer> again = markersToRedraw(tx, order, lab, found);
    if (again.isEmpty() && moveForRejectedSample(tx, order, report, rejection)) {
      return;
    }
    if (found.isEmpty() && !found.complete()) {
      return;
    }
    ResultTransitions.ResultKind kind = kind(order, found, !again.isEmpty());
    List<LowStatus> steps =
        reviewed
            ? ResultTransitions.afterReview(order.modality(), from, kind)
            : ResultTransitions.after(order.modality(), from, kind);
    steps.forEach(s -> lifecycle.move(tx, order, Status.of(s)));
    if (kind == ResultTransitions.ResultKind.FINAL_WITH_REDRAW && !steps.isEmpty()) {
      lifecycle.createRedraw(tx, order, again);
    }
  }

  /**
   * Moves the order according to a rejected sample. A sample condition counts only when the
   * laboratory has finished without results, because a sample in poor condition may still be
   * usable.
   */
  private boolean moveForRejectedSample(
      Tx tx, OrderRow order, OrderResultView report, Optional<Status> rejection) {
    if (!report.result().results().isEmpty()) {
      return false;
    }
    Optional<Status> to =
        rejection.or(
            () ->
                report.result().complete() ? report.history().conditionStatus() : Optional.empty());
    return to.isPresent() && lifecycle.move(tx, order, to.get()) == Transitions.Verdict.MOVE;
  }

  private static ResultTransitions.ResultKind kind(
      OrderRow order, OrderResult found, boolean drawnAgain) {
    if (LabOrderAction.CORRECT_RESULT.isAllowed(order.modality(), order.status().low())) {
      return ResultTransitions.ResultKind.CORRECTION;
    }
    if (!found.complete()) {
      return ResultTransitions.ResultKind.PARTIAL;
    }
    return drawnAgain
        ? ResultTransitions.ResultKind.FINAL_WITH_REDRAW
        : ResultTransitions.ResultKind.FINAL;
  }

  /**
   * Markers that must be drawn again because of the laboratory's failures; empty when no redraw
   * applies.
   */
  private static Set<Integer> markersToRedraw(
      Tx tx, OrderRow order, String lab, OrderResult found) {
    boolean applies =
        found.complete()
            && RedrawRule.applies(
                order.modality(),
                order.origin(),
                lab,
                FeatureFlags.of(tx, order.tenant()).lab().contains(LabFeature.REDRAWS),
                found.failureTypes())
            && tx.first(HAS_REDRAW, order.transaction()).isEmpty();
    Set<Integer> out = new TreeSet<>();
    if (applies) {
      found.missing().stream()
          .filter(m -> RedrawRule.isRedrawFailure(m.failure().wireName()))
          .flatMap(m -> m.markers().stream())
          .forEach(m -> out.add(m.id()));
    }
    return out;
  }
}
