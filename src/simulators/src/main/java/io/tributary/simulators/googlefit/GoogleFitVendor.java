package io.tributary.simulators.googlefit;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.GoogleConsent;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.VendorError;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Google Fit REST API. Additional control endpoints:
 *
 * <table> <caption>Control endpoints</caption>
 * <tr><td>POST /control/people/{id}/lacks</td><td>{"type": "com.google.blood_glucose"}: removes the
 * data source of this type</td></tr>
 * <tr><td>POST /control/rate-words</td><td>{"forbidden": true}: reports rate limits with 403
 * instead of 429</td></tr>
 * </table>
 */
public final class GoogleFitVendor implements SimVendor {
  private final Map<String, Set<String>> missingTypes = new HashMap<>();
  private boolean rateLimitAs403;

  @Override
  public String slug() {
    return "google_fit";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(GoogleConsent.rules(FitType.scopes()));
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(RateHeaders.BARE, RateQuotas.Limit.app(600, Duration.ofMinutes(1)));
  }

  @Override
  public String dataPath() {
    return FitRoutes.BASE;
  }

  @Override
  public String personPrefix() {
    return "user";
  }

  @Override
  public Map<String, String> settings(String base) {
    return new TreeMap<>(
        Map.of(
            "API_URL", base + "/fitness/v1",
            "AUTHORIZE_URL", base + "/o/oauth2/v2/auth",
            "TOKEN_URL", base + "/token",
            "URLS_REVOKE", base + "/revoke"));
  }

  @Override
  public void mount(Router router, SimContext world) {
    new FitRoutes(world, missingTypes).mount(router);
  }

  @Override
  public void mountControl(Router router, SimContext world) {
    router
        .post("/control/people/:id/lacks")
        .handler(
            ctx -> {
              FitType type =
                  FitType.of(ControlRoutes.body(ctx).getString("type", ""))
                      .orElseThrow(() -> new IllegalArgumentException("unknown type"));
              missingTypes
                  .computeIfAbsent(ControlRoutes.person(ctx, world).id(), id -> new TreeSet<>())
                  .add(type.dataType());
              world.changed().run();
              ControlRoutes.json(ctx, 200, new JsonObject());
            });
    router
        .post("/control/rate-words")
        .handler(
            ctx -> {
              rateLimitAs403 = ControlRoutes.body(ctx).getBoolean("forbidden", false);
              ControlRoutes.json(ctx, 200, new JsonObject());
            });
  }

  @Override
  public VendorError toError(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> FitErrors.status(401);
      case SimError.BadToken p -> FitErrors.status(401);
      case SimError.NoScope p -> FitErrors.noScope();
      case SimError.TooMany p -> FitErrors.rateLimited(rateLimitAs403);
      case SimError.OAuth p -> VendorError.oauth(p.status(), p.error(), p.description());
      case SimError.Status p ->
          p.status() == 429 ? FitErrors.rateLimited(rateLimitAs403) : FitErrors.status(p.status());
    };
  }

  @Override
  public String pathWithoutIds(String path) {
    return path.replaceAll("/dataSources/[^/]+/datasets/.*", "/dataSources/{id}/datasets/{span}");
  }

  @Override
  public void save(JsonObject state) {
    var kept = new JsonObject();
    missingTypes.forEach((id, types) -> kept.put(id, new JsonArray(List.copyOf(types))));
    state.put("lacking", kept);
  }

  @Override
  public void restore(JsonObject state, SimContext world) {
    JsonObject kept = state.getJsonObject("lacking", new JsonObject());
    for (String id : kept.fieldNames()) {
      Set<String> types = new TreeSet<>();
      kept.getJsonArray(id).forEach(t -> types.add((String) t));
      missingTypes.put(id, types);
    }
  }
}
