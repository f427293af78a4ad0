package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.HighStatus;
import io.tributary.lab.state.LabOrderAction;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Transitions;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * An order that a result may belong to.
 *
 * @param codes the laboratory's codes of the ordered markers
 */
record MatchCandidate(
    UUID order,
    UUID transaction,
    UUID user,
    UUID team,
    int lab,
    Modality modality,
    LowStatus status,
    Set<String> codes) {
  /** Limit of orders that are compared for one date of birth. */
  private static final int MAX_ORDERS = 2000;

  /** Candidates per person beyond this number do not help a reviewer. */
  private static final int MAX_SHOWN_PER_USER = 10;

  private static final String BY_BIRTH_DATE =
      """
      select o.id, o.transaction_id, o.user_id, o.team_id, o.lab_id, o.modality, o.status,
             o.patient::text as patient,
             (select coalesce(array_agg(m.provider_id), '{}') from lab_order_marker m
               where m.order_id = o.id) as codes
        from lab_order o join app_user u on u.id = o.user_id
       where o.dob = $1 and o.environment = $2 and o.patient is not null
         and u.deleted_at is null
         and (cardinality($3::uuid[]) = 0 or o.team_id = any ($3))
       order by o.created_at desc, o.id
       limit $4
      """;
  private static final String CODES =
      "select provider_id from lab_order_marker where order_id = $1";

  /** Orders of patients who may be this person, newest first. */
  static List<MatchCandidate> findLike(
      Tx tx, IncomingReport in, PatientIdentity person, Set<UUID> teams) {
    if (person.birthDate().isEmpty()) {
      return List.of();
    }
    List<MatchCandidate> out = new ArrayList<>();
    for (Row r :
        tx.query(
            BY_BIRTH_DATE,
            person.birthDate().get(),
            in.environment().wire(),
            teams.toArray(UUID[]::new),
            MAX_ORDERS)) {
      if (ResultIntake.identityOf(Json.parse(r.getString("patient")))
          .filter(p -> p.matches(person))
          .isPresent()) {
        out.add(read(r));
      }
    }
    return out;
  }

  private static MatchCandidate read(Row r) {
    return new MatchCandidate(
        r.getUUID("id"),
        r.getUUID("transaction_id"),
        r.getUUID("user_id"),
        r.getUUID("team_id"),
        r.getInteger("lab_id"),
        Modality.valueOf(r.getString("modality").toUpperCase(Locale.ROOT)),
        LowStatus.fromWireName(r.getString("status")).orElseThrow(),
        Set.copyOf(RowMapping.texts(r, "codes")));
  }

  static MatchCandidate of(Tx tx, OrderRow o) {
    return new MatchCandidate(
        o.id(),
        o.transaction(),
        o.user(),
        o.tenant().team(),
        o.lab(),
        o.modality(),
        o.status().low(),
        Set.copyOf(RowMapping.list(tx.query(CODES, o.id()), r -> r.getString("provider_id"))));
  }

  boolean isOpen() {
    return !Transitions.isFinished(modality, status);
  }

  /** Candidates grouped by user, in API form. */
  static ArrayNode groupByUser(
      List<MatchCandidate> all, MatchDecision decision, int lab, Set<String> received) {
    Map<UUID, List<MatchCandidate>> byUser = new LinkedHashMap<>();
    all.forEach(c -> byUser.computeIfAbsent(c.user(), k -> new ArrayList<>()).add(c));
    ArrayNode out = Json.array();
    byUser.forEach(
        (user, orders) -> {
          ObjectNode group = out.addObject().put("user_id", user.toString());
          ArrayNode list = group.putArray("candidates");
          orders.stream()
              .limit(MAX_SHOWN_PER_USER)
              .forEach(c -> list.add(c.json(decision, lab, received)));
        });
    return out;
  }

  private ObjectNode json(MatchDecision decision, int at, Set<String> received) {
    boolean sample =
        switch (decision) {
          case MATCH_SAMPLE_ID,
              MATCH_COMPLETED,
              MATCH_CANCELLED,
              WRONG_COLLECTION,
              MATCH_SAMPLE_ID_MISMATCH_DEMO ->
              true;
          case MATCH_DEMO, WRONG_LAB, MULTIPLE_DEMO_MATCH, NO_MATCH -> false;
        };
    boolean person = decision != MatchDecision.MATCH_SAMPLE_ID_MISMATCH_DEMO;
    Set<String> shared = new HashSet<>(codes);
    shared.retainAll(received);
    double score = score(sample, person, at, shared.size());
    ObjectNode out =
        Json.object()
            .put("candidate_type", sample ? "provenance_order" : "order_option")
            .put("confidence_level", score >= 0.8 ? "high" : score >= 0.5 ? "medium" : "low")
            .put("confidence_score", score)
            .put("order_id", order.toString())
            .put("order_transaction_id", transaction.toString())
            .put("last_status", status.wireName());
    out.putObject("marker_overlap")
        .put("ordered", codes.size())
        .put("received", received.size())
        .put("shared", shared.size());
    ArrayNode reasons = out.putArray("reasons");
    if (sample) {
      reasons.add("sample_id_match");
    }
    reasons.add(person ? "demographic_match" : "demographic_mismatch");
    reasons.add(lab == at ? "same_lab" : "possible_wrong_lab");
    addStateReasons(sample, reasons);
    reasons.add(
        shared.isEmpty()
            ? "marker_overlap_none"
            : shared.equals(codes) && shared.equals(received)
                ? "marker_overlap_exact"
                : "marker_overlap_partial");
    out.putObject("status_context")
        .put("result_ready", LabOrderAction.ATTACH_RESULT.isAllowed(modality, status));
    return out;
  }

  private void addStateReasons(boolean sample, ArrayNode reasons) {
    if (LabOrderAction.CORRECT_RESULT.isAllowed(modality, status)) {
      reasons.add("matched_completed_order");
    } else if (status.highStatus(modality) == HighStatus.CANCELLED) {
      reasons.add("matched_cancelled_order");
    } else if (sample && !LabOrderAction.ATTACH_RESULT.isAllowed(modality, status)) {
      reasons.add("invalid_collection_state");
    }
  }

  /**
   * Likelihood as a sum that a reviewer can follow. It adds 0.3 for the sample, 0.3 for the person,
   * 0.1 for the lab, 0.1 for an open order and 0.2 for a shared test.
   */
  private double score(boolean sample, boolean person, int at, int shared) {
    int points = (sample ? 3 : 0) + (person ? 3 : 0) + (lab == at ? 1 : 0);
    points += (isOpen() ? 1 : 0) + (shared > 0 ? 2 : 0);
    return points / 10.0;
  }
}
