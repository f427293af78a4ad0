package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.lab.result.UnmatchedResultStore.SampleOrder;
import io.tributary.lab.result.UnmatchedResultStore.UnmatchedPart;
import io.tributary.team.FeatureFlags;
import io.tributary.team.LabFeature;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Assessment of a result that cannot be attached to an order automatically.
 *
 * @param team team that sees it; empty: operators only
 * @param reviewed whether the team decides about it
 */
record MatchAssessment(
    MatchDecision decision,
    Optional<UUID> team,
    boolean reviewed,
    List<String> subReasons,
    ArrayNode candidates) {
  private static final String OTHER_ACCOUNT = "lab_account_mismatch";

  static MatchAssessment assess(Tx tx, IncomingReport in, UnmatchedPart loose) {
    AccountOwners owners = AccountOwners.find(tx, in, loose.part().subject());
    Set<String> codes =
        loose.history().panels().stream().map(PanelSummary::code).collect(Collectors.toSet());
    return loose
        .source()
        .map(s -> assessOrder(tx, in, owners, s, codes))
        .orElseGet(() -> assessPerson(tx, in, owners, loose, codes));
  }

  /**
   * Assesses a result whose sample belongs to an order. The order's team sees it, unless another
   * patient's result arrived on an account that is not the team's.
   */
  private static MatchAssessment assessOrder(
      Tx tx, IncomingReport in, AccountOwners owners, SampleOrder source, Set<String> codes) {
    boolean otherAccount = owners.differsFromOrder(tx, source.order());
    UUID team = source.order().tenant().team();
    boolean othersPatient = source.decision() == MatchDecision.MATCH_SAMPLE_ID_MISMATCH_DEMO;
    boolean hidden = othersPatient && otherAccount && !owners.teams().contains(team);
    return create(
        tx,
        in,
        source.decision(),
        hidden ? Optional.empty() : Optional.of(team),
        otherAccount ? List.of(OTHER_ACCOUNT) : List.of(),
        MatchCandidate.groupByUser(
            List.of(MatchCandidate.of(tx, source.order())), source.decision(), in.lab(), codes));
  }

  /**
   * Assesses a result by the patient. The search is limited to the teams of the account, because
   * patients of two teams may have the same identity.
   */
  private static MatchAssessment assessPerson(
      Tx tx, IncomingReport in, AccountOwners owners, UnmatchedPart loose, Set<String> codes) {
    List<MatchCandidate> people =
        owners.teams().isEmpty()
            ? List.of()
            : MatchCandidate.findLike(
                tx, in, PatientIdentity.fromSubject(loose.part().subject()), owners.teams());
    MatchDecision decision = decide(in, people);
    return create(
        tx,
        in,
        decision,
        singleTeam(people, owners.teams()),
        List.of(),
        MatchCandidate.groupByUser(people, decision, in.lab(), codes));
  }

  private static MatchAssessment create(
      Tx tx,
      IncomingReport in,
      MatchDecision decision,
      Optional<UUID> team,
      List<String> subReasons,
      ArrayNode candidates) {
    boolean reviewed =
        team.map(t -> FeatureFlags.of(tx, new Tenant(t, in.environment())))
            .filter(s -> s.lab().contains(LabFeature.UNMATCHED_REVIEW))
            .isPresent();
    return new MatchAssessment(decision, team, reviewed, subReasons, candidates);
  }

  private static MatchDecision decide(IncomingReport in, List<MatchCandidate> people) {
    long users = people.stream().map(MatchCandidate::user).distinct().count();
    ResultMatcher.Users found =
        users == 0
            ? ResultMatcher.Users.NONE
            : users == 1 ? ResultMatcher.Users.ONE : ResultMatcher.Users.SEVERAL;
    boolean here = people.stream().anyMatch(c -> c.isOpen() && c.lab() == in.lab());
    boolean elsewhere = people.stream().anyMatch(c -> c.isOpen() && c.lab() != in.lab());
    return ResultMatcher.decide(
        Optional.empty(),
        found,
        here
            ? ResultMatcher.OpenOrders.HERE
            : elsewhere ? ResultMatcher.OpenOrders.ELSEWHERE : ResultMatcher.OpenOrders.NONE);
  }

  /**
   * The single team of all candidates, or of the account if there are none; empty when several
   * teams qualify.
   */
  private static Optional<UUID> singleTeam(List<MatchCandidate> people, Set<UUID> teams) {
    Set<UUID> of =
        people.isEmpty()
            ? teams
            : people.stream().map(MatchCandidate::team).collect(Collectors.toSet());
    return of.size() == 1 ? Optional.of(of.iterator().next()) : Optional.empty();
  }

  ReviewStatus status() {
    return reviewed ? ReviewStatus.PENDING_CUSTOMER_REVIEW : ReviewStatus.PENDING_OPS_REVIEW;
  }
}
