package io.tributary.simulators.libre;

import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthApp;
import io.tributary.simulators.kit.PasswordSim;
import io.tributary.simulators.kit.PasswordSim.Outcome;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimRejection;
import io.tributary.simulators.kit.SimResponses;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.Set;

/**
 * Logins of the portal and of the follower app. Errors are reported inside responses of status 200,
 * except for locked accounts.
 */
final class LibreLoginRoutes {
  /** Region of the global host, which redirects accounts of a region. */
  private static final String GLOBAL_REGION = "global";

  private static final int STATUS_STEP_OPEN = 4;

  private final SimContext world;
  private final LibreAccounts accounts;

  LibreLoginRoutes(SimContext world, LibreAccounts accounts) {
    this.world = world;
    this.accounts = accounts;
  }

  void mount(Router router, String host) {
    router.post(host + "/auth/login").handler(ctx -> login(ctx, LibreVendor.PORTAL));
    router.post(host + "/llu/auth/login").handler(this::follower);
    router.post(host + "/auth/continue/2fa/sendcode").handler(this::sendCode);
    router.post(host + "/auth/continue/2fa/result").handler(this::verifyCode);
  }

  private void follower(RoutingContext ctx) {
    LibreFollowerRoutes.checkApp(ctx);
    login(ctx, LibreVendor.FOLLOWER);
  }

  private void login(RoutingContext ctx, String kind) {
    JsonObject body = body(ctx);
    String email = requiredField(body, "email");
    String password = requiredField(body, "password");
    if (isPracticeLogin(email, password)) {
      respondLoggedIn(ctx, world.people().named("the practice"), kind, Optional.empty());
      return;
    }
    String host = LibreAccounts.region(ctx);
    Outcome outcome =
        world.passwords().login(email, password, host.isEmpty() ? GLOBAL_REGION : host);
    if (outcome instanceof Outcome.CodeNeeded code) {
      Optional<PasswordSim.Account> known =
          accounts.trusted(body.getString("trustedDeviceToken", ""), email);
      if (known.isPresent() && kind.equals(LibreVendor.PORTAL)) {
        outcome = world.passwords().confirm(code.ticket(), known.get().code());
      }
    }
    answer(ctx, kind, outcome, Optional.empty());
  }

  /**
   * Returns whether the login is that of the practice, which uses the client ID and secret of the
   * application.
   */
  private boolean isPracticeLogin(String email, String password) {
    OAuthApp app = world.options().app();
    return world.vendor().slug().equals("freestyle_libre")
        && email.equals(app.clientId())
        && password.equals(app.clientSecret());
  }

  private void answer(RoutingContext ctx, String kind, Outcome outcome, Optional<String> trusted) {
    switch (outcome) {
      case Outcome.LoginSucceeded in -> {
        accounts.livesIn(in.person().id(), in.account().region());
        respondLoggedIn(ctx, in.person(), kind, trusted);
      }
      case Outcome.OtherRegion other ->
          respond(ctx, 0, new JsonObject().put("redirect", true).put("region", other.region()));
      case Outcome.CodeNeeded code -> respondStep(ctx, "2faVerify", code.ticket());
      case Outcome.Expired expired -> respondStep(ctx, "passwordExpired", "none");
      case Outcome.Wrong wrong ->
          SimResponses.json(
              ctx,
              200,
              new JsonObject()
                  .put("status", 2)
                  .put("error", new JsonObject().put("message", "notAuthenticated")));
      case Outcome.Locked locked ->
          SimResponses.json(
              ctx,
              429,
              new JsonObject()
                  .put("status", 429)
                  .put(
                      "data",
                      new JsonObject()
                          .put("message", "locked")
                          .put("data", new JsonObject().put("lockout", locked.seconds()))));
    }
  }

  private void respondLoggedIn(
      RoutingContext ctx, SimPerson person, String kind, Optional<String> trustedDevice) {
    Optional<String> open = accounts.step(person.id());
    if (open.isPresent()) {
      respondStep(ctx, open.get(), "none");
      return;
    }
    var data =
        new JsonObject()
            .put("user", new JsonObject().put("id", person.id()).put("country", "DE"))
            .put("authTicket", ticket(issue(person, kind)));
    trustedDevice.ifPresent(t -> data.put("trustedDeviceToken", t));
    respond(ctx, 0, data);
  }

  /** Responds with a login step; the token is valid for that step only. */
  private static void respondStep(RoutingContext ctx, String type, String token) {
    respond(
        ctx,
        STATUS_STEP_OPEN,
        new JsonObject()
            .put("step", new JsonObject().put("type", type))
            .put("user", new JsonObject())
            .put("authTicket", new JsonObject().put("token", token).put("duration", 900_000)));
  }

  private void sendCode(RoutingContext ctx) {
    requestBody(ctx);
    String ticket =
        SimContext.bearer(ctx).orElseThrow(() -> new SimRejection(new SimError.NoToken()));
    String token = "sent-%016x".formatted(SeededRandom.hash(SeededRandom.hash(ticket), 3));
    accounts.codeSent(token, ticket);
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("status", 0)
            .put("ticket", new JsonObject().put("token", token).put("duration", 900_000)));
  }

  /** Checks the code; the bearer token must be the one returned when the code was sent. */
  private void verifyCode(RoutingContext ctx) {
    JsonObject body = requestBody(ctx);
    String ticket =
        SimContext.bearer(ctx)
            .flatMap(accounts::ticket)
            .orElseThrow(() -> new SimRejection(new SimError.BadToken()));
    Outcome outcome = world.passwords().confirm(ticket, requiredField(body, "code"));
    Optional<String> trusted = Optional.empty();
    if (outcome instanceof Outcome.LoginSucceeded in) {
      String token = "trusted-%016x".formatted(SeededRandom.hash(SeededRandom.hash(ticket), 4));
      accounts.trust(token, in.account());
      trusted = Optional.of(token);
    }
    answer(ctx, LibreVendor.PORTAL, outcome, trusted);
  }

  private static JsonObject requestBody(RoutingContext ctx) {
    JsonObject body = body(ctx);
    if (!(body.getValue("isPrimaryMethod") instanceof Boolean)) {
      throw LibreVendor.error(400, 1, "isPrimaryMethod is not a boolean");
    }
    return body;
  }

  private IssuedTokens issue(SimPerson person, String kind) {
    return issue(world, person, kind);
  }

  static IssuedTokens issue(SimContext world, SimPerson person, String kind) {
    return world.grants().issueWithoutCode(world.options().app(), person, Set.of(kind));
  }

  private JsonObject ticket(IssuedTokens issued) {
    return ticket(world, issued);
  }

  static JsonObject ticket(SimContext world, IssuedTokens issued) {
    return new JsonObject()
        .put("token", issued.accessToken())
        .put("expires", world.clock().now().plus(issued.lifetime()).getEpochSecond())
        .put("duration", issued.lifetime().toMillis());
  }

  private static void respond(RoutingContext ctx, int status, JsonObject data) {
    SimResponses.json(ctx, 200, new JsonObject().put("status", status).put("data", data));
  }

  static JsonObject body(RoutingContext ctx) {
    String type = ctx.request().getHeader("Content-Type");
    if (type == null || !type.startsWith("application/json")) {
      throw LibreVendor.error(415, 1, "the content type must be application/json");
    }
    try {
      JsonObject body = ctx.body().asJsonObject();
      if (body != null) {
        return body;
      }
    } catch (DecodeException | ClassCastException e) {
      // Invalid JSON is rejected like a missing body.
    }
    throw LibreVendor.error(400, 1, "the body must be a JSON object");
  }

  static String requiredField(JsonObject body, String name) {
    if (body.getValue(name) instanceof String text && !text.isEmpty()) {
      return text;
    }
    throw LibreVendor.error(400, 1, name + " is needed");
  }
}
