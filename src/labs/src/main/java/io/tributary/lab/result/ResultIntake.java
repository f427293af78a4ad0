package io.tributary.lab.result;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Times;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.Sex;
import io.tributary.lab.result.MessageParts.Found;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Takes reports of laboratories in: finds out whose they are, gives them to their orders, and lets
 * those wait that are nobody's for certain. Taking a message twice changes nothing, but for what
 * waits: that is matched anew.
 */
public final class ResultIntake {
  private static final String ARRIVED =
      """
      select coalesce((select created_at from lab_message where id = $1), tributary_now()) as at
      """;
  private static final String WAITS =
      """
      select 1 from lab_unmatched_result
       where raw_message = $1 and status in ('pending_customer_review', 'pending_ops_review')
       limit 1
      """;

  /** About somebody who was erased: its bytes are not kept for another reading. */
  private static final String FORGET =
      "update lab_message set body = '', answer = null where id = $1";

  private final OrderLifecycle book;
  private final ResultAttacher attachment;
  private final UnmatchedResultStore unmatched;
  private final ErasedSampleIds erased;

  ResultIntake(
      OrderLifecycle book,
      ResultAttacher attachment,
      UnmatchedResultStore unmatched,
      ErasedSampleIds erased) {
    this.erased = erased;
    this.book = book;
    this.attachment = attachment;
    this.unmatched = unmatched;
  }

  /**
   * Everything that a message says, in one transaction. For virtual and plain threads.
   *
   * @param parting of the message as it is stored
   */
  public IntakeOutcome take(Tx tx, IncomingReport in, MessageSplitter parting) {
    MessageProgress handled = MessageProgress.hold(tx, in.rawMessage());
    if (handled.uncounted()) {
      return IntakeOutcome.UNCHANGED;
    }
    Instant saidAt = saidAt(tx, in);
    Sorted sorted = sort(tx, in, handled, saidAt);
    boolean attached = false;
    for (Map.Entry<UUID, ReportPart> e : sorted.fitting().entrySet()) {
      OrderRow order = book.lock(tx, e.getKey()).orElseThrow();
      attached |= attach(tx, in, order, e.getValue(), saidAt);
    }
    boolean waits = unmatched.keep(tx, in, handled.waiting(), sorted.loose(), sorted.fitting());
    if (!sorted.erased().isEmpty()
        && (isSettled(tx, in.rawMessage()) || !parting.without(tx, sorted.erased()))) {
      tx.update(FORGET, in.rawMessage());
    }
    return waits
        ? IntakeOutcome.UNMATCHED
        : attached ? IntakeOutcome.ATTACHED : IntakeOutcome.UNCHANGED;
  }

  /**
   * What is left to do of a message.
   *
   * @param fitting by order, over all patients of the message: applied at once
   * @param erased places of what is about an order that was erased
   */
  private record Sorted(
      Map<UUID, ReportPart> fitting, List<UnmatchedResultStore.Loose> loose, Set<Integer> erased) {}

  private Sorted sort(Tx tx, IncomingReport in, MessageProgress handled, Instant saidAt) {
    Sorted out = new Sorted(new LinkedHashMap<>(), new ArrayList<>(), new HashSet<>());
    // A number of the sandbox means nothing in production.
    MessageParts parts =
        new MessageParts(number -> book.bySample(tx, in.environment(), in.lab(), number));
    for (Found found : parts.of(in.report())) {
      Optional<ReportPart> left = handled.left(found.part());
      if (left.isEmpty()) {
        continue;
      }
      // What the erasure left waiting may be somebody else's.
      boolean kept =
          handled.waiting().stream()
              .anyMatch(w -> !Collections.disjoint(w.places(), found.part().places()));
      if (!kept && found.order().isEmpty() && isErased(tx, in, found.part())) {
        out.erased().addAll(found.part().places());
        continue;
      }
      Optional<UnmatchedResultStore.Source> source =
          left.get().isDisowned()
              ? Optional.empty()
              : found.order().map(o -> source(tx, o, left.get(), saidAt));
      if (source.filter(s -> s.decision() == MatchDecision.MATCH_SAMPLE_ID).isPresent()) {
        out.fitting().merge(source.get().order().id(), left.get(), ReportPart::and);
      } else {
        out.loose()
            .add(new UnmatchedResultStore.Loose(left.get(), left.get().ledger(saidAt), source));
      }
    }
    return out;
  }

  /** Whether it is about an order that went with its user. */
  private boolean isErased(Tx tx, IncomingReport in, ReportPart part) {
    Set<String> numbers = new HashSet<>();
    part.panels().forEach(p -> numbers.addAll(ReportPart.numbers(part.subject(), p)));
    return erased.known(tx, in.environment(), in.lab(), numbers);
  }

  /** Whether nothing of a message waits for a person any more. */
  public boolean isSettled(Tx tx, UUID rawMessage) {
    return tx.first(WAITS, rawMessage).isEmpty();
  }

  /**
   * When the laboratory wrote it. Nothing is written after it has come: a clock that runs ahead
   * would else overrule corrections for as long.
   */
  private static Instant saidAt(Tx tx, IncomingReport in) {
    Instant arrived = Rows.instant(tx.first(ARRIVED, in.rawMessage()).orElseThrow(), "at");
    return in.report().origin().sentAt().filter(t -> t.isBefore(arrived)).orElse(arrived);
  }

  private UnmatchedResultStore.Source source(
      Tx tx, OrderRow order, ReportPart part, Instant saidAt) {
    boolean same =
        person(order.patient())
            .map(p -> p.isLike(PatientIdentity.of(part.subject())))
            .orElse(false);
    MatchDecision decision =
        ResultMatcher.decide(
            Optional.of(
                new ResultMatcher.OfSample(
                    order.modality(),
                    order.status().low(),
                    same,
                    sameAccession(tx, order.id(), part.ledger(saidAt)))),
            ResultMatcher.Users.NONE,
            ResultMatcher.OpenOrders.NONE);
    return new UnmatchedResultStore.Source(order, decision);
  }

  private boolean attach(
      Tx tx, IncomingReport in, OrderRow order, ReportPart part, Instant saidAt) {
    ResultAttacher.Message message =
        new ResultAttacher.Message(
            in.rawMessage(), part.places(), part.ledger(saidAt), part.paper());
    return attachment.attach(tx, order, message, false) == IntakeOutcome.ATTACHED;
  }

  /** A laboratory that gives no numbers of its own cannot be asked for the same one. */
  private static boolean sameAccession(Tx tx, UUID order, ResultHistory said) {
    Set<String> ours =
        ResultRepo.find(tx, order).map(s -> s.ledger().accessions()).orElse(Set.of());
    Set<String> theirs = said.accessions();
    return ours.isEmpty() && theirs.isEmpty() || !Collections.disjoint(ours, theirs);
  }

  /** Empty for a kit that nobody registered. */
  static Optional<PatientIdentity> person(JsonNode patient) {
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
        new PatientIdentity(
            patient.path("first_name").asText(),
            patient.path("last_name").asText(),
            Times.date(patient.path("dob").asText()),
            sex));
  }
}
