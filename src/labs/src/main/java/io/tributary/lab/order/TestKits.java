package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.lab.account.BillingType;
import io.tributary.lab.account.LabAccount;
import io.tributary.lab.catalogue.AoeAnswers;
import io.tributary.lab.catalogue.CollectionMethod;
import io.tributary.lab.catalogue.OrderSet;
import io.tributary.lab.catalogue.OrderedTests;
import io.tributary.lab.catalogue.ResolvedOrderSet;
import io.tributary.lab.state.LabOrderAction;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.OrderOrigin;
import io.tributary.lab.state.Status;
import io.tributary.team.FeatureFlags;
import io.tributary.team.LabFeature;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Kits that are shipped before their patient is known, and their registration. */
final class TestKits {
  private static final String BY_SAMPLE_ID =
      """
      select o.id from lab l join lab_order o on o.lab_id = l.id and o.sample_id = $1
       where o.team_id = $2 and o.environment = $3 and o.modality = 'registrable_kit'
       order by o.created_at desc limit 1
      """;
  private static final String REGISTER =
      """
      update lab_order o
         set user_id = $2, patient = p.doc, address = $4::text::jsonb,
             patient_name = (p.doc ->> 'first_name') || ' ' || (p.doc ->> 'last_name'),
             dob = (p.doc ->> 'dob')::date, physician = $5::text::jsonb,
             consents = $6::text::jsonb, aoe = $7::text::jsonb,
             insurance_id = coalesce($8, insurance_id)
        from (select $3::text::jsonb as doc) p
       where o.id = $1
      """;
  private static final String SET_TRANSACTION_USER =
      "update lab_transaction set user_id = $2 where id = $1";
  private static final String SET_DISPATCH_DUE =
      """
      update lab_order_dispatch set due_at = now()
       where order_id = $1 and kind = 'order' and state = 'waiting'
      """;

  private final OrderLifecycle lifecycle;
  private final OrderPlacement placement;

  TestKits(OrderLifecycle book, OrderPlacement ordering) {
    this.lifecycle = book;
    this.placement = ordering;
  }

  ObjectNode send(Tx tx, OrderMessages.SendKit m) {
    OrderPlacement.lockUser(tx, m.tenant(), m.user());
    OrderSet set = new OrderSet(List.of(m.test()), Optional.empty(), Optional.empty());
    ResolvedOrderSet kit = OrderedTests.resolve(tx, m.tenant(), set, Optional.empty());
    if (kit.method() != CollectionMethod.TESTKIT) {
      throw ServiceException.badRequest("the lab test is not a test kit");
    }
    String state = m.shipping().get("state").textValue();
    LabAccount account =
        placement
            .accounts()
            .resolve(
                tx, m.tenant(), kit.lab().id(), m.account(), BillingType.CLIENT_BILL, state, false);
    OrderDraft draft =
        new OrderDraft(
            m.tenant(),
            m.user(),
            Optional.empty(),
            OrderOrigin.INITIAL,
            kit.lab().id(),
            Optional.of(account.id()),
            kit.test(),
            kit.markerIds(),
            Modality.REGISTRABLE_KIT,
            NullNode.instance,
            NullNode.instance,
            m.shipping(),
            OrderTerms.clientBilled().withPassthrough(m.passthrough()),
            Optional.empty(),
            Optional.empty());
    return lifecycle.create(tx, draft).view();
  }

  ObjectNode register(Tx tx, OrderMessages.RegisterKit m) {
    OrderRow kit = requireBySampleId(tx, m.tenant(), m.sampleId());
    if (!LabOrderAction.REGISTER.isAllowed(kit.modality(), kit.status().low())) {
      throw ServiceException.badRequest(
          kit.patient().isNull()
              ? "the kit cannot be registered: it is " + kit.status().low().wireName()
              : "the kit is already registered");
    }
    UUID user = m.user().orElse(kit.user());
    OrderPlacement.lockUser(tx, m.tenant(), user);
    String state = m.address().get("state").textValue();
    checkRules(tx, m, kit, state);
    JsonNode physician = placement.signingPhysician(m.physician(), state);
    List<AoeAnswers.QuestionAnswer> answers =
        OrderedTests.completeAnswers(
            tx, kit.labTest(), OrderRepo.markers(tx, kit.id()), m.answers());
    UUID insurance =
        m.insurance().isNull()
            ? null
            : placement.addInsurance(tx, m.tenant(), user, m.insurance(), m.patient(), m.address());
    tx.update(
        REGISTER,
        kit.id(),
        user,
        OrderRepo.jsonText(m.patient()),
        OrderRepo.jsonText(m.address()),
        OrderRepo.jsonText(physician),
        OrderRepo.jsonText(m.consents()),
        OrderRepo.jsonText(OrderPlacement.answersJson(answers)),
        insurance);
    OrderRepo.updateSearchIndex(tx, kit.id());
    if (!user.equals(kit.user())) {
      tx.update(SET_TRANSACTION_USER, kit.transaction(), user);
    }
    placement.updateDemographics(tx, user, m.patient(), m.address());
    lifecycle.require(tx, kit, Status.of(LowStatus.REGISTERED));
    tx.update(SET_DISPATCH_DUE, kit.id());
    tx.wakeAfterCommit(OrderLifecycle.QUEUE);
    return lifecycle.view(tx, kit.id());
  }

  /** Applies the order rules to a registration. */
  private void checkRules(Tx tx, OrderMessages.RegisterKit m, OrderRow kit, String state) {
    Set<LabFeature> on = FeatureFlags.of(tx, m.tenant()).lab();
    OrderRules.checkAge(m.patient(), placement.today(state), CollectionMethod.TESTKIT, on);
    OrderRules.checkPhysician(m.physician(), m.tenant().environment());
    placement
        .accounts()
        .resolve(
            tx,
            m.tenant(),
            kit.lab(),
            OrderPlacement.accountToName(tx, kit.account()),
            kit.terms().billing(),
            state,
            false)
        .checkPhysician(!m.physician().isNull());
    placement.requireConsents(m.physician(), m.consents());
  }

  private OrderRow requireBySampleId(Tx tx, Tenant t, String sampleId) {
    return tx.first(BY_SAMPLE_ID, sampleId, t.team(), t.environment().wire())
        .map((Row r) -> r.getUUID("id"))
        .flatMap(id -> lifecycle.lock(tx, t, id))
        .orElseThrow(() -> ServiceException.notFound("kit"));
  }
}
