package io.tributary.simulators.eightsleep;

import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthApp;
import io.tributary.simulators.kit.PasswordSim.Outcome;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimRejection;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.VendorError;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;

/**
 * Token endpoint that exchanges a password or a refresh token, both sent as JSON. Only the response
 * to a password contains the user ID.
 */
final class EightSleepTokenRoute {
  private final SimContext world;

  EightSleepTokenRoute(SimContext world) {
    this.world = world;
  }

  void mount(Router router) {
    router.post(EightSleepVendor.TOKENS).handler(this::token);
  }

  private void token(RoutingContext ctx) {
    JsonObject body = body(ctx);
    OAuthApp app =
        world.grants().authenticate(text(body, "client_id"), text(body, "client_secret"));
    switch (text(body, "grant_type")) {
      case "password" -> passwordGrant(ctx, app, text(body, "username"), text(body, "password"));
      case "refresh_token" -> {
        IssuedTokens issued = world.grants().refresh(app, text(body, "refresh_token"));
        world.changed().run();
        SimResponses.json(ctx, 200, answer(issued));
      }
      default ->
          throw SimRejection.oauth(
              400, "unsupported_grant_type", "grant_type must be password or refresh_token");
    }
  }

  private void passwordGrant(RoutingContext ctx, OAuthApp app, String name, String password) {
    switch (world.passwords().login(name, password, "")) {
      case Outcome.LoginSucceeded in -> {
        IssuedTokens issued = world.grants().issueWithoutCode(app, in.person(), Set.of());
        world.changed().run();
        SimResponses.json(ctx, 200, answer(issued).put("userId", in.person().id()));
      }
      case Outcome.Locked locked ->
          throw VendorError.json(429, new JsonObject().put("error", "too_many_attempts"))
              .with("Retry-After", Long.toString(locked.seconds()));
      // Accounts have neither regions nor codes, and passwords do not expire, so all of these
      // outcomes are rejected alike.
      case Outcome.Wrong w -> throw invalidCredentials();
      case Outcome.Expired e -> throw invalidCredentials();
      case Outcome.CodeNeeded c -> throw invalidCredentials();
      case Outcome.OtherRegion o -> throw invalidCredentials();
    }
  }

  private static SimRejection invalidCredentials() {
    return SimRejection.oauth(400, "invalid_grant", "invalid user name or password");
  }

  private static JsonObject answer(IssuedTokens issued) {
    var json =
        new JsonObject()
            .put("access_token", issued.accessToken())
            .put("token_type", "Bearer")
            .put("expires_in", issued.lifetime().toSeconds());
    issued.refreshToken().ifPresent(t -> json.put("refresh_token", t));
    return json;
  }

  private static String text(JsonObject body, String name) {
    return body.getValue(name) instanceof String text ? text : "";
  }

  /** Returns the JSON body; a form is rejected. */
  private static JsonObject body(RoutingContext ctx) {
    String type = ctx.request().getHeader("Content-Type");
    if (type == null || !type.startsWith("application/json")) {
      throw SimRejection.oauth(400, "invalid_request", "the content type must be application/json");
    }
    try {
      JsonObject body = ctx.body().asJsonObject();
      if (body != null) {
        return body;
      }
    } catch (DecodeException | ClassCastException e) {
      // Invalid JSON is rejected like a missing body.
    }
    throw SimRejection.oauth(400, "invalid_request", "the body must be a JSON object");
  }
}
