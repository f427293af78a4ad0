package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.OrdersConfig;
import io.tributary.core.Encryption;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.lab.account.AccountResolver;
import io.tributary.lab.account.BillingType;
import io.tributary.lab.account.LabAccount;
import io.tributary.lab.catalogue.AoeAnswers;
import io.tributary.lab.catalogue.CollectionMethod;
import io.tributary.lab.catalogue.OrderSet;
import io.tributary.lab.catalogue.OrderedTests;
import io.tributary.lab.catalogue.ResolvedOrderSet;
import io.tributary.lab.insurance.InlineInsurance;
import io.tributary.lab.insurance.InsuranceService;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.OrderOrigin;
import io.tributary.team.FeatureFlags;
import io.tributary.team.LabFeature;
import io.tributary.user.Demographics;
import io.tributary.user.DemographicsRepo;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Creates an order from a request, applying all order rules. */
final class OrderPlacement {
  private static final String LOCK_USER =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null for no key update
      """;

  private static final String LOCK_SAMPLE_ID =
      "select pg_advisory_xact_lock(hashtextextended($1, 21))";
  private static final String IS_ORGANIZATION_ACCOUNT =
      "select 1 from lab_account where id = $1 and org_id is not null";
  private static final String SAMPLE_ID_EXISTS =
      "select 1 from lab_order where lab_id = $1 and sample_id = $2 and environment = $3";

  private final OrderLifecycle lifecycle;
  private final AccountResolver accounts;
  private final InsuranceService insurances;
  private final Physicians physicians;
  private final Encryption secrets;
  private final OrdersConfig settings;
  private final Clock clock;

  OrderPlacement(
      OrderLifecycle book,
      AccountResolver accounts,
      InsuranceService insurances,
      Encryption secrets,
      OrdersConfig settings,
      Clock clock) {
    this.lifecycle = book;
    this.accounts = accounts;
    this.insurances = insurances;
    this.physicians = new Physicians(settings.physicians());
    this.secrets = secrets;
    this.settings = settings;
    this.clock = clock;
  }

  Physicians physicians() {
    return physicians;
  }

  AccountResolver accounts() {
    return accounts;
  }

  /**
   * Places the order and returns it in API form. All related data is written in the same
   * transaction.
   */
  ObjectNode place(Tx tx, Tenant tenant, OrderRequest r) {
    lockUser(tx, tenant, r.user());
    Set<LabFeature> on = FeatureFlags.of(tx, tenant).lab();
    if (r.imported()) {
      OrderRules.requireFeature(on, LabFeature.ORDER_IMPORT);
    }
    ResolvedOrderSet set = resolve(tx, tenant, r);
    LocalDate today = today(r.state());
    OrderRules.checkMethod(set.method(), on);
    OrderRules.checkAge(r.patient(), today, set.method(), on);
    OrderRules.checkPhysician(r.physician(), tenant.environment());
    OrderRules.checkNotes(r.clinicalNotes(), set.lab().network());
    r.activateBy().ifPresent(day -> OrderRules.checkActivation(day, today));
    LabAccount account =
        accounts.resolve(
            tx, tenant, set.lab().id(), requestedAccount(r), r.billing(), r.state(), r.imported());
    account.checkPhysician(!r.physician().isNull());
    if (r.imported()) {
      requireUnusedSampleId(tx, tenant, set.lab().id(), r.sampleId().orElseThrow());
    } else {
      requireConsents(r.physician(), r.consents());
    }
    OrderDraft draft = buildDraft(tenant, r, set, account, buildTerms(tx, tenant, r, set), today);
    updateDemographics(tx, r.user(), r.patient(), r.address());
    return lifecycle.create(tx, draft).view();
  }

  /**
   * Fails with 400 when the laboratory's number already belongs to an order. Concurrent imports of
   * one number are serialized.
   */
  private static void requireUnusedSampleId(Tx tx, Tenant tenant, int lab, String sampleId) {
    tx.query(LOCK_SAMPLE_ID, lab + " " + sampleId);
    if (tx.first(SAMPLE_ID_EXISTS, lab, sampleId, tenant.environment().wire()).isPresent()) {
      throw ServiceException.badRequest("sample_id is already used by another order of this lab");
    }
  }

  /**
   * Account that a later step must name; empty for the installation's accounts, which requests
   * never name.
   */
  static Optional<UUID> accountToName(Tx tx, Optional<UUID> account) {
    return account.filter(id -> tx.first(IS_ORGANIZATION_ACCOUNT, id).isPresent());
  }

  /** Checks the consents if the platform's physician signs and the installation requires them. */
  void requireConsents(JsonNode physician, JsonNode given) {
    if (physician.isNull() && settings.requireConsents()) {
      OrderRules.checkConsents(given);
    }
  }

  /** The physician sent, or one of the platform's; null node when none is licensed. */
  JsonNode signingPhysician(JsonNode physician, String state) {
    return physician.isNull() ? physicians.forState(state) : physician;
  }

  /** Updates the user's demographics from the order. */
  void updateDemographics(Tx tx, UUID user, ObjectNode patient, ObjectNode address) {
    DemographicsRepo.refresh(tx, secrets, user, Demographics.fromOrder(patient, address));
  }

  /** Locks the user; fails with 404 when the team does not see the user. */
  static void lockUser(Tx tx, Tenant tenant, UUID user) {
    if (tx.first(LOCK_USER, user, tenant.team(), tenant.environment().wire()).isEmpty()) {
      throw ServiceException.notFound("user");
    }
  }

  LocalDate today(String state) {
    return LocalDate.ofInstant(clock.instant(), StateTimeZones.zoneOf(state).orElseThrow());
  }

  /**
   * Resolves the tests. An imported order may consist of tests that the catalogue does not contain.
   */
  private ResolvedOrderSet resolve(Tx tx, Tenant tenant, OrderRequest r) {
    OrderSet set = requestedSet(r);
    if (!r.imported() || !set.isEmpty()) {
      return OrderedTests.resolve(tx, tenant, set, r.method());
    }
    UUID account =
        requestedAccount(r)
            .orElseThrow(
                () ->
                    ServiceException.badRequest(
                        "lab_account_id is required when lab_test_ids is empty, because it"
                            + " determines the lab"));
    return OrderedTests.resolveUnlisted(
        tx, tenant, accounts.labOf(tx, tenant, account), r.method().orElseThrow());
  }

  private static OrderSet requestedSet(OrderRequest r) {
    if (r.set().isPresent() == r.test().isPresent()) {
      throw ServiceException.badRequest("exactly one of order_set and lab_test_id must be set");
    }
    return r.set()
        .orElseGet(
            () ->
                new OrderSet(List.of(r.test().orElseThrow()), Optional.empty(), Optional.empty()));
  }

  private static Optional<UUID> requestedAccount(OrderRequest r) {
    Optional<UUID> ofSet = r.set().flatMap(OrderSet::labAccountId);
    if (r.account().isPresent() && ofSet.isPresent() && !r.account().equals(ofSet)) {
      throw ServiceException.badRequest(
          "lab_account_id differs from the lab account of the order_set");
    }
    return r.account().or(() -> ofSet);
  }

  private OrderTerms buildTerms(Tx tx, Tenant tenant, OrderRequest r, ResolvedOrderSet set) {
    List<AoeAnswers.QuestionAnswer> answers =
        r.imported()
            ? AoeAnswers.validate(set.markers(), r.answers())
            : AoeAnswers.complete(set.markers(), r.answers(), Optional.of(set.fasting()));
    List<String> diagnoses = diagnosisCodes(r);
    // An import may have none, because the laboratory has its own already.
    if (r.billing() == BillingType.COMMERCIAL_INSURANCE && !(r.imported() && diagnoses.isEmpty())) {
      InsuranceService.requireDiagnoses(diagnoses);
      OrderedTests.requireInsurable(tx, set.markerIds(), r.state());
    }
    return new OrderTerms(
        signingPhysician(r.physician(), r.state()),
        r.billing(),
        diagnoses,
        answersJson(answers),
        r.clinicalNotes(),
        r.priority(),
        r.consents(),
        r.activateBy(),
        r.passthrough(),
        r.creator(),
        insuranceFor(tx, tenant, r));
  }

  /** Codes of the order itself take precedence over those of the insurance sent with it. */
  private static List<String> diagnosisCodes(OrderRequest r) {
    return !r.icdCodes().isEmpty() || r.insurance().isNull()
        ? r.icdCodes()
        : new InlineInsurance(r.insurance()).diagnosisCodes();
  }

  private Optional<UUID> insuranceFor(Tx tx, Tenant tenant, OrderRequest r) {
    if (!r.insurance().isNull()) {
      return Optional.of(
          addInsurance(tx, tenant, r.user(), r.insurance(), r.patient(), r.address()));
    }
    return insuranceFor(tx, tenant, r.user(), r.billing());
  }

  /** Insurance that the order is billed to; empty for another billing type. */
  Optional<UUID> insuranceFor(Tx tx, Tenant tenant, UUID user, BillingType billing) {
    return billing == BillingType.COMMERCIAL_INSURANCE
        ? Optional.of(insurances.requireForOrder(tx, tenant, user).id())
        : Optional.empty();
  }

  /** Stores the insurance sent with an order as a new insurance of the user. */
  UUID addInsurance(
      Tx tx, Tenant tenant, UUID user, JsonNode insurance, JsonNode patient, JsonNode address) {
    InlineInsurance inline = new InlineInsurance(insurance);
    return insurances.add(tx, tenant, user, inline, patient, address).id();
  }

  static ArrayNode answersJson(List<AoeAnswers.QuestionAnswer> answers) {
    ArrayNode out = Json.array();
    answers.forEach(
        a ->
            out.addObject()
                .put("marker_id", a.marker())
                .put("question_id", a.question())
                .put("answer", a.answer()));
    return out;
  }

  private OrderDraft buildDraft(
      Tenant tenant,
      OrderRequest r,
      ResolvedOrderSet set,
      LabAccount account,
      OrderTerms terms,
      LocalDate today) {
    JsonNode none = NullNode.instance;
    return new OrderDraft(
        tenant,
        r.user(),
        Optional.empty(),
        OrderOrigin.INITIAL,
        set.lab().id(),
        Optional.of(account.id()),
        set.test(),
        set.markerIds(),
        modality(set.method()),
        r.patient(),
        r.address(),
        none,
        terms,
        activateAt(r.activateBy(), today, r.state()),
        r.sampleId());
  }

  /** Time of activation; empty for an order that may be sent at once. */
  static Optional<Instant> activateAt(Optional<LocalDate> day, LocalDate today, String state) {
    return day.filter(d -> d.isAfter(today)).map(d -> StateTimeZones.startOfDay(d, state));
  }

  static Modality modality(CollectionMethod method) {
    return switch (method) {
      case WALK_IN_TEST -> Modality.WALK_IN;
      case AT_HOME_PHLEBOTOMY -> Modality.PHLEBOTOMY;
      case ON_SITE_COLLECTION -> Modality.ON_SITE;
      case TESTKIT -> Modality.KIT;
    };
  }
}
