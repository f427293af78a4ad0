package io.tributary.simulators.eightsleep;

import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthApp;
import io.tributary.simulators.kit.PasswordSim.Outcome;
import io.tributary.simulators.kit.SimRejection;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorld;
import io.tributary.simulators.kit.VendorError;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;

/**
 * Passwords and refresh tokens against a pair, both as JSON; only a password's answer says whose.
 */
final class TokenRoute {
  private final SimWorld world;

  TokenRoute(SimWorld world) {
    this.world = world;
  }

  void mount(Router router) {
    router.post(EightVendor.TOKENS).handler(this::token);
  }

  private void token(RoutingContext ctx) {
    JsonObject body = body(ctx);
    OAuthApp app =
        world.grants().authenticate(text(body, "client_id"), text(body, "client_secret"));
    switch (text(body, "grant_type")) {
      case "password" -> password(ctx, app, text(body, "username"), text(body, "password"));
      case "refresh_token" -> {
        IssuedTokens issued = world.grants().refresh(app, text(body, "refresh_token"));
        world.changed().run();
        SimResponses.json(ctx, 200, answer(issued));
      }
      default ->
          throw SimRejection.oauth(400, "unsupported_grant_type", "password or refresh_token");
    }
  }

  private void password(RoutingContext ctx, OAuthApp app, String name, String password) {
    switch (world.passwords().login(name, password, "")) {
      case Outcome.In in -> {
        IssuedTokens issued = world.grants().open(app, in.person(), Set.of());
        world.changed().run();
        SimResponses.json(ctx, 200, answer(issued).put("userId", in.person().id()));
      }
      case Outcome.Locked locked ->
          throw VendorError.json(429, new JsonObject().put("error", "too_many_attempts"))
              .with("Retry-After", Long.toString(locked.seconds()));
      // Accounts have neither regions nor codes, and no password ends: nobody is let in.
      case Outcome.Wrong w -> throw wrong();
      case Outcome.Expired e -> throw wrong();
      case Outcome.CodeNeeded c -> throw wrong();
      case Outcome.OtherRegion o -> throw wrong();
    }
  }

  private static SimRejection wrong() {
    return SimRejection.oauth(400, "invalid_grant", "invalid user name or password");
  }

  private static JsonObject answer(IssuedTokens issued) {
    var json =
        new JsonObject()
            .put("access_token", issued.accessToken())
            .put("token_type", "Bearer")
            .put("expires_in", issued.life().toSeconds());
    issued.refreshToken().ifPresent(t -> json.put("refresh_token", t));
    return json;
  }

  private static String text(JsonObject body, String name) {
    return body.getValue(name) instanceof String text ? text : "";
  }

  /** A form is not read here. */
  private static JsonObject body(RoutingContext ctx) {
    String type = ctx.request().getHeader("Content-Type");
    if (type == null || !type.startsWith("application/json")) {
      throw SimRejection.oauth(400, "invalid_request", "JSON is needed");
    }
    try {
      JsonObject body = ctx.body().asJsonObject();
      if (body != null) {
        return body;
      }
    } catch (DecodeException | ClassCastException e) {
      // the same as none
    }
    throw SimRejection.oauth(400, "invalid_request", "no object");
  }
}
