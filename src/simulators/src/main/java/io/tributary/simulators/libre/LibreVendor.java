package io.tributary.simulators.libre;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.VendorError;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * LibreView cloud for one of its two slugs. Regions are path prefixes: {@code /region/eu2} is the
 * host of eu2, and the root is the global host, which has no regional accounts.
 *
 * <p>Accounts are created with {@code /control/passwords}. In the practice's cloud they are
 * patients who share data, and the application's ID and secret are the practice's own login and
 * password. {@code POST /control/people/{id}/follow} lets a person follow themselves in the app.
 * {@code POST /control/people/{id}/step} with {"type"} adds an open step to their next login.
 *
 * <p>Prefixes of a person's name select variants: {@code mmol} uses mmol/L, {@code two} has a
 * second, older device, {@code empty} has no device, and {@code parent} follows their child.
 */
public final class LibreVendor implements SimVendor {
  /** Scope of tokens for the portal; {@code FOLLOWER} is that of the follower app. */
  static final String PORTAL = "portal";

  static final String FOLLOWER = "follower";

  static final List<String> REGIONS =
      List.of("ae", "ap", "au", "ca", "cn", "de", "eu", "eu2", "fr", "jp", "la", "ru", "us");

  private final String slug;
  private final LibreAccounts accounts = new LibreAccounts();

  private LibreVendor(String slug) {
    this.slug = slug;
  }

  /** Returns the cloud for patients. */
  public static LibreVendor forPatients() {
    return new LibreVendor("abbott_libreview");
  }

  /** Returns the cloud for a practice. */
  public static LibreVendor forPractice() {
    return new LibreVendor("freestyle_libre");
  }

  @Override
  public String slug() {
    return slug;
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.empty();
  }

  /** Returns the limits; the vendor publishes none. */
  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(RateHeaders.RETRY_AFTER);
  }

  @Override
  public void mount(Router router, SimContext world) {
    router.post().handler(BodyHandler.create(false));
    for (String host : List.of("", "/region/:region")) {
      new LibreLoginRoutes(world, accounts).mount(router, host);
      new LibreReportRoutes(world, accounts).mount(router, host);
      new LibreFollowerRoutes(world, accounts).mount(router, host);
    }
  }

  @Override
  public void mountControl(Router router, SimContext world) {
    router
        .post("/control/people/:id/follow")
        .handler(
            ctx -> {
              accounts.follow(ControlRoutes.person(ctx, world).id());
              ControlRoutes.json(ctx, 200, new JsonObject());
            });
    router.post("/control/people/:id/step").handler(ctx -> step(ctx, world));
  }

  private void step(RoutingContext ctx, SimContext world) {
    accounts.step(
        ControlRoutes.person(ctx, world).id(), ControlRoutes.body(ctx).getString("type", ""));
    ControlRoutes.json(ctx, 200, new JsonObject());
  }

  @Override
  public VendorError toError(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> error(401, 401, "missing token");
      case SimError.BadToken p -> error(401, 401, "invalid or expired token");
      case SimError.NoScope p -> error(401, 401, "token of another app");
      case SimError.TooMany p -> error(429, 429, "too many requests");
      case SimError.OAuth p -> error(p.status(), p.status(), p.error());
      case SimError.Status p -> error(p.status(), p.status(), "status " + p.status());
    };
  }

  /** Returns an error in the cloud's format, which has a status of its own inside the response. */
  static VendorError error(int status, int own, String message) {
    return VendorError.json(
        status,
        new JsonObject().put("status", own).put("error", new JsonObject().put("message", message)));
  }

  @Override
  public String pathWithoutIds(String path) {
    return path.replaceAll("[0-9a-f]{32}", "{id}").replaceAll("/(channel|poll|report)/.*", "/$1");
  }

  @Override
  public Map<String, String> settings(String base) {
    var settings = new TreeMap<>(SimVendor.super.settings(base));
    for (String region : REGIONS) {
      settings.put("URLS_" + region.toUpperCase(Locale.ROOT), base + "/region/" + region);
    }
    return settings;
  }
}
