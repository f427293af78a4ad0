package io.tributary.simulators.withings;

import io.tributary.simulators.kit.OAuthApp;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Revocation of a grant: a signed request obtains a nonce, which a second signed request uses once.
 */
final class WithingsGrants {
  private static final Duration MAX_TIMESTAMP_AGE = Duration.ofMinutes(10);

  private final SimContext world;
  private final Set<String> nonces = new HashSet<>();

  WithingsGrants(SimContext world) {
    this.world = world;
  }

  void mount(Router router) {
    router.post("/v2/signature").handler(BodyHandler.create(false)).handler(this::nonce);
    router.post("/v2/oauth2").handler(BodyHandler.create(false)).handler(this::revoke);
  }

  static String text(MultiMap form, String name) {
    return Optional.ofNullable(form.get(name)).orElse("");
  }

  private OAuthApp signed(MultiMap form, String action, String third) {
    OAuthApp app =
        world
            .grants()
            .app(text(form, "client_id"))
            .orElseThrow(
                () ->
                    WithingsVendor.error(
                        WithingsVendor.STATUS_INVALID_PARAMS, "invalid client_id"));
    String text = action + "," + app.clientId() + "," + third;
    String right = PushRules.sha256Hex(app.clientSecret(), text.getBytes(StandardCharsets.UTF_8));
    if (!right.equals(text(form, "signature")) || !action.equals(text(form, "action"))) {
      throw WithingsVendor.error(
          WithingsVendor.STATUS_INVALID_PARAMS, "Invalid Params: invalid signature");
    }
    return app;
  }

  private void nonce(RoutingContext ctx) {
    MultiMap form = ctx.request().formAttributes();
    String stamp = text(form, "timestamp");
    signed(form, "getnonce", stamp);
    Instant told =
        stamp.matches("\\d{1,12}") ? Instant.ofEpochSecond(Long.parseLong(stamp)) : Instant.EPOCH;
    if (Duration.between(told, Instant.now()).abs().compareTo(MAX_TIMESTAMP_AGE) > 0) {
      throw WithingsVendor.error(
          WithingsVendor.STATUS_INVALID_PARAMS, "Invalid Params: invalid timestamp");
    }
    String nonce = "n" + Long.toHexString(System.nanoTime());
    nonces.add(nonce);
    SimResponses.json(ctx, 200, WithingsVendor.success(new JsonObject().put("nonce", nonce)));
  }

  private void revoke(RoutingContext ctx) {
    MultiMap form = ctx.request().formAttributes();
    String nonce = text(form, "nonce");
    signed(form, "revoke", nonce);
    if (!nonces.remove(nonce)) {
      throw WithingsVendor.error(
          WithingsVendor.STATUS_INVALID_PARAMS, "Invalid Params: invalid nonce");
    }
    String user = text(form, "userid");
    SimPerson person =
        (user.matches("\\d{1,18}")
                ? world.people().find(Long.parseLong(user))
                : Optional.<SimPerson>empty())
            .orElseThrow(
                () -> WithingsVendor.error(WithingsVendor.STATUS_INVALID_PARAMS, "invalid userid"));
    world.grants().revokeUser(person.id());
    world.hooks().removeOfUser(person.id());
    world.changed().run();
    SimResponses.json(ctx, 200, WithingsVendor.success(new JsonObject()));
  }
}
