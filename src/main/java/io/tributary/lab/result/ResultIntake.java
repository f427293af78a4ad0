package io.tributary.lab.result;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.kernel.Times;
import io.tributary.lab.order.OrderBook;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.wire.LabReport.Panel;
import io.tributary.lab.wire.LabReport.Subject;
import io.tributary.lab.wire.Sex;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Takes reports of laboratories: finds out whose they are, gives them to their orders, and lets
 * those wait that are nobody's for certain. Taking a message twice changes nothing.
 */
public final class ResultIntake {
  private static final String NOW = "select tributary_now() as now";

  private final OrderBook book;
  private final Attachment attachment;
  private final UnmatchedBook unmatched;

  ResultIntake(OrderBook book, Attachment attachment, UnmatchedBook unmatched) {
    this.book = book;
    this.attachment = attachment;
    this.unmatched = unmatched;
  }

  /** Everything that a message says, in one transaction. For virtual and plain threads. */
  public Outcome take(Tx tx, Incoming in) {
    if (ResultRepo.isSeen(tx, in.rawMessage())) {
      return Outcome.UNCHANGED;
    }
    Instant saidAt =
        in.report()
            .origin()
            .sentAt()
            .orElseGet(() -> Rows.instant(tx.first(NOW).orElseThrow(), "now"));
    Outcome out = Outcome.UNCHANGED;
    int position = 0;
    for (Subject subject : in.report().subjects()) {
      for (Found found : parts(tx, in, subject)) {
        out = graver(out, take(tx, in, found, position, saidAt));
        position++;
      }
    }
    return out;
  }

  private static Outcome graver(Outcome a, Outcome b) {
    if (a == Outcome.UNMATCHED || b == Outcome.UNMATCHED) {
      return Outcome.UNMATCHED;
    }
    return a == Outcome.ATTACHED ? a : b;
  }

  /** A part and the order that its numbers name. */
  private record Found(Part part, Optional<OrderRow> order) {}

  /** Tests that name no number go with the others of the person, if those are of one order. */
  private List<Found> parts(Tx tx, Incoming in, Subject subject) {
    Map<String, Optional<OrderRow>> known = new HashMap<>();
    Map<UUID, OrderRow> orders = new LinkedHashMap<>();
    Map<UUID, List<Panel>> panels = new LinkedHashMap<>();
    List<Panel> unnumbered = new ArrayList<>();
    List<Panel> strange = new ArrayList<>();
    for (Panel panel : subject.panels()) {
      List<String> numbers = Part.numbers(subject, panel);
      Optional<OrderRow> order =
          numbers.stream()
              .flatMap(n -> known.computeIfAbsent(n, k -> find(tx, in, k)).stream())
              .findFirst();
      if (order.isPresent()) {
        orders.putIfAbsent(order.get().id(), order.get());
        panels.computeIfAbsent(order.get().id(), k -> new ArrayList<>()).add(panel);
      } else {
        (numbers.isEmpty() ? unnumbered : strange).add(panel);
      }
    }
    (orders.size() == 1 ? panels.values().iterator().next() : strange).addAll(unnumbered);
    List<Found> out = new ArrayList<>();
    orders.forEach(
        (id, row) -> out.add(new Found(new Part(subject, panels.get(id)), Optional.of(row))));
    if (!strange.isEmpty()) {
      out.add(new Found(new Part(subject, strange), Optional.empty()));
    }
    return out;
  }

  /** A number of the sandbox means nothing in production. */
  private Optional<OrderRow> find(Tx tx, Incoming in, String number) {
    return book.bySample(tx, in.lab(), number)
        .filter(o -> o.tenant().environment() == in.environment());
  }

  private Outcome take(Tx tx, Incoming in, Found found, int position, Instant saidAt) {
    Part part = found.part();
    Ledger said = part.ledger(saidAt);
    if (found.order().isEmpty() || part.isDisowned()) {
      return unmatched.keep(tx, in, part, said, Optional.empty(), position);
    }
    OrderRow order = found.order().get();
    boolean same =
        person(order.patient()).map(p -> p.isLike(Person.of(part.subject()))).orElse(false);
    Decision decision =
        Matching.decide(
            Optional.of(
                new Matching.OfSample(
                    order.modality(),
                    order.status().low(),
                    same,
                    sameAccession(tx, order.id(), said))),
            Matching.Users.NONE,
            Matching.OpenOrders.NONE);
    if (decision != Decision.MATCH_SAMPLE_ID) {
      return unmatched.keep(
          tx, in, part, said, Optional.of(new UnmatchedBook.Source(order, decision)), position);
    }
    return attachment.attach(
        tx,
        order,
        new Attachment.Message(in.rawMessage(), said, part.paper(), part.rejection()),
        false);
  }

  /** A laboratory that gives no numbers of its own cannot be asked for the same one. */
  private static boolean sameAccession(Tx tx, UUID order, Ledger said) {
    Set<String> ours =
        ResultRepo.find(tx, order).map(s -> s.ledger().accessions()).orElse(Set.of());
    Set<String> theirs = said.accessions();
    return ours.isEmpty() && theirs.isEmpty() || !Collections.disjoint(ours, theirs);
  }

  /** Empty for a kit that nobody registered. */
  static Optional<Person> person(JsonNode patient) {
    if (!patient.isObject()) {
      return Optional.empty();
    }
    Sex sex =
        switch (patient.path("gender").asText()) {
          case "female" -> Sex.FEMALE;
          case "male" -> Sex.MALE;
          default -> Sex.UNKNOWN;
        };
    return Optional.of(
        new Person(
            patient.path("first_name").asText(),
            patient.path("last_name").asText(),
            Times.date(patient.path("dob").asText()),
            sex));
  }
}
