package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.ServiceException;
import io.tributary.db.Tx;
import io.tributary.lab.account.BillingType;
import io.tributary.lab.account.LabAccount;
import io.tributary.lab.catalogue.AoeAnswers;
import io.tributary.lab.catalogue.CollectionMethod;
import io.tributary.lab.catalogue.Marker;
import io.tributary.lab.catalogue.OrderSet;
import io.tributary.lab.catalogue.OrderedTests;
import io.tributary.lab.catalogue.ResolvedOrderSet;
import io.tributary.lab.insurance.InsuranceService;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.OrderOrigin;
import io.tributary.lab.state.Status;
import io.tributary.team.FeatureFlags;
import io.tributary.team.LabFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Replaces an order with a new one on the same terms. The rules are those of an order placed today.
 */
final class OrderRecreation {
  private final OrderLifecycle lifecycle;
  private final OrderPlacement placement;

  OrderRecreation(OrderLifecycle book, OrderPlacement ordering) {
    this.lifecycle = book;
    this.placement = ordering;
  }

  ObjectNode recreate(Tx tx, OrderMessages.RecreateOrder m) {
    OrderRow old =
        lifecycle
            .lock(tx, m.tenant(), m.order())
            .orElseThrow(() -> ServiceException.notFound("order"));
    OrderPlacement.lockUser(tx, m.tenant(), old.user());
    OrderSet wanted =
        m.set()
            .orElseGet(
                () -> new OrderSet(List.of(old.labTest()), Optional.empty(), Optional.empty()));
    ResolvedOrderSet set =
        OrderedTests.resolve(tx, m.tenant(), wanted, Optional.of(method(old.modality())));
    String state = (old.address().isNull() ? old.shipping() : old.address()).get("state").asText();
    LabAccount account = resolveAccount(tx, m, old, set.lab().id(), state);
    OrderTerms terms = old.terms().limitedTo(set.markerIds());
    if (!old.patient().isNull()) {
      terms = buildTerms(tx, m, old, set, state);
      account.checkPhysician(!Physicians.customersOwn(terms.physician()).isNull());
    }
    OrderDraft draft =
        new OrderDraft(
            m.tenant(),
            old.user(),
            Optional.of(old),
            OrderOrigin.RECREATION,
            set.lab().id(),
            Optional.of(account.id()),
            set.test(),
            set.markerIds(),
            newModality(old),
            old.patient(),
            old.address(),
            old.shipping(),
            terms,
            Optional.empty(),
            Optional.empty());
    lifecycle.move(tx, old, Status.of(LowStatus.CANCELLED));
    return lifecycle.create(tx, draft).view();
  }

  private LabAccount resolveAccount(
      Tx tx, OrderMessages.RecreateOrder m, OrderRow old, int lab, String state) {
    boolean elsewhere = m.reason() == RecreateReason.INCORRECT_LAB;
    Optional<UUID> wanted = m.account().or(() -> m.set().flatMap(OrderSet::labAccountId));
    if (wanted.isEmpty() && !elsewhere && lab == old.lab()) {
      wanted = OrderPlacement.accountToName(tx, old.account());
    }
    return placement
        .accounts()
        .resolve(tx, m.tenant(), lab, wanted, old.terms().billing(), state, false);
  }

  /** Terms of the old order with the overrides applied, after validation. */
  private OrderTerms buildTerms(
      Tx tx, OrderMessages.RecreateOrder m, OrderRow old, ResolvedOrderSet set, String state) {
    OrderTerms before = old.terms().limitedTo(set.markerIds());
    OrderMessages.NewTerms now = m.terms();
    Optional<String> notes =
        Optional.ofNullable(now.clinicalNotes().applyTo(before.clinicalNotes().orElse(null)))
            .filter(n -> !n.isEmpty());
    JsonNode physician =
        now.physician().isNull() ? Physicians.customersOwn(before.physician()) : now.physician();
    JsonNode consents = now.consents().orElse(before.consents());
    List<String> icdCodes = now.icdCodes().orElse(before.icdCodes());
    checkRules(tx, m, old, set, physician, notes);
    placement.requireConsents(physician, consents);
    if (before.billing() == BillingType.COMMERCIAL_INSURANCE) {
      InsuranceService.requireDiagnoses(icdCodes);
      OrderedTests.requireInsurable(tx, set.markerIds(), state);
    }
    return new OrderTerms(
        placement.signingPhysician(physician, state),
        before.billing(),
        icdCodes,
        OrderPlacement.answersJson(
            AoeAnswers.complete(
                set.markers(),
                now.answers().orElseGet(() -> answersStillAsked(before.aoe(), set.markers())),
                Optional.of(set.fasting()))),
        notes,
        before.priority(),
        consents,
        Optional.empty(),
        before.passthrough(),
        before.creator(),
        before
            .insurance()
            .or(() -> placement.insuranceFor(tx, m.tenant(), old.user(), before.billing())));
  }

  private void checkRules(
      Tx tx,
      OrderMessages.RecreateOrder m,
      OrderRow old,
      ResolvedOrderSet set,
      JsonNode physician,
      Optional<String> notes) {
    Set<LabFeature> on = FeatureFlags.of(tx, m.tenant()).lab();
    String state = old.address().get("state").asText();
    OrderRules.checkMethod(set.method(), on);
    OrderRules.checkAge(old.patient(), placement.today(state), set.method(), on);
    OrderRules.checkPhysician(physician, m.tenant().environment());
    OrderRules.checkNotes(notes, set.lab().network());
  }

  /** Answers of the old order to questions that the laboratory still asks. */
  private static List<AoeAnswers.QuestionAnswer> answersStillAsked(
      JsonNode aoe, List<Marker> markers) {
    List<AoeAnswers.QuestionAnswer> out = new ArrayList<>();
    for (JsonNode a : aoe) {
      int marker = a.get("marker_id").asInt();
      long question = a.get("question_id").asLong();
      if (markers.stream()
          .anyMatch(
              k -> k.id() == marker && k.questions().stream().anyMatch(q -> q.id() == question))) {
        out.add(new AoeAnswers.QuestionAnswer(marker, question, a.get("answer").asText()));
      }
    }
    return out;
  }

  /** The patient of a registered kit is known, so its replacement is an ordinary kit. */
  private static Modality newModality(OrderRow old) {
    return old.modality() == Modality.REGISTRABLE_KIT && !old.patient().isNull()
        ? Modality.KIT
        : old.modality();
  }

  private static CollectionMethod method(Modality modality) {
    return switch (modality) {
      case WALK_IN -> CollectionMethod.WALK_IN_TEST;
      case PHLEBOTOMY -> CollectionMethod.AT_HOME_PHLEBOTOMY;
      case ON_SITE -> CollectionMethod.ON_SITE_COLLECTION;
      case KIT, REGISTRABLE_KIT -> CollectionMethod.TESTKIT;
    };
  }
}
