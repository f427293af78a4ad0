package io.tributary.lab.result;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Times;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.Sex;
import io.tributary.lab.result.MessageParts.PartWithOrder;
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
 * Processes laboratory reports: splits each into parts, attaches those that clearly belong to an
 * order, and keeps the others for review.
 *
 * <p>Processing a message again attaches nothing twice, because the positions of the attached tests
 * are recorded per message. Parts that still await review are matched again. A part about an erased
 * order is not stored; its content is removed from the message.
 */
public final class ResultIntake {
  private static final String ARRIVAL_TIME =
      """
      select coalesce((select created_at from lab_message where id = $1), tributary_now()) as at
      """;
  private static final String IS_WAITING =
      """
      select 1 from lab_unmatched_result
       where lab_message_id = $1 and status in ('pending_customer_review', 'pending_ops_review')
       limit 1
      """;

  /** Empties a message about an erased person, so that it cannot be read again. */
  private static final String EMPTY_MESSAGE =
      "update lab_message set body = '', answer = null where id = $1";

  private final OrderLifecycle lifecycle;
  private final ResultAttacher attacher;
  private final UnmatchedResultStore unmatched;
  private final ErasedSampleIds erased;

  ResultIntake(
      OrderLifecycle book,
      ResultAttacher attachment,
      UnmatchedResultStore unmatched,
      ErasedSampleIds erased) {
    this.erased = erased;
    this.lifecycle = book;
    this.attacher = attachment;
    this.unmatched = unmatched;
  }

  /**
   * Processes all content of a message in one transaction. Call on virtual and plain threads.
   *
   * @param parting removes erased content from the stored message
   */
  public IntakeOutcome process(Tx tx, IncomingReport in, MessageSplitter parting) {
    MessageProgress handled = MessageProgress.lock(tx, in.rawMessage());
    if (handled.progressUnknown()) {
      return IntakeOutcome.UNCHANGED;
    }
    Instant saidAt = writtenAt(tx, in);
    IntakePlan sorted = sort(tx, in, handled, saidAt);
    boolean attached = false;
    for (Map.Entry<UUID, ReportPart> e : sorted.attachable().entrySet()) {
      OrderRow order = lifecycle.lock(tx, e.getKey()).orElseThrow();
      attached |= attach(tx, in, order, e.getValue(), saidAt);
    }
    boolean waits =
        unmatched.updateWaiting(
            tx, in, handled.waiting(), sorted.unmatchedParts(), sorted.attachable());
    if (!sorted.erased().isEmpty()
        && (isSettled(tx, in.rawMessage()) || !parting.removeTests(tx, sorted.erased()))) {
      tx.update(EMPTY_MESSAGE, in.rawMessage());
    }
    return waits
        ? IntakeOutcome.UNMATCHED
        : attached ? IntakeOutcome.ATTACHED : IntakeOutcome.UNCHANGED;
  }

  /**
   * Remaining work of a message.
   *
   * @param attachable parts by order, merged over all patients of the message, attached at once
   * @param erased positions of tests that belong to an erased order
   */
  private record IntakePlan(
      Map<UUID, ReportPart> attachable,
      List<UnmatchedResultStore.UnmatchedPart> unmatchedParts,
      Set<Integer> erased) {}

  private IntakePlan sort(Tx tx, IncomingReport in, MessageProgress handled, Instant saidAt) {
    IntakePlan out = new IntakePlan(new LinkedHashMap<>(), new ArrayList<>(), new HashSet<>());
    // A sandbox number has no meaning in production.
    MessageParts parts =
        new MessageParts(number -> lifecycle.lockBySample(tx, in.environment(), in.lab(), number));
    for (PartWithOrder found : parts.split(in.report())) {
      Optional<ReportPart> left = handled.remaining(found.part());
      if (left.isEmpty()) {
        continue;
      }
      // Items that an earlier erasure left under review may belong to another person.
      boolean kept =
          handled.waiting().stream()
              .anyMatch(w -> !Collections.disjoint(w.positions(), found.part().positions()));
      if (!kept && found.order().isEmpty() && isErased(tx, in, found.part())) {
        out.erased().addAll(found.part().positions());
        continue;
      }
      Optional<UnmatchedResultStore.SampleOrder> source =
          left.get().isUnknownToLab()
              ? Optional.empty()
              : found.order().map(o -> sourceOf(tx, o, left.get(), saidAt));
      if (source.filter(s -> s.decision() == MatchDecision.MATCH_SAMPLE_ID).isPresent()) {
        out.attachable().merge(source.get().order().id(), left.get(), ReportPart::merge);
      } else {
        out.unmatchedParts()
            .add(
                new UnmatchedResultStore.UnmatchedPart(
                    left.get(), left.get().history(saidAt), source));
      }
    }
    return out;
  }

  /** Returns whether the part belongs to an order that was erased with its user. */
  private boolean isErased(Tx tx, IncomingReport in, ReportPart part) {
    Set<String> numbers = new HashSet<>();
    part.panels().forEach(p -> numbers.addAll(ReportPart.orderNumbers(part.subject(), p)));
    return erased.containsAny(tx, in.environment(), in.lab(), numbers);
  }

  /** Returns whether no part of the message awaits review. */
  public boolean isSettled(Tx tx, UUID rawMessage) {
    return tx.first(IS_WAITING, rawMessage).isEmpty();
  }

  /**
   * Time at which the laboratory wrote the message, limited to its arrival. Otherwise a clock that
   * runs ahead would suppress later corrections.
   */
  private static Instant writtenAt(Tx tx, IncomingReport in) {
    Instant arrived =
        RowMapping.instant(tx.first(ARRIVAL_TIME, in.rawMessage()).orElseThrow(), "at");
    return in.report().origin().sentAt().filter(t -> t.isBefore(arrived)).orElse(arrived);
  }

  private UnmatchedResultStore.SampleOrder sourceOf(
      Tx tx, OrderRow order, ReportPart part, Instant saidAt) {
    boolean same =
        identityOf(order.patient())
            .map(p -> p.matches(PatientIdentity.fromSubject(part.subject())))
            .orElse(false);
    MatchDecision decision =
        ResultMatcher.decide(
            Optional.of(
                new ResultMatcher.OfSample(
                    order.modality(),
                    order.status().low(),
                    same,
                    sameAccession(tx, order.id(), part.history(saidAt)))),
            ResultMatcher.Users.NONE,
            ResultMatcher.OpenOrders.NONE);
    return new UnmatchedResultStore.SampleOrder(order, decision);
  }

  private boolean attach(
      Tx tx, IncomingReport in, OrderRow order, ReportPart part, Instant saidAt) {
    ResultAttacher.AttachableResults message =
        new ResultAttacher.AttachableResults(
            in.rawMessage(), part.positions(), part.history(saidAt), part.labReport());
    return attacher.attach(tx, order, message, false) == IntakeOutcome.ATTACHED;
  }

  /**
   * Returns whether the laboratory's numbers overlap. A laboratory without numbers of its own
   * passes, because there is nothing to compare.
   */
  private static boolean sameAccession(Tx tx, UUID order, ResultHistory said) {
    Set<String> ours =
        ResultRepo.find(tx, order).map(s -> s.history().accessions()).orElse(Set.of());
    Set<String> theirs = said.accessions();
    return ours.isEmpty() && theirs.isEmpty() || !Collections.disjoint(ours, theirs);
  }

  /** Identity of the order's patient; empty for an unregistered kit. */
  static Optional<PatientIdentity> identityOf(JsonNode patient) {
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
            Times.parseDate(patient.path("dob").asText()),
            sex));
  }
}
