package io.tributary.simulator.oura;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Authorise page, token endpoint and revocation. {@code sim_decision}, {@code sim_scopes} and
 * {@code sim_user} on the authorise URL answer for a user who has no browser.
 */
final class OAuthRoutes {
  private static final int LONGEST_STATE = 4096;

  private final Grants grants;
  private final Users users;
  private final Runnable changed;

  OAuthRoutes(Grants grants, Users users, Runnable changed) {
    this.grants = grants;
    this.users = users;
    this.changed = changed;
  }

  void mount(Router router) {
    router.route("/oauth/*").handler(BodyHandler.create(false).setBodyLimit(64 * 1024));
    router.get("/oauth/authorize").handler(ctx -> authorise(ctx, ctx.queryParams()));
    router
        .post("/oauth/authorize/decision")
        .handler(ctx -> decided(ctx, ctx.request().formAttributes()));
    router.route("/oauth/token").handler(this::token);
    router.post("/oauth/revoke").handler(this::revoke);
  }

  /** A checked authorise request. */
  private record Asked(App app, String redirectUri, Set<String> scopes, String state) {}

  private void authorise(RoutingContext ctx, MultiMap query) {
    checked(ctx, query)
        .ifPresent(
            asked -> {
              switch (text(query, "sim_decision")) {
                case "" ->
                    html(
                        ctx,
                        200,
                        AuthorisePage.consent(
                            asked.app(),
                            asked.scopes(),
                            asked.redirectUri(),
                            asked.state(),
                            text(query, "sim_user")));
                case "deny" -> deny(ctx, asked);
                case "grant" -> {
                  Set<String> chosen =
                      query.contains("sim_scopes")
                          ? words(text(query, "sim_scopes"))
                          : asked.scopes();
                  grant(ctx, asked, chosen, text(query, "sim_user"));
                }
                default -> html(ctx, 400, AuthorisePage.error("sim_decision is grant or deny"));
              }
            });
  }

  private void decided(RoutingContext ctx, MultiMap form) {
    checked(ctx, form)
        .ifPresent(
            asked -> {
              String user = text(form, "sim_user");
              switch (text(form, "decision")) {
                case "grant_all" -> grant(ctx, asked, asked.scopes(), user);
                case "grant_selected" ->
                    grant(ctx, asked, new LinkedHashSet<>(form.getAll("granted")), user);
                case "deny" -> deny(ctx, asked);
                default -> html(ctx, 400, AuthorisePage.error("No decision was made."));
              }
            });
  }

  /** The request if it is sound; otherwise it is answered here, by page or by redirect. */
  private Optional<Asked> checked(RoutingContext ctx, MultiMap in) {
    App app = grants.apps.get(text(in, "client_id"));
    if (app == null) {
      return refusedByPage(ctx, "The application is not known (client_id).");
    }
    Optional<String> redirect = app.redirect(text(in, "redirect_uri"));
    if (redirect.isEmpty()) {
      return refusedByPage(ctx, "The return address is not the application's (redirect_uri).");
    }
    String state = text(in, "state");
    if (state.length() > LONGEST_STATE || in.getAll("state").size() > 1) {
      return refused(ctx, redirect.get(), "invalid_request", "");
    }
    if (!text(in, "response_type").equals("code")) {
      return refused(ctx, redirect.get(), "unsupported_response_type", state);
    }
    Set<String> scopes = words(text(in, "scope"));
    if (!Grants.SCOPES.containsAll(scopes)) {
      return refused(ctx, redirect.get(), "invalid_scope", state);
    }
    // Without a scope the vendor asks for everything it has.
    Set<String> wanted = scopes.isEmpty() ? Grants.SCOPES : scopes;
    return Optional.of(new Asked(app, redirect.get(), wanted, state));
  }

  private void grant(RoutingContext ctx, Asked asked, Set<String> chosen, String userName) {
    var granted = new LinkedHashSet<>(asked.scopes());
    granted.retainAll(chosen);
    if (granted.isEmpty()) {
      deny(ctx, asked);
      return;
    }
    RingUser user = userName.isBlank() ? users.fresh() : users.named(userName.strip());
    String code = grants.consent(asked.app(), user, granted, asked.redirectUri());
    changed.run();
    redirect(
        ctx,
        asked.redirectUri(),
        List.of("code", code, "scope", String.join(" ", granted)),
        asked.state());
  }

  private void deny(RoutingContext ctx, Asked asked) {
    redirect(ctx, asked.redirectUri(), List.of("error", "access_denied"), asked.state());
  }

  private void token(RoutingContext ctx) {
    if (ctx.request().method() != HttpMethod.POST) {
      throw VendorError.oauth(405, "invalid_request", "the token endpoint takes POST only")
          .with("Allow", "POST");
    }
    String type = Optional.ofNullable(ctx.request().getHeader("Content-Type")).orElse("");
    if (!type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded")) {
      throw VendorError.oauth(400, "invalid_request", "the body must be a form");
    }
    MultiMap form = ctx.request().formAttributes();
    App app = client(ctx, form);
    Grants.Tokens tokens =
        switch (text(form, "grant_type")) {
          case "authorization_code" ->
              grants.exchange(app, needed(form, "code"), needed(form, "redirect_uri"));
          case "refresh_token" -> grants.refresh(app, needed(form, "refresh_token"));
          case "" -> throw VendorError.oauth(400, "invalid_request", "grant_type is missing");
          default ->
              throw VendorError.oauth(400, "unsupported_grant_type", "code or refresh token only");
        };
    changed.run();
    ctx.response().putHeader("Cache-Control", "no-store").putHeader("Pragma", "no-cache");
    Answers.json(
        ctx,
        200,
        new JsonObject()
            .put("token_type", "bearer")
            .put("access_token", tokens.accessToken())
            .put("expires_in", tokens.life().toSeconds())
            .put("refresh_token", tokens.refreshToken()));
  }

  private void revoke(RoutingContext ctx) {
    String token = text(ctx.queryParams(), "access_token");
    if (token.isEmpty()) {
      token = text(ctx.request().formAttributes(), "access_token");
    }
    if (token.isEmpty()) {
      throw VendorError.oauth(400, "invalid_request", "access_token is missing");
    }
    grants.revoke(token);
    changed.run();
    Answers.json(ctx, 200, new JsonObject());
  }

  /** The client, by HTTP Basic or by the form; both at once are refused (RFC 6749, 2.3). */
  private App client(RoutingContext ctx, MultiMap form) {
    String header = Optional.ofNullable(ctx.request().getHeader("Authorization")).orElse("");
    if (!header.regionMatches(true, 0, "Basic ", 0, 6)) {
      return grants.authenticate(needed(form, "client_id"), text(form, "client_secret"));
    }
    if (form.contains("client_secret")) {
      throw VendorError.oauth(400, "invalid_request", "credentials came twice");
    }
    try {
      String pair =
          new String(
              Base64.getDecoder().decode(header.substring(6).strip()), StandardCharsets.UTF_8);
      int colon = pair.indexOf(':');
      if (colon < 0) {
        throw new IllegalArgumentException("no colon");
      }
      return grants.authenticate(
          URLDecoder.decode(pair.substring(0, colon), StandardCharsets.UTF_8),
          URLDecoder.decode(pair.substring(colon + 1), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw VendorError.oauth(401, "invalid_client", "unreadable Basic credentials")
          .with("WWW-Authenticate", "Basic");
    } catch (VendorError e) {
      throw e.with("WWW-Authenticate", "Basic");
    }
  }

  private static <T> Optional<T> refusedByPage(RoutingContext ctx, String message) {
    html(ctx, 400, AuthorisePage.error(message));
    return Optional.empty();
  }

  private static <T> Optional<T> refused(
      RoutingContext ctx, String redirectUri, String error, String state) {
    redirect(ctx, redirectUri, List.of("error", error), state);
    return Optional.empty();
  }

  private static void redirect(
      RoutingContext ctx, String to, List<String> namesAndValues, String state) {
    var target = new StringBuilder(to);
    char joint = to.indexOf('?') < 0 ? '?' : '&';
    for (int i = 0; i < namesAndValues.size(); i += 2) {
      target.append(joint).append(namesAndValues.get(i)).append('=');
      target.append(URLEncoder.encode(namesAndValues.get(i + 1), StandardCharsets.UTF_8));
      joint = '&';
    }
    if (!state.isEmpty()) {
      target.append("&state=").append(URLEncoder.encode(state, StandardCharsets.UTF_8));
    }
    ctx.response().setStatusCode(302).putHeader("Location", target.toString()).end();
  }

  private static void html(RoutingContext ctx, int status, String page) {
    ctx.response()
        .setStatusCode(status)
        .putHeader("Content-Type", "text/html; charset=utf-8")
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Frame-Options", "DENY")
        .end(page);
  }

  private static Set<String> words(String text) {
    var words = new LinkedHashSet<String>();
    Arrays.stream(text.split(" ")).filter(w -> !w.isEmpty()).forEach(words::add);
    return words;
  }

  private static String text(MultiMap in, String name) {
    return Optional.ofNullable(in.get(name)).orElse("");
  }

  private static String needed(MultiMap form, String name) {
    String value = text(form, name);
    if (value.isEmpty()) {
      throw VendorError.oauth(400, "invalid_request", name + " is missing");
    }
    return value;
  }
}
