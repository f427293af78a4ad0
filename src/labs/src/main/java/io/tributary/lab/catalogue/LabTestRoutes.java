package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Cursor;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.http.JsonFields;
import io.tributary.http.ManagementPath;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Routes for the tests of a team. */
final class LabTestRoutes implements Routes.Source {
  private static final String ONE = "/v3/lab_tests/{lab_test_id}";
  private static final int DEFAULT_PAGE_SIZE = 50;
  private static final int MAX_PAGE_SIZE = 500;

  /** Limit of the deprecated unpaged list; larger teams must use pages. */
  private static final int MAX_UNPAGED = 10_000;

  private static final int MAX_MARKERS = 500;

  private final Bus bus;
  private final Labs labs;
  private final LabTests tests;
  private final LabTestView view;

  LabTestRoutes(Bus bus, Labs labs, LabTests tests, LabTestView view) {
    this.bus = bus;
    this.labs = labs;
    this.tests = tests;
    this.view = view;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v3/lab_test", RouteAccess.TEAM, this::page);
    routes.get("/v3/lab_tests", RouteAccess.TEAM, this::list);
    routes.post("/v3/lab_tests", RouteAccess.TEAM, this::create);
    routes.get(ONE, RouteAccess.TEAM, this::getTest);
    routes.patch(ONE, RouteAccess.TEAM, this::patch);
    routes.post(
        ManagementPath.TEAM + "/lab_test/{lab_test_id}/approve",
        RouteAccess.MANAGEMENT,
        this::approve);
  }

  private Future<Response> page(RequestContext call) {
    QueryParameters q = call.query();
    LabTestFilter filter = LabTestFilter.read(q);
    int limit = q.integer("lab_test_limit", DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE);
    boolean pricing = MarkerRoutes.parseFlag(q, "include_pricing").orElse(false);
    Optional<UUID> account = q.uuid("lab_account_id");
    String cursor = q.text("next_cursor").orElse(null);
    call.requireValid();
    List<?> filters = List.of("lab_test", filter, account);
    Optional<LabTests.LabTestPosition> after =
        Cursor.decode(cursor, filters, 2).map(p -> parsePosition(filter, p.get(0), p.get(1)));
    return labOfAccount(call.tenant(), account)
        .compose(lab -> tests.list(call.tenant(), filter, lab, after, limit + 1))
        .compose(
            found -> {
              boolean more = found.size() > limit;
              List<LabTest> shown = more ? found.subList(0, limit) : found;
              return view.load(shown).map(full -> page(full, pricing, more, filter, filters));
            });
  }

  private static LabTests.LabTestPosition parsePosition(
      LabTestFilter filter, String key, String id) {
    return new LabTests.LabTestPosition(filter.orderKey().parseValue(key), Cursor.parseUuid(id));
  }

  private static Response page(
      List<LabTestView.LabTestDetails> full,
      boolean pricing,
      boolean more,
      LabTestFilter filter,
      List<?> filters) {
    ObjectNode out = Json.object();
    ArrayNode data = out.putArray("data");
    full.forEach(f -> data.add(f.json()));
    out.put("next_cursor", (String) null);
    if (more) {
      LabTest last = full.getLast().test();
      out.put(
          "next_cursor",
          Cursor.encode(
              filters, List.of(filter.orderKey().valueOfTest(last), last.id().toString())));
    }
    out.set("pricing", pricing ? pricing(full) : null);
    return Response.ok(out);
  }

  private static ObjectNode pricing(List<LabTestView.LabTestDetails> full) {
    ObjectNode out = Json.object().put("currency", "USD");
    ObjectNode data = out.putObject("data");
    for (LabTestView.LabTestDetails f : full) {
      ObjectNode one = data.putObject(f.test().id().toString());
      one.set("pricing", Price.sum(f.markers().stream().map(Marker::price).toList()));
      ObjectNode parts = one.putObject("marker_breakdown");
      f.markers().forEach(m -> parts.set(String.valueOf(m.id()), m.price().json()));
    }
    return out;
  }

  private Future<Response> list(RequestContext call) {
    LabTestFilter filter = LabTestFilter.read(call.query());
    call.requireValid();
    return tests
        .list(call.tenant(), filter, Optional.empty(), Optional.empty(), MAX_UNPAGED)
        .compose(view::load)
        .map(
            full -> {
              ArrayNode out = Json.array();
              full.forEach(f -> out.add(f.json()));
              return Response.ok(out);
            });
  }

  private Future<Optional<Integer>> labOfAccount(Tenant tenant, Optional<UUID> account) {
    return account.isEmpty()
        ? Future.succeededFuture(Optional.empty())
        : labs.all()
            .compose(
                all -> labs.limitToAccount(tenant, account, all.stream().map(Lab::id).toList()))
            .map(ids -> Optional.of(ids.isEmpty() ? -1 : ids.getFirst()));
  }

  private Future<Response> getTest(RequestContext call) {
    UUID id = call.pathUuid("lab_test_id");
    Optional<UUID> account = call.query().uuid("lab_account_id");
    call.requireValid();
    return tests
        .requireOne(call.tenant(), id)
        .compose(t -> labs.requireAccountAt(call.tenant(), account, t.labId()).map(t))
        .compose(view::respond);
  }

  private Future<Response> create(RequestContext call) {
    JsonFields body = call.body();
    LabMessages.CreateLabTest message =
        new LabMessages.CreateLabTest(
            call.tenant(),
            body.requiredText("name", 1, 200),
            body.requiredText("description", 0, 2000),
            body.requiredChoice(
                "method",
                w -> WireEnum.parse(CollectionMethod.class, w),
                WireEnum.wireNames(CollectionMethod.class)),
            OrderSet.integers(body, "marker_ids", MAX_MARKERS),
            body.texts("provider_ids", MAX_MARKERS, 100),
            body.flag("fasting").orElse(false),
            body.uuid("lab_account_id"),
            body.text("lab_slug", 100));
    call.requireValid();
    return requireKnownSlug(message.labSlug())
        .compose(ok -> labs.all())
        .compose(
            all ->
                labs.limitToAccount(
                    call.tenant(), message.account(), all.stream().map(Lab::id).toList()))
        .compose(ids -> bus.<LabMessages.Saved>request(Address.LAB_TEST, message.within(ids)))
        .compose(saved -> view.respond(call.tenant(), saved.id()));
  }

  /** Fails with 422 unless a lab has this slug. */
  private Future<Void> requireKnownSlug(Optional<String> slug) {
    if (slug.isEmpty()) {
      return Future.succeededFuture();
    }
    return labs.all()
        .map(
            all -> {
              if (all.stream().noneMatch(l -> l.slug().equals(slug.get()))) {
                throw Labs.unknownSlug(List.of("body", "lab_slug"), all);
              }
              return null;
            });
  }

  private Future<Response> patch(RequestContext call) {
    UUID id = call.pathUuid("lab_test_id");
    JsonFields body = call.body();
    Optional<String> name = body.text("name", 200);
    Optional<Boolean> active = body.flag("active");
    if (name.filter(String::isBlank).isPresent()) {
      call.addError(FieldError.body("name", "String should not be empty", "string_too_short"));
    }
    call.requireValid();
    return bus.<LabMessages.Saved>request(
            Address.LAB_TEST, new LabMessages.PatchLabTest(call.tenant(), id, name, active))
        .compose(saved -> view.respond(call.tenant(), saved.id()));
  }

  /** Approves a test. Operators only: no team key grants access. */
  private Future<Response> approve(RequestContext call) {
    Tenant tenant = ManagementPath.tenant(call);
    UUID id = call.pathUuid("lab_test_id");
    return bus.<LabMessages.Saved>request(
            Address.LAB_TEST, new LabMessages.ApproveLabTest(call.organisation(), tenant, id))
        .compose(saved -> view.respond(tenant, saved.id()));
  }
}
