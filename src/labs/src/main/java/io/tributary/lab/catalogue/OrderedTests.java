package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.AsyncReads;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Tests of orders, including archived ones and the hidden tests that exist for orders only. */
public final class OrderedTests {
  private static final String LAB_TEST =
      "select lab_id, method, fasting from lab_test where id = $1";
  private static final String MARKERS =
      MarkerRepo.COLUMNS + " where m.id = any($1::int[]) order by m.id";
  private static final String INSERT =
      """
      insert into lab_test (id, team_id, environment, lab_id, slug, name, description, method,
                            sample_type, fasting, status, auto_generated)
      values ($1, $2, $3, $4, $5, $6, '', $7, $8, $9, 'active', true)
      on conflict (team_id, environment, slug) where auto_generated do nothing
      """;
  private static final String FIND_HIDDEN =
      """
      select id from lab_test
       where team_id = $1 and environment = $2 and slug = $3 and auto_generated
      """;
  private static final String MEMBERS =
      """
      insert into lab_test_marker (lab_test_id, marker_id, position)
      select $1, m, n from unnest($2::int[]) with ordinality as u (m, n)
      """;
  private static final String UNINSURED =
      """
      select name from marker where id = any($1::int[]) and $2 <> all(insured_in) order by id limit 1
      """;
  private static final int MAX_NAME = 200;

  /** Accounts are checked by the code that places the order. */
  private static final AccountScope NO_ACCOUNTS =
      (tenant, account) -> Future.succeededFuture(Optional.empty());

  private OrderedTests() {}

  /**
   * Returns the hidden test for several tests and markers that are ordered together. Lists omit
   * hidden tests unless asked for. The same selection yields the same test again.
   *
   * @param method collection method, as on the wire
   * @param fasting whether one of the tests requires fasting
   * @param markers markers, all of the lab; empty for an imported order without listed tests
   */
  public static UUID hiddenTest(
      Tx tx, Tenant tenant, int lab, String method, boolean fasting, List<Integer> markers) {
    List<Marker> all =
        RowMapping.list(
            tx.query(MARKERS, (Object) markers.toArray(Integer[]::new)), MarkerRepo::read);
    String slug = slug(lab, method, fasting, all);
    String environment = tenant.environment().wire();
    UUID id = Ids.uuid();
    int made =
        tx.update(
            INSERT,
            id,
            tenant.team(),
            environment,
            lab,
            slug,
            name(all),
            method,
            LabTestCommands.sampleTypeOf(all),
            fasting);
    if (made == 0) {
      return tx.first(FIND_HIDDEN, tenant.team(), environment, slug).orElseThrow().getUUID("id");
    }
    tx.update(MEMBERS, id, markers.stream().distinct().toArray(Integer[]::new));
    return id;
  }

  /**
   * Resolves an order set for an order; the caller checks accounts itself. Creates a hidden test
   * unless exactly one test is ordered with its own method.
   *
   * @param method collection method that the caller chose; overrides the tests' own
   * @throws ServiceException 400 for an invalid set, 404 for tests that the team does not see
   */
  public static ResolvedOrderSet resolve(
      Tx tx, Tenant tenant, OrderSet set, Optional<CollectionMethod> method) {
    if (set.addOn().isPresent() && method.isEmpty()) {
      throw ServiceException.badRequest("collection_method must be set if add_on is set");
    }
    Labs labs = new Labs(tx.reads(), NO_ACCOUNTS);
    MarkerRepo markers = new MarkerRepo(tx.reads());
    OrderSets.ResolvedSelection whole =
        new OrderSets(labs, new LabTests(tx.reads()), markers).resolve(tenant, set).await();
    CollectionMethod chosen = method.orElseGet(() -> commonMethod(whole.tests()));
    Lab lab =
        Optional.ofNullable(labs.byId().await().get(whole.lab()))
            .orElseThrow(() -> ServiceException.badRequest("the lab is not active"));
    requireOffered(lab, chosen);
    List<Marker> all = markers.byIds(whole.markers(), false).await();
    all.stream()
        .filter(m -> !m.orderable())
        .findFirst()
        .ifPresent(
            m -> {
              throw ServiceException.badRequest("marker " + m.id() + " cannot be ordered");
            });
    boolean fasting = whole.tests().stream().anyMatch(LabTest::fasting);
    boolean single =
        set.addOn().isEmpty()
            && whole.tests().size() == 1
            && whole.tests().getFirst().method() == chosen;
    UUID test =
        single
            ? whole.tests().getFirst().id()
            : hiddenTest(tx, tenant, lab.id(), WireEnum.wireName(chosen), fasting, whole.markers());
    return new ResolvedOrderSet(lab, test, chosen, fasting, whole.markers(), all);
  }

  private static void requireOffered(Lab lab, CollectionMethod method) {
    if (!lab.methods().contains(WireEnum.wireName(method))) {
      throw ServiceException.badRequest(
          lab.name() + " does not offer " + WireEnum.wireName(method));
    }
  }

  /**
   * Resolves an order without listed tests, for work that a laboratory does under its own
   * agreement.
   *
   * @throws ServiceException 400 when the laboratory is not active or does not support the
   *     collection method
   */
  public static ResolvedOrderSet resolveUnlisted(
      Tx tx, Tenant tenant, int id, CollectionMethod method) {
    Lab lab =
        Optional.ofNullable(new Labs(tx.reads(), NO_ACCOUNTS).byId().await().get(id))
            .orElseThrow(() -> ServiceException.badRequest("the lab is not active"));
    requireOffered(lab, method);
    UUID test = hiddenTest(tx, tenant, id, WireEnum.wireName(method), false, List.of());
    return new ResolvedOrderSet(lab, test, method, false, List.of(), List.of());
  }

  private static CollectionMethod commonMethod(List<LabTest> tests) {
    List<CollectionMethod> all = tests.stream().map(LabTest::method).distinct().toList();
    if (all.size() > 1) {
      throw ServiceException.badRequest("cannot order lab tests with multiple collection methods");
    }
    return all.getFirst();
  }

  /**
   * Completes the answers for markers that an order already contains, as in {@link AoeAnswers}.
   *
   * @param test determines whether the patient fasts
   */
  public static List<AoeAnswers.QuestionAnswer> completeAnswers(
      Tx tx, UUID test, List<Integer> markers, List<AoeAnswers.QuestionAnswer> given) {
    boolean fasting = tx.first(LAB_TEST, test).orElseThrow().getBoolean("fasting");
    List<Marker> asked = new MarkerRepo(tx.reads()).byIds(markers, false).await();
    return AoeAnswers.complete(asked, given, Optional.of(fasting));
  }

  /** Fails with 400 when insurances do not pay for one of the markers in the state. */
  public static void requireInsurable(Tx tx, Collection<Integer> markers, String state) {
    tx.first(UNINSURED, markers.toArray(Integer[]::new), state)
        .ifPresent(
            r -> {
              throw ServiceException.badRequest(
                  r.getString("name") + " cannot be billed to insurance in " + state);
            });
  }

  /** Returns the hidden test for some markers of a test, with the same collection method. */
  public static UUID hiddenSubset(Tx tx, Tenant tenant, UUID test, List<Integer> markers) {
    Row whole = tx.first(LAB_TEST, test).orElseThrow();
    return hiddenTest(
        tx,
        tenant,
        whole.getInteger("lab_id"),
        whole.getString("method"),
        whole.getBoolean("fasting"),
        markers);
  }

  private static String name(List<Marker> markers) {
    if (markers.isEmpty()) {
      return "Tests that are not listed";
    }
    String all = markers.stream().map(Marker::name).collect(Collectors.joining(", "));
    return all.length() <= MAX_NAME ? all : all.substring(0, MAX_NAME - 1) + "…";
  }

  /** Derives the slug from the marker IDs, which never change owners. */
  private static String slug(int lab, String method, boolean fasting, List<Marker> markers) {
    String content =
        markers.isEmpty()
            ? "nothing of " + lab
            : markers.stream().map(m -> String.valueOf(m.id())).collect(Collectors.joining(","));
    return "order-set-"
        + HexFormat.of()
            .formatHex(Encryption.sha256(method + " " + fasting + " " + content), 0, 12);
  }

  /** Tests with these IDs in API form. */
  public static Future<Map<UUID, ObjectNode>> testsJson(AsyncReads from, Collection<UUID> ids) {
    LabTests tests = new LabTests(from);
    LabTestView view = new LabTestView(new Labs(from, NO_ACCOUNTS), new MarkerRepo(from), tests);
    return tests
        .byIds(Set.copyOf(ids))
        .compose(view::load)
        .map(
            full ->
                full.stream()
                    .collect(
                        Collectors.toMap(f -> f.test().id(), LabTestView.LabTestDetails::json)));
  }
}
