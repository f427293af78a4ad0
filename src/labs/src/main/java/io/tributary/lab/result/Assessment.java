package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.db.Tx;
import io.tributary.kernel.Tenant;
import io.tributary.lab.result.UnmatchedBook.Loose;
import io.tributary.lab.result.UnmatchedBook.Source;
import io.tributary.team.LabSwitch;
import io.tributary.team.Switches;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What is known of a result that no order takes by itself: labs.md §13.
 *
 * @param team that sees it; empty: operators only
 * @param reviewed whether the team decides about it
 */
record Assessment(
    Decision decision,
    Optional<UUID> team,
    boolean reviewed,
    List<String> subReasons,
    ArrayNode candidates) {
  private static final String OTHER_ACCOUNT = "lab_account_mismatch";

  static Assessment of(Tx tx, Incoming in, Loose loose) {
    Owners owners = Owners.of(tx, in, loose.part().subject());
    Set<String> codes =
        loose.said().panels().stream().map(PanelFacts::code).collect(Collectors.toSet());
    return loose
        .source()
        .map(s -> ofOrder(tx, in, owners, s, codes))
        .orElseGet(() -> ofPerson(tx, in, owners, loose, codes));
  }

  /**
   * A sample of a team's order is for this team to see, but for somebody else's result that came on
   * an account which is not the team's.
   */
  private static Assessment ofOrder(
      Tx tx, Incoming in, Owners owners, Source source, Set<String> codes) {
    boolean otherAccount = owners.differFrom(tx, source.order());
    UUID team = source.order().tenant().team();
    boolean othersPatient = source.decision() == Decision.MATCH_SAMPLE_ID_MISMATCH_DEMO;
    boolean hidden = othersPatient && otherAccount && !owners.teams().contains(team);
    return made(
        tx,
        in,
        source.decision(),
        hidden ? Optional.empty() : Optional.of(team),
        otherAccount ? List.of(OTHER_ACCOUNT) : List.of(),
        Candidate.groups(
            List.of(Candidate.of(tx, source.order())), source.decision(), in.lab(), codes));
  }

  /** Nobody is looked for beyond the teams of the account: people of two teams may be alike. */
  private static Assessment ofPerson(
      Tx tx, Incoming in, Owners owners, Loose loose, Set<String> codes) {
    List<Candidate> people =
        owners.teams().isEmpty()
            ? List.of()
            : Candidate.like(tx, in, Person.of(loose.part().subject()), owners.teams());
    Decision decision = decide(in, people);
    return made(
        tx,
        in,
        decision,
        one(people, owners.teams()),
        List.of(),
        Candidate.groups(people, decision, in.lab(), codes));
  }

  private static Assessment made(
      Tx tx,
      Incoming in,
      Decision decision,
      Optional<UUID> team,
      List<String> subReasons,
      ArrayNode candidates) {
    boolean reviewed =
        team.map(t -> Switches.of(tx, new Tenant(t, in.environment())))
            .filter(s -> s.lab().contains(LabSwitch.UNMATCHED_REVIEW))
            .isPresent();
    return new Assessment(decision, team, reviewed, subReasons, candidates);
  }

  private static Decision decide(Incoming in, List<Candidate> people) {
    long users = people.stream().map(Candidate::user).distinct().count();
    Matching.Users found =
        users == 0 ? Matching.Users.NONE : users == 1 ? Matching.Users.ONE : Matching.Users.SEVERAL;
    boolean here = people.stream().anyMatch(c -> c.isOpen() && c.lab() == in.lab());
    boolean elsewhere = people.stream().anyMatch(c -> c.isOpen() && c.lab() != in.lab());
    return Matching.decide(
        Optional.empty(),
        found,
        here
            ? Matching.OpenOrders.HERE
            : elsewhere ? Matching.OpenOrders.ELSEWHERE : Matching.OpenOrders.NONE);
  }

  /** The team of all who may be meant, else that of the account; several are for operators. */
  private static Optional<UUID> one(List<Candidate> people, Set<UUID> teams) {
    Set<UUID> of =
        people.isEmpty() ? teams : people.stream().map(Candidate::team).collect(Collectors.toSet());
    return of.size() == 1 ? Optional.of(of.iterator().next()) : Optional.empty();
  }

  ReviewStatus status() {
    return reviewed ? ReviewStatus.PENDING_CUSTOMER_REVIEW : ReviewStatus.PENDING_OPS_REVIEW;
  }
}
