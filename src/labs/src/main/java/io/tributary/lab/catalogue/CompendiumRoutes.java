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
  private static final int DEFAULT_LIMIT = 3;
  private static final int MAX_LIMIT = 20;
  private static final int MAX_CANONICAL_LIMIT = 10;
  private static final int MAX_CODES = 100;
  private static final int MAX_TEXT = 200;

  private final FeatureFlagCache switches;
  private final Compendium compendium;

  CompendiumRoutes(FeatureFlagCache switches, Compendium compendium) {
    this.switches = switches;
    this.compendium = compendium;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v3/compendium/search", RouteAccess.TEAM, c -> ifEnabled(c, this::search));
    routes.post("/v3/compendium/convert", RouteAccess.TEAM, c -> ifEnabled(c, this::convert));
    routes.post(
        "/v3/compendium/search_orderable_tests",
        RouteAccess.TEAM,
        c -> ifEnabled(c, this::orderableCandidates));
  }

  private Future<Response> ifEnabled(
      RequestContext call, Function<RequestContext, Future<Response>> handler) {
    return switches
        .of(call.tenant())
        .compose(
            on -> {
              if (!on.lab().contains(LabFeature.COMPENDIUM_SEARCH)) {
                throw ServiceException.featureDisabled("compendium_search is off for this team");
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
        body.requiredChoice(
            "mode", w -> WireEnum.parse(Mode.class, w), WireEnum.wireNames(Mode.class));
    Optional<String> query = body.text("query", MAX_TEXT).filter(q -> !q.isBlank());
    Optional<String> hash = body.text("loinc_set_hash", MAX_TEXT).filter(h -> !h.isBlank());
    List<String> cpt = body.texts("cpt_codes", MAX_CODES, MAX_TEXT).orElse(List.of());
    Optional<List<String>> asked = body.texts("labs", MAX_CODES, MAX_TEXT);
    boolean related = body.flag("include_related").orElse(true);
    int limit =
        body.integer("limit", 1, mode == Mode.CANONICAL ? MAX_CANONICAL_LIMIT : MAX_LIMIT)
            .orElse(DEFAULT_LIMIT);
    if (mode == Mode.CANONICAL) {
      if (query.isEmpty()) {
        body.addError("query", "Field required in mode canonical", "missing");
      }
      if (hash.isPresent()) {
        body.addError("loinc_set_hash", "Field not allowed in mode canonical", "value_error");
      }
    } else if (mode == Mode.CROSSWALK && query.isPresent() == hash.isPresent()) {
      body.addError("query", "Exactly one of query and loinc_set_hash must be set", "value_error");
    }
    call.requireValid();
    return compendium
        .compendiumLabs()
        .compose(
            known -> {
              List<Lab> chosen =
                  asked
                      .filter(l -> !l.isEmpty())
                      .map(l -> requireLabs(body, l, known))
                      .orElse(known);
              call.requireValid();
              return mode == Mode.CANONICAL
                  ? compendium.canonicalCandidates(chosen, cpt, query.orElseThrow(), limit)
                  : compendium.crosswalk(
                      known,
                      chosen,
                      new Compendium.CrosswalkQuery(query, hash, cpt, related, limit));
            })
        .map(Response::ok);
  }

  private static List<Lab> requireLabs(JsonFields body, List<String> slugs, List<Lab> known) {
    slugs.forEach(s -> requireLab(body, "labs", s, known));
    return known.stream().filter(l -> slugs.contains(l.slug())).toList();
  }

  private static Optional<Lab> requireLab(
      JsonFields body, String field, String slug, List<Lab> known) {
    return known.stream()
        .filter(l -> l.slug().equals(slug))
        .findFirst()
        .or(
            () ->
                body.addError(
                    field,
                    "Input should be one of: "
                        + String.join(", ", known.stream().map(Lab::slug).toList()),
                    "enum"));
  }

  private Future<Response> convert(RequestContext call) {
    JsonFields body = call.body();
    Optional<UUID> test = body.uuid("lab_test_id");
    Optional<List<String>> codes = body.texts("provider_ids", MAX_CODES, MAX_TEXT);
    String slug = body.requiredText("target_lab", 1, MAX_TEXT);
    int limit = body.integer("limit", 1, MAX_LIMIT).orElse(DEFAULT_LIMIT);
    if (test.isPresent() == codes.filter(c -> !c.isEmpty()).isPresent()) {
      body.addError(
          "provider_ids", "Exactly one of lab_test_id and provider_ids must be set", "value_error");
    }
    call.requireValid();
    return target(call, body, slug)
        .compose(
            t ->
                test.isPresent()
                    ? compendium.convert(call.tenant(), test.get(), t.lab(), limit)
                    : compendium.convert(t.known(), distinct(codes.orElseThrow()), t.lab(), limit))
        .map(Response::ok);
  }

  private Future<Response> orderableCandidates(RequestContext call) {
    JsonFields body = call.body();
    Optional<List<String>> codes = body.texts("provider_ids", MAX_CODES, MAX_TEXT);
    if (body.raw("provider_ids").isEmpty()) {
      body.addError("provider_ids", "Field required", "missing");
    }
    String slug = body.requiredText("target_lab", 1, MAX_TEXT);
    int limit = body.integer("per_provider_limit", 1, MAX_LIMIT).orElse(1);
    call.requireValid();
    return target(call, body, slug)
        .compose(
            t ->
                compendium.orderableCandidates(
                    t.known(), distinct(codes.orElseThrow()), t.lab(), limit))
        .map(Response::ok);
  }

  private record Target(List<Lab> known, Lab lab) {}

  private Future<Target> target(RequestContext call, JsonFields body, String slug) {
    return compendium
        .compendiumLabs()
        .map(
            known -> {
              Optional<Lab> lab = requireLab(body, "target_lab", slug, known);
              call.requireValid();
              return new Target(known, lab.orElseThrow());
            });
  }

  private static List<String> distinct(List<String> codes) {
    return codes.stream().distinct().toList();
  }
}
