package io.tributary.lab.catalogue;

import io.tributary.core.ServiceException;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.team.FeatureFlagCache;
import io.tributary.team.LabFeature;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Routes for searching and converting codes. A feature flag of the team enables them. */
final class CompendiumRoutes implements Routes.Source {
  private static final int DEFAULT = 3;
  private static final int MOST = 20;
  private static final int MOST_CANONICAL = 10;
  private static final int MOST_CODES = 100;
  private static final int LENGTH = 200;

  private final FeatureFlagCache switches;
  private final Compendium compendium;

  CompendiumRoutes(FeatureFlagCache switches, Compendium compendium) {
    this.switches = switches;
    this.compendium = compendium;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v3/compendium/search", RouteAccess.TEAM, c -> allowed(c, this::search));
    routes.post("/v3/compendium/convert", RouteAccess.TEAM, c -> allowed(c, this::convert));
    routes.post(
        "/v3/compendium/search_orderable_tests",
        RouteAccess.TEAM,
        c -> allowed(c, this::orderable));
  }

  private Future<Response> allowed(
      RequestContext call, Function<RequestContext, Future<Response>> handler) {
    return switches
        .of(call.tenant())
        .compose(
            on -> {
              if (!on.lab().contains(LabFeature.COMPENDIUM_SEARCH)) {
                throw ServiceException.switchedOff("compendium_search is off for this team");
              }
              return handler.apply(call);
            });
  }

  private enum Mode {
    CANONICAL,
    CROSSWALK
  }

  private Future<Response> search(RequestContext call) {
    JsonFields body = call.body();
    Mode mode =
        body.requiredChoice("mode", w -> WireEnum.read(Mode.class, w), WireEnum.words(Mode.class));
    Optional<String> query = body.text("query", LENGTH).filter(q -> !q.isBlank());
    Optional<String> hash = body.text("loinc_set_hash", LENGTH).filter(h -> !h.isBlank());
    List<String> cpt = body.texts("cpt_codes", MOST_CODES, LENGTH).orElse(List.of());
    Optional<List<String>> asked = body.texts("labs", MOST_CODES, LENGTH);
    boolean related = body.flag("include_related").orElse(true);
    int limit =
        body.integer("limit", 1, mode == Mode.CANONICAL ? MOST_CANONICAL : MOST).orElse(DEFAULT);
    if (mode == Mode.CANONICAL) {
      if (query.isEmpty()) {
        body.fault("query", "Field required in mode canonical", "missing");
      }
      if (hash.isPresent()) {
        body.fault("loinc_set_hash", "Field not allowed in mode canonical", "value_error");
      }
    } else if (mode == Mode.CROSSWALK && query.isPresent() == hash.isPresent()) {
      body.fault("query", "Exactly one of query and loinc_set_hash must be set", "value_error");
    }
    call.check();
    return compendium
        .labs()
        .compose(
            known -> {
              List<Lab> chosen =
                  asked.filter(l -> !l.isEmpty()).map(l -> named(body, l, known)).orElse(known);
              call.check();
              return mode == Mode.CANONICAL
                  ? compendium.canonical(chosen, cpt, query.orElseThrow(), limit)
                  : compendium.crosswalk(
                      known, chosen, new Compendium.Wanted(query, hash, cpt, related, limit));
            })
        .map(Response::ok);
  }

  private static List<Lab> named(JsonFields body, List<String> slugs, List<Lab> known) {
    slugs.forEach(s -> lab(body, "labs", s, known));
    return known.stream().filter(l -> slugs.contains(l.slug())).toList();
  }

  private static Optional<Lab> lab(JsonFields body, String field, String slug, List<Lab> known) {
    return known.stream()
        .filter(l -> l.slug().equals(slug))
        .findFirst()
        .or(
            () ->
                body.fault(
                    field,
                    "Input should be one of: "
                        + String.join(", ", known.stream().map(Lab::slug).toList()),
                    "enum"));
  }

  private Future<Response> convert(RequestContext call) {
    JsonFields body = call.body();
    Optional<UUID> test = body.uuid("lab_test_id");
    Optional<List<String>> codes = body.texts("provider_ids", MOST_CODES, LENGTH);
    String slug = body.requiredText("target_lab", 1, LENGTH);
    int limit = body.integer("limit", 1, MOST).orElse(DEFAULT);
    if (test.isPresent() == codes.filter(c -> !c.isEmpty()).isPresent()) {
      body.fault(
          "provider_ids", "Exactly one of lab_test_id and provider_ids must be set", "value_error");
    }
    call.check();
    return target(call, body, slug)
        .compose(
            t ->
                test.isPresent()
                    ? compendium.convert(call.tenant(), test.get(), t.lab(), limit)
                    : compendium.convert(t.known(), distinct(codes.orElseThrow()), t.lab(), limit))
        .map(Response::ok);
  }

  private Future<Response> orderable(RequestContext call) {
    JsonFields body = call.body();
    Optional<List<String>> codes = body.texts("provider_ids", MOST_CODES, LENGTH);
    if (body.raw("provider_ids").isEmpty()) {
      body.fault("provider_ids", "Field required", "missing");
    }
    String slug = body.requiredText("target_lab", 1, LENGTH);
    int limit = body.integer("per_provider_limit", 1, MOST).orElse(1);
    call.check();
    return target(call, body, slug)
        .compose(
            t -> compendium.orderable(t.known(), distinct(codes.orElseThrow()), t.lab(), limit))
        .map(Response::ok);
  }

  private record Target(List<Lab> known, Lab lab) {}

  private Future<Target> target(RequestContext call, JsonFields body, String slug) {
    return compendium
        .labs()
        .map(
            known -> {
              Optional<Lab> lab = lab(body, "target_lab", slug, known);
              call.check();
              return new Target(known, lab.orElseThrow());
            });
  }

  private static List<String> distinct(List<String> codes) {
    return codes.stream().distinct().toList();
  }
}
