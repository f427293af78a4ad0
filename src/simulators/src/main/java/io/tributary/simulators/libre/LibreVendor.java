package io.tributary.simulators.libre;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.SimWorld;
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
 * The LibreView cloud, of one slug or the other. Its regions are paths here: {@code /region/eu2} is
 * the host of eu2, the root the one that knows no accounts of regions.
 *
 * <p>Accounts are made with {@code /control/passwords}; of the practice's cloud they are patients
 * who share, and the application's id and secret are the practice's own name and password. {@code
 * POST /control/people/{id}/follow} lets a person follow themselves in the app, {@code POST
 * /control/people/{id}/step} with {"type"} leaves something open that their next login meets.
 *
 * <p>People whose name begins with {@code mmol} count in mmol/L, with {@code two} have an older
 * device beside, with {@code empty} none at all, with {@code parent} follow their child.
 */
public final class LibreVendor implements SimVendor {
  /** Of tokens that read the portal's data, and of those that read the follower app's. */
  static final String PORTAL = "portal";

  static final String FOLLOWER = "follower";

  static final List<String> REGIONS =
      List.of("ae", "ap", "au", "ca", "cn", "de", "eu", "eu2", "fr", "jp", "la", "ru", "us");

  private final String slug;
  private final LibreAccounts accounts = new LibreAccounts();

  private LibreVendor(String slug) {
    this.slug = slug;
  }

  /** As patients see it. */
  public static LibreVendor patients() {
    return new LibreVendor("abbott_libreview");
  }

  /** As a practice sees it. */
  public static LibreVendor practice() {
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

  /** None is published. */
  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(RateHeaders.RETRY_AFTER);
  }

  @Override
  public void mount(Router router, SimWorld world) {
    router.post().handler(BodyHandler.create(false));
    for (String host : List.of("", "/region/:region")) {
      new LoginRoutes(world, accounts).mount(router, host);
      new ReportRoutes(world, accounts).mount(router, host);
      new FollowerRoutes(world, accounts).mount(router, host);
    }
  }

  @Override
  public void control(Router router, SimWorld world) {
    router
        .post("/control/people/:id/follow")
        .handler(
            ctx -> {
              accounts.follow(ControlRoutes.person(ctx, world).id());
              ControlRoutes.json(ctx, 200, new JsonObject());
            });
    router.post("/control/people/:id/step").handler(ctx -> step(ctx, world));
  }

  private void step(RoutingContext ctx, SimWorld world) {
    accounts.step(
        ControlRoutes.person(ctx, world).id(), ControlRoutes.body(ctx).getString("type", ""));
    ControlRoutes.json(ctx, 200, new JsonObject());
  }

  @Override
  public VendorError refuse(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> refusal(401, 401, "missing token");
      case SimError.BadToken p -> refusal(401, 401, "invalid or expired token");
      case SimError.NoScope p -> refusal(401, 401, "token of another app");
      case SimError.TooMany p -> refusal(429, 429, "too many requests");
      case SimError.OAuth p -> refusal(p.status(), p.status(), p.error());
      case SimError.Status p -> refusal(p.status(), p.status(), "status " + p.status());
    };
  }

  /** As the cloud words it: a status of its own within the answer. */
  static VendorError refusal(int status, int own, String message) {
    return VendorError.json(
        status,
        new JsonObject().put("status", own).put("error", new JsonObject().put("message", message)));
  }

  @Override
  public String countedPath(String path) {
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
