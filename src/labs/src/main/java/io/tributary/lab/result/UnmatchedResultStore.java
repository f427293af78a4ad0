package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport.Subject;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Stores results that await review and announces them to their team. */
final class UnmatchedResultStore {
  private static final String INSERT =
      """
      insert into lab_unmatched_result
        (id, lab_message_id, position, test_indexes, team_id, environment, lab_id, status, decision_code,
         sub_reason_codes, source_order_id, patient, search, fragments, content, candidates, reported_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::text::jsonb, $13,
              $14::text::jsonb, $15, $16::text::jsonb, $17)
      """;

  /** Items that a team passed on to operators stay with the operators. */
  private static final String UPDATE_ASSESSMENT =
      """
      with old as (
        select team_id, status, decision_code, test_indexes, sub_reason_codes
          from lab_unmatched_result where id = $1),
      new as (
        update lab_unmatched_result u
           set position = $2, test_indexes = $3, team_id = $4, decision_code = $6, sub_reason_codes = $7,
               status = case when u.resolution_action = 'unsure' then u.status else $5 end,
               source_order_id = $8, fragments = $9::text::jsonb, content = $10,
               candidates = $11::text::jsonb
         where u.id = $1
        returning u.team_id, u.status, u.decision_code, u.test_indexes, u.sub_reason_codes)
      select new.status, old.team_id is distinct from new.team_id as moved,
             row(old.*) is distinct from row(new.*) as changed
        from old, new
      """;

  private static final String TOUCH =
      "update lab_unmatched_result set updated_at = now() where id = $1";

  private static final String MATCHED =
      """
      update lab_unmatched_result u
         set status = 'matched', resolved_order_id = $2,
             resolved_user_id = (select user_id from lab_order where id = $2), updated_at = now()
       where u.id = $1
      returning (select status = 'pending_customer_review' from lab_unmatched_result where id = $1)
                as told
      """;

  private static final String EVENT_DATA =
      """
      select team_id, environment, status, decision_code, sub_reason_codes,
             resolution_action, resolved_user_id, resolved_order_id
        from lab_unmatched_result where id = $1
      """;

  private final Outbox outbox;

  UnmatchedResultStore(Outbox outbox) {
    this.outbox = outbox;
  }

  /** The order of the sample, with the decision about the result. */
  record SampleOrder(OrderRow order, MatchDecision decision) {}

  /** A part of a message that cannot be attached to an order. */
  record UnmatchedPart(ReportPart part, ResultHistory history, Optional<SampleOrder> source) {}

  /**
   * Updates the stored items of a message to the current assessment.
   *
   * @param waiting items stored before
   * @param loose parts that await review from now on
   * @param attached parts attached to orders just now
   * @return whether an item is new, or its assessment changed
   */
  boolean updateWaiting(
      Tx tx,
      IncomingReport in,
      List<MessageProgress.WaitingItem> waiting,
      List<UnmatchedPart> loose,
      Map<UUID, ReportPart> attached) {
    List<MessageProgress.WaitingItem> left = new ArrayList<>(waiting);
    boolean changed = false;
    for (UnmatchedPart one : loose) {
      MatchAssessment now = MatchAssessment.assess(tx, in, one);
      Optional<MessageProgress.WaitingItem> before =
          left.stream()
              .filter(w -> !Collections.disjoint(w.positions(), one.part().positions()))
              .findFirst();
      if (before.isPresent()) {
        left.remove(before.get());
        changed |= updateItem(tx, before.get().id(), one, now);
      } else {
        insert(tx, in, one, now);
        changed = true;
      }
    }
    left.forEach(w -> markMatched(tx, w, attached));
    return changed;
  }

  private void insert(Tx tx, IncomingReport in, UnmatchedPart one, MatchAssessment now) {
    UUID id = Ids.uuid();
    Subject subject = one.part().subject();
    tx.update(
        INSERT,
        id,
        in.rawMessage(),
        firstPosition(one),
        positions(one),
        now.team().orElse(null),
        in.environment().wire(),
        in.lab(),
        now.status().wireName(),
        now.decision().wireName(),
        now.subReasons().toArray(String[]::new),
        sourceOrderId(one),
        patientJson(subject),
        searchText(subject),
        Json.text(one.history()),
        one.part().labReport().map(Buffer::buffer).orElse(null),
        Json.text(now.candidates()),
        ResultRepo.toUtc(one.history().lastReportedAt().orElseThrow()));
    if (now.reviewed()) {
      announce(tx, id, true);
    }
  }

  private boolean updateItem(Tx tx, UUID id, UnmatchedPart one, MatchAssessment now) {
    Row r =
        tx.first(
                UPDATE_ASSESSMENT,
                id,
                firstPosition(one),
                positions(one),
                now.team().orElse(null),
                now.status().wireName(),
                now.decision().wireName(),
                now.subReasons().toArray(String[]::new),
                sourceOrderId(one),
                Json.text(one.history()),
                one.part().labReport().map(Buffer::buffer).orElse(null),
                Json.text(now.candidates()))
            .orElseThrow();
    if (!r.getBoolean("changed")) {
      return false;
    }
    tx.update(TOUCH, id);
    if (r.getString("status").equals(ReviewStatus.PENDING_CUSTOMER_REVIEW.wireName())) {
      announce(tx, id, r.getBoolean("moved"));
    }
    return true;
  }

  /** Marks an item as matched, because all its tests were attached. */
  private void markMatched(
      Tx tx, MessageProgress.WaitingItem item, Map<UUID, ReportPart> attached) {
    UUID order =
        attached.entrySet().stream()
            .filter(e -> !Collections.disjoint(e.getValue().positions(), item.positions()))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(null);
    boolean told = tx.first(MATCHED, item.id(), order).orElseThrow().getBoolean("told");
    if (told) {
      announce(tx, item.id(), false);
    }
  }

  private static Integer firstPosition(UnmatchedPart one) {
    return Collections.min(one.part().positions());
  }

  private static Integer[] positions(UnmatchedPart one) {
    return one.part().positions().toArray(Integer[]::new);
  }

  private static UUID sourceOrderId(UnmatchedPart one) {
    return one.source().map(s -> s.order().id()).orElse(null);
  }

  private static String patientJson(Subject s) {
    return Json.text(
        Json.object()
            .put("first_name", Biomarker.orNull(s.name().given()))
            .put("last_name", Biomarker.orNull(s.name().family()))
            .put("dob", s.birthDate().map(d -> d + "T00:00:00+00:00").orElse(null))
            .put("gender", s.sex().name().toLowerCase(Locale.ROOT)));
  }

  /** Search text: names and birth date, in lower case. */
  private static String searchText(Subject s) {
    return (s.name().given()
            + " "
            + s.name().family()
            + " "
            + s.name().given()
            + " "
            + s.birthDate().map(Object::toString).orElse(""))
        .toLowerCase(Locale.ROOT);
  }

  /** Announces an item to its team. */
  void announce(Tx tx, UUID id, boolean first) {
    Row r = tx.first(EVENT_DATA, id).orElseThrow();
    ObjectNode data =
        Json.object()
            .put("id", id.toString())
            .put("status", r.getString("status"))
            .put("decision_code", r.getString("decision_code"));
    RowMapping.texts(r, "sub_reason_codes").forEach(data.putArray("sub_reason_codes")::add);
    data.put("resolution_action", r.getString("resolution_action"))
        .put("resolved_user_id", textOrNull(r.getUUID("resolved_user_id")))
        .put("resolved_order_id", textOrNull(r.getUUID("resolved_order_id")));
    outbox.add(
        tx,
        new Event(
            first ? "labtest.match_review.created" : "labtest.match_review.updated",
            Tenant.of(r.getUUID("team_id"), r.getString("environment")),
            null,
            null,
            data,
            Event.Audience.ALL,
            // Belongs to no user, but refers to the user that a reviewer chose.
            r.getUUID("resolved_user_id")));
  }

  static String textOrNull(UUID id) {
    return id == null ? null : id.toString();
  }
}
