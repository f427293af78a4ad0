package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.kernel.Tenant;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.wire.LabReport.Subject;
import io.tributary.team.LabSwitch;
import io.tributary.team.Switches;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Results that wait for somebody to say whose they are: labs.md §13. */
final class UnmatchedBook {
  private static final String INSERT =
      """
      insert into lab_unmatched_result
        (id, raw_message, position, team_id, environment, lab_id, status, decision_code,
         sub_reason_codes, source_order_id, patient, search, pieces, content, candidates, said_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text::jsonb, $12, $13::text::jsonb, $14,
              $15::text::jsonb, $16)
      on conflict (raw_message, position) do nothing
      """;

  /** Who may order on the account of this number; an account for everyone says nothing. */
  private static final String TEAMS =
      """
      select distinct t.team_id
        from lab_account a join lab_account_team t on t.account_id = a.id
        join team_environment e on e.team_id = t.team_id and e.environment = a.environment
       where a.lab_id = $1 and a.environment = $2 and a.provider_account_id = $3
         and not exists (select from lab_account o where o.lab_id = $1 and o.environment = $2
                           and o.provider_account_id = $3 and o.everyone)
      """;

  private static final String ACCOUNT =
      """
      select coalesce((select provider_account_id from lab_account where id = $1),
                      (select provider_account_id from lab_account
                        where $1::uuid is null and lab_id = $2 and environment = $3 and everyone))
             as number
      """;

  private final Outbox outbox;

  UnmatchedBook(Outbox outbox) {
    this.outbox = outbox;
  }

  /** The order of the sample, and why it does not take the result by itself. */
  record Source(OrderRow order, Decision decision) {}

  /** Keeps a part of a message; the same part twice changes nothing. */
  Outcome keep(Tx tx, Incoming in, Part part, Ledger said, Optional<Source> source, int position) {
    Set<UUID> teams = in.accountNumber().map(n -> teams(tx, in, n)).orElse(Set.of());
    List<Candidate> people =
        source.isPresent() ? List.of() : Candidate.like(tx, in, Person.of(part.subject()), teams);
    Decision decision = source.map(Source::decision).orElseGet(() -> decide(in, people));
    Optional<UUID> team = source.map(s -> s.order().tenant().team()).or(() -> one(people, teams));
    boolean reviewed =
        team.map(t -> Switches.of(tx, new Tenant(t, in.environment())))
            .filter(s -> s.lab().contains(LabSwitch.UNMATCHED_REVIEW))
            .isPresent();
    Set<String> codes = said.panels().stream().map(PanelFacts::code).collect(Collectors.toSet());
    ArrayNode candidates =
        source
            .map(
                s ->
                    Candidate.groups(
                        List.of(Candidate.of(tx, s.order())), decision, in.lab(), codes))
            .orElseGet(() -> Candidate.groups(people, decision, in.lab(), codes));
    UUID id = Ids.uuid();
    int made =
        tx.update(
            INSERT,
            id,
            in.rawMessage(),
            position,
            team.orElse(null),
            in.environment().wire(),
            in.lab(),
            (reviewed ? ReviewStatus.PENDING_CUSTOMER_REVIEW : ReviewStatus.PENDING_OPS_REVIEW)
                .text(),
            decision.text(),
            subReasons(tx, in, source),
            source.map(s -> s.order().id()).orElse(null),
            patient(part.subject()),
            search(part.subject()),
            Json.text(said),
            part.paper().map(Buffer::buffer).orElse(null),
            Json.text(candidates),
            ResultRepo.utc(said.saidAt().orElseThrow()));
    if (made == 0) {
      return Outcome.UNCHANGED;
    }
    if (reviewed) {
      announce(tx, id, true);
    }
    return Outcome.UNMATCHED;
  }

  private static Set<UUID> teams(Tx tx, Incoming in, String number) {
    return Set.copyOf(
        Rows.list(
            tx.query(TEAMS, in.lab(), in.environment().wire(), number), r -> r.getUUID("team_id")));
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

  private static String[] subReasons(Tx tx, Incoming in, Optional<Source> source) {
    boolean other =
        source.isPresent()
            && in.accountNumber().isPresent()
            && tx.first(
                    ACCOUNT,
                    source.get().order().account().orElse(null),
                    in.lab(),
                    in.environment().wire())
                .map(r -> r.getString("number"))
                .filter(n -> !n.equals(in.accountNumber().get()))
                .isPresent();
    return other ? new String[] {"lab_account_mismatch"} : new String[0];
  }

  private static String patient(Subject s) {
    return Json.text(
        Json.object()
            .put("first_name", Biomarker.orNull(s.name().given()))
            .put("last_name", Biomarker.orNull(s.name().family()))
            .put("dob", s.birthDate().map(d -> d + "T00:00:00+00:00").orElse(null))
            .put("gender", s.sex().name().toLowerCase(Locale.ROOT)));
  }

  /** Names and the birth date, in lower case. */
  private static String search(Subject s) {
    return (s.name().given()
            + " "
            + s.name().family()
            + " "
            + s.name().given()
            + " "
            + s.birthDate().map(Object::toString).orElse(""))
        .toLowerCase(Locale.ROOT);
  }

  /** Tells the team of an item that is its own. */
  void announce(Tx tx, UUID id, boolean first) {
    Row r =
        tx.first(
                """
                select team_id, environment, status, decision_code, sub_reason_codes,
                       resolution_action, resolved_user_id, resolved_order_id
                  from lab_unmatched_result where id = $1
                """,
                id)
            .orElseThrow();
    ObjectNode data =
        Json.object()
            .put("id", id.toString())
            .put("status", r.getString("status"))
            .put("decision_code", r.getString("decision_code"));
    Rows.texts(r, "sub_reason_codes").forEach(data.putArray("sub_reason_codes")::add);
    data.put("resolution_action", r.getString("resolution_action"))
        .put("resolved_user_id", text(r.getUUID("resolved_user_id")))
        .put("resolved_order_id", text(r.getUUID("resolved_order_id")));
    outbox.add(
        tx,
        new Event(
            first ? "labtest.match_review.created" : "labtest.match_review.updated",
            Tenant.of(r.getUUID("team_id"), r.getString("environment")),
            null,
            null,
            data));
  }

  static String text(UUID id) {
    return id == null ? null : id.toString();
  }
}
