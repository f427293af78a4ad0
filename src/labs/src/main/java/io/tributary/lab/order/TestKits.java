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
import io.tributary.lab.state.Action;
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
  private static final String PRINTED =
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
  private static final String REBIND = "update lab_transaction set user_id = $2 where id = $1";
  private static final String DUE =
      """
      update lab_order_dispatch set due_at = now()
       where order_id = $1 and kind = 'order' and state = 'waiting'
      """;

  private final OrderLifecycle book;
  private final OrderPlacement ordering;

  TestKits(OrderLifecycle book, OrderPlacement ordering) {
    this.book = book;
    this.ordering = ordering;
  }

  ObjectNode send(Tx tx, OrderMessages.SendKit m) {
    OrderPlacement.lockUser(tx, m.tenant(), m.user());
    OrderSet set = new OrderSet(List.of(m.test()), Optional.empty(), Optional.empty());
    ResolvedOrderSet kit = OrderedTests.resolve(tx, m.tenant(), set, Optional.empty());
    if (kit.method() != CollectionMethod.TESTKIT) {
      throw ServiceException.invalid("the lab test is no kit");
    }
    String state = m.shipping().get("state").textValue();
    LabAccount account =
        ordering
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
            OrderTerms.plain().passing(m.passthrough()),
            Optional.empty(),
            Optional.empty());
    return book.open(tx, draft).view();
  }

  ObjectNode register(Tx tx, OrderMessages.RegisterKit m) {
    OrderRow kit = printed(tx, m.tenant(), m.sampleId());
    if (!Action.REGISTER.allowed(kit.modality(), kit.status().low())) {
      throw ServiceException.invalid(
          kit.patient().isNull()
              ? "the kit cannot be registered: it is " + kit.status().low().text()
              : "the kit is registered already");
    }
    UUID user = m.user().orElse(kit.user());
    OrderPlacement.lockUser(tx, m.tenant(), user);
    String state = m.address().get("state").textValue();
    check(tx, m, kit, state);
    JsonNode physician = ordering.signer(m.physician(), state);
    List<AoeAnswers.Given> answers =
        OrderedTests.answered(tx, kit.labTest(), OrderRepo.markers(tx, kit.id()), m.answers());
    UUID insurance =
        m.insurance().isNull()
            ? null
            : ordering.brought(tx, m.tenant(), user, m.insurance(), m.patient(), m.address());
    tx.update(
        REGISTER,
        kit.id(),
        user,
        OrderRepo.json(m.patient()),
        OrderRepo.json(m.address()),
        OrderRepo.json(physician),
        OrderRepo.json(m.consents()),
        OrderRepo.json(OrderPlacement.answers(answers)),
        insurance);
    OrderRepo.searched(tx, kit.id());
    if (!user.equals(kit.user())) {
      tx.update(REBIND, kit.transaction(), user);
    }
    ordering.remember(tx, user, m.patient(), m.address());
    book.require(tx, kit, Status.of(LowStatus.REGISTERED));
    tx.update(DUE, kit.id());
    tx.wakeAfterCommit(OrderLifecycle.QUEUE);
    return book.view(tx, kit.id());
  }

  /** Applies the order rules to a registration. */
  private void check(Tx tx, OrderMessages.RegisterKit m, OrderRow kit, String state) {
    Set<LabFeature> on = FeatureFlags.of(tx, m.tenant()).lab();
    OrderRules.age(m.patient(), ordering.today(state), CollectionMethod.TESTKIT, on);
    OrderRules.physician(m.physician(), m.tenant().environment());
    ordering
        .accounts()
        .resolve(
            tx,
            m.tenant(),
            kit.lab(),
            OrderPlacement.named(tx, kit.account()),
            kit.terms().billing(),
            state,
            false)
        .checkPhysician(!m.physician().isNull());
    ordering.consents(m.physician(), m.consents());
  }

  private OrderRow printed(Tx tx, Tenant t, String sampleId) {
    return tx.first(PRINTED, sampleId, t.team(), t.environment().wire())
        .map((Row r) -> r.getUUID("id"))
        .flatMap(id -> book.lock(tx, t, id))
        .orElseThrow(() -> ServiceException.notFound("kit"));
  }
}
