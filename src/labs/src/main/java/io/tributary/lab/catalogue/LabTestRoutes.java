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
  private static final int PAGE = 50;
  private static final int MOST = 500;

  /** Limit of the deprecated unpaged list; larger teams must use pages. */
  private static final int ALL = 10_000;

  private static final int MOST_MARKERS = 500;

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
    routes.get(ONE, RouteAccess.TEAM, this::one);
    routes.patch(ONE, RouteAccess.TEAM, this::patch);
    routes.post(
        ManagementPath.TEAM + "/lab_test/{lab_test_id}/approve",
        RouteAccess.MANAGEMENT,
        this::approve);
  }

  private Future<Response> page(RequestContext call) {
    QueryParameters q = call.query();
    LabTestFilter filter = LabTestFilter.read(q);
    int limit = q.integer("lab_test_limit", PAGE, 1, MOST);
    boolean pricing = MarkerRoutes.flag(q, "include_pricing").orElse(false);
    Optional<UUID> account = q.uuid("lab_account_id");
    String cursor = q.text("next_cursor").orElse(null);
    call.check();
    List<?> filters = List.of("lab_test", filter, account);
    Optional<LabTests.Place> after =
        Cursor.read(cursor, filters, 2).map(p -> place(filter, p.get(0), p.get(1)));
    return lab(call.tenant(), account)
        .compose(lab -> tests.list(call.tenant(), filter, lab, after, limit + 1))
        .compose(
            found -> {
              boolean more = found.size() > limit;
              List<LabTest> shown = more ? found.subList(0, limit) : found;
              return view.of(shown).map(full -> page(full, pricing, more, filter, filters));
            });
  }

  private static LabTests.Place place(LabTestFilter filter, String key, String id) {
    return new LabTests.Place(filter.orderKey().parse(key), Cursor.uuid(id));
  }

  private static Response page(
      List<LabTestView.Full> full,
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
          Cursor.write(filters, List.of(filter.orderKey().of(last), last.id().toString())));
    }
    out.set("pricing", pricing ? pricing(full) : null);
    return Response.ok(out);
  }

  private static ObjectNode pricing(List<LabTestView.Full> full) {
    ObjectNode out = Json.object().put("currency", "USD");
    ObjectNode data = out.putObject("data");
    for (LabTestView.Full f : full) {
      ObjectNode one = data.putObject(f.test().id().toString());
      one.set("pricing", Price.sum(f.markers().stream().map(Marker::price).toList()));
      ObjectNode parts = one.putObject("marker_breakdown");
      f.markers().forEach(m -> parts.set(String.valueOf(m.id()), m.price().json()));
    }
    return out;
  }

  private Future<Response> list(RequestContext call) {
    LabTestFilter filter = LabTestFilter.read(call.query());
    call.check();
    return tests
        .list(call.tenant(), filter, Optional.empty(), Optional.empty(), ALL)
        .compose(view::of)
        .map(
            full -> {
              ArrayNode out = Json.array();
              full.forEach(f -> out.add(f.json()));
              return Response.ok(out);
            });
  }

  private Future<Optional<Integer>> lab(Tenant tenant, Optional<UUID> account) {
    return account.isEmpty()
        ? Future.succeededFuture(Optional.empty())
        : labs.all()
            .compose(all -> labs.within(tenant, account, all.stream().map(Lab::id).toList()))
            .map(ids -> Optional.of(ids.isEmpty() ? -1 : ids.getFirst()));
  }

  private Future<Response> one(RequestContext call) {
    UUID id = call.pathUuid("lab_test_id");
    Optional<UUID> account = call.query().uuid("lab_account_id");
    call.check();
    return tests
        .one(call.tenant(), id)
        .compose(t -> labs.admit(call.tenant(), account, t.labId()).map(t))
        .compose(view::reply);
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
                w -> WireEnum.read(CollectionMethod.class, w),
                WireEnum.words(CollectionMethod.class)),
            OrderSet.integers(body, "marker_ids", MOST_MARKERS),
            body.texts("provider_ids", MOST_MARKERS, 100),
            body.flag("fasting").orElse(false),
            body.uuid("lab_account_id"),
            body.text("lab_slug", 100));
    call.check();
    return slug(message.labSlug())
        .compose(ok -> labs.all())
        .compose(
            all ->
                labs.within(call.tenant(), message.account(), all.stream().map(Lab::id).toList()))
        .compose(ids -> bus.<LabMessages.Saved>ask(Address.LAB_TEST, message.within(ids)))
        .compose(saved -> view.reply(call.tenant(), saved.id()));
  }

  /** Fails with 422 unless a lab has this slug. */
  private Future<Void> slug(Optional<String> slug) {
    if (slug.isEmpty()) {
      return Future.succeededFuture();
    }
    return labs.all()
        .map(
            all -> {
              if (all.stream().noneMatch(l -> l.slug().equals(slug.get()))) {
                throw Labs.unknown(List.of("body", "lab_slug"), all);
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
      call.fault(FieldError.body("name", "String should not be empty", "string_too_short"));
    }
    call.check();
    return bus.<LabMessages.Saved>ask(
            Address.LAB_TEST, new LabMessages.PatchLabTest(call.tenant(), id, name, active))
        .compose(saved -> view.reply(call.tenant(), saved.id()));
  }

  /** Approves a test. Operators only: no team key grants access. */
  private Future<Response> approve(RequestContext call) {
    Tenant tenant = ManagementPath.tenant(call);
    UUID id = call.pathUuid("lab_test_id");
    return bus.<LabMessages.Saved>ask(
            Address.LAB_TEST, new LabMessages.ApproveLabTest(call.organisation(), tenant, id))
        .compose(saved -> view.reply(tenant, saved.id()));
  }
}
