package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Routes for labs and their markers. */
final class MarkerRoutes implements Routes.Source {
  private static final String BASE = "/v3/lab_tests";

  private final Labs labs;
  private final MarkerRepo markers;
  private final LabTests tests;
  private final OrderSets sets;

  MarkerRoutes(Labs labs, MarkerRepo markers, LabTests tests, OrderSets sets) {
    this.labs = labs;
    this.markers = markers;
    this.tests = tests;
    this.sets = sets;
  }

  @Override
  public void mount(Routes routes) {
    routes.get(BASE + "/labs", RouteAccess.TEAM, this::labs);
    routes.get(BASE + "/markers", RouteAccess.TEAM, this::search);
    routes.post(BASE + "/list_order_set_markers", RouteAccess.TEAM, this::markersOfOrderSet);
    routes.get(BASE + "/{lab_test_id}/markers", RouteAccess.TEAM, this::markersOfTest);
    routes.get(BASE + "/{lab_id}/markers/{provider_id}", RouteAccess.TEAM, this::getMarker);
  }

  private Future<Response> labs(RequestContext call) {
    return labs.all()
        .map(
            list -> {
              ArrayNode out = Json.array();
              list.forEach(lab -> out.add(lab.json()));
              return Response.ok(out);
            });
  }

  private Future<Response> search(RequestContext call) {
    QueryParameters q = call.query();
    Optional<String> slug = q.text("lab_slug");
    List<Integer> ids = IntegerParameters.repeated(q, "lab_id");
    String name = q.text("name").orElse("");
    Optional<Boolean> aLaCarte = parseFlag(q, "a_la_carte_enabled");
    boolean pricing = parseFlag(q, "include_pricing").orElse(false);
    Optional<UUID> account = q.uuid("lab_account_id");
    PageRequest paging = PageRequest.parse(q);
    call.requireValid();
    return labs.idsMatching(slug, ids)
        .compose(found -> labs.limitToAccount(call.tenant(), account, found))
        .compose(found -> markers.search(new MarkerRepo.Filter(found, name, aLaCarte), paging))
        .compose(hits -> page(hits, paging, pricing));
  }

  private Future<Response> markersOfOrderSet(RequestContext call) {
    PageRequest paging = PageRequest.parse(call.query());
    OrderSet set = OrderSet.read(call.body());
    call.requireValid();
    return sets.markers(call.tenant(), set)
        .compose(
            ids ->
                markers
                    .byIds(ids, false)
                    .map(
                        all ->
                            all.stream()
                                .filter(m -> m.orderable() && !m.reflex())
                                .map(Marker::id)
                                .toList()))
        .compose(ids -> page(MarkerRepo.Hits.of(ids, paging), paging, false));
  }

  private Future<Response> markersOfTest(RequestContext call) {
    UUID id = call.pathUuid("lab_test_id");
    QueryParameters q = call.query();
    Optional<UUID> account = q.uuid("lab_account_id");
    PageRequest paging = PageRequest.parse(q);
    call.requireValid();
    return tests
        .requireOne(call.tenant(), id)
        .compose(t -> labs.requireAccountAt(call.tenant(), account, t.labId()).map(t))
        .compose(t -> tests.markersWithReflexes(id))
        .compose(ids -> page(MarkerRepo.Hits.of(ids, paging), paging, false));
  }

  private Future<Response> getMarker(RequestContext call) {
    int lab = IntegerParameters.pathInteger(call, "lab_id");
    String code = call.pathParameter("provider_id");
    Optional<UUID> account = call.query().uuid("lab_account_id");
    call.requireValid();
    return labs.requireAccountAt(call.tenant(), account, lab)
        .compose(ok -> markers.byCode(lab, code))
        .map(
            found ->
                Response.ok(found.orElseThrow(() -> ServiceException.notFound("marker")).json()));
  }

  private Future<Response> page(MarkerRepo.Hits hits, PageRequest paging, boolean pricing) {
    return markers
        .byIds(hits.ids(), true)
        .map(
            list -> {
              ObjectNode out = Json.object();
              ArrayNode array = out.putArray("markers");
              list.forEach(m -> array.add(m.jsonWithResults()));
              out.put("total", hits.total())
                  .put("page", paging.page())
                  .put("size", paging.size())
                  .put("pages", paging.pages(hits.total()));
              out.set("pricing", pricing ? pricing(list) : null);
              return Response.ok(out);
            });
  }

  private static ObjectNode pricing(List<Marker> list) {
    ObjectNode out = Json.object().put("currency", "USD");
    ObjectNode data = out.putObject("data");
    list.forEach(m -> data.set(String.valueOf(m.id()), m.price().json()));
    return out;
  }

  static Optional<Boolean> parseFlag(QueryParameters q, String name) {
    return q.choice(name, QueryBooleans::parse, QueryBooleans.ACCEPTED);
  }

  /** Boolean spellings accepted in a query. */
  private static final class QueryBooleans {
    static final List<String> ACCEPTED = List.of("true", "false");

    static Optional<Boolean> parse(String word) {
      return switch (word) {
        case "true", "1" -> Optional.of(true);
        case "false", "0" -> Optional.of(false);
        default -> Optional.empty();
      };
    }
  }

  /** Integers in paths and in repeated query parameters. */
  static final class IntegerParameters {
    private IntegerParameters() {}

    static List<Integer> repeated(QueryParameters q, String name) {
      List<Integer> out = new ArrayList<>();
      for (String text : q.texts(name)) {
        parsed(text)
            .ifPresentOrElse(
                out::add, () -> q.addError(name, "Input should be a valid integer", "int_parsing"));
      }
      return out;
    }

    static int pathInteger(RequestContext call, String name) {
      return parsed(call.pathParameter(name))
          .orElseThrow(
              () ->
                  ServiceException.validationFailed(
                      FieldError.path(name, "Input should be a valid integer", "int_parsing")));
    }

    private static Optional<Integer> parsed(String text) {
      try {
        return Optional.of(Integer.valueOf(text));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
  }
}
