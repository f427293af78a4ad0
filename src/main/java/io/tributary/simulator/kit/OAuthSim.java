package io.tributary.simulator.kit;

import io.tributary.simulator.kit.OAuthSimRules.ClientAuth;
import io.tributary.simulator.kit.OAuthSimRules.Pkce;
import io.tributary.simulator.kit.Revoke.Held;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Authorise page, token endpoint and revocation by a vendor's rules. {@code sim_decision}, {@code
 * sim_scopes} and {@code sim_user} on the authorise URL answer for a user who has no browser.
 */
final class OAuthSim {
  private static final int LONGEST_STATE = 4096;
  private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final String DECISION = "/decision";

  private final String slug;
  private final OAuthSimRules rules;
  private final Grants grants;
  private final People people;
  private final Runnable changed;

  OAuthSim(String slug, OAuthSimRules rules, Grants grants, People people, Runnable changed) {
    this.slug = slug;
    this.rules = rules;
    this.grants = grants;
    this.people = people;
    this.changed = changed;
  }

  void mount(Router router) {
    String page = rules.authorisePath();
    BodyHandler body = BodyHandler.create(false).setBodyLimit(64 * 1024);
    router.get(page).handler(ctx -> authorise(ctx, ctx.queryParams()));
    router
        .post(page + DECISION)
        .handler(body)
        .handler(ctx -> decided(ctx, ctx.request().formAttributes()));
    router.route(rules.tokenPath()).handler(body).handler(this::token);
    for (Revoke way : rules.revokes()) {
      router.route(way.method(), way.path()).handler(body).handler(ctx -> revoke(ctx, way));
    }
  }

  /** A checked authorise request. */
  private record Asked(
      App app,
      String redirectUri,
      Set<String> scopes,
      String state,
      String challenge,
      boolean lasting) {}

  private void authorise(RoutingContext ctx, MultiMap query) {
    checked(ctx, query)
        .ifPresent(
            asked -> {
              switch (text(query, "sim_decision")) {
                case "" -> html(ctx, 200, page(asked, text(query, "sim_user")));
                case "deny" -> deny(ctx, asked);
                case "grant" -> {
                  Set<String> chosen =
                      query.contains("sim_scopes")
                          ? ticked(text(query, "sim_scopes"))
                          : asked.scopes();
                  grant(ctx, asked, chosen, text(query, "sim_user"));
                }
                default -> html(ctx, 400, AuthorisePage.error("sim_decision is grant or deny"));
              }
            });
  }

  private String page(Asked asked, String user) {
    var kept = new LinkedHashMap<String, String>();
    kept.put("response_type", "code");
    kept.put("client_id", asked.app().clientId());
    kept.put("redirect_uri", asked.redirectUri());
    kept.put("scope", String.join(rules.scopeJoin(), asked.scopes()));
    kept.put("state", asked.state());
    if (asked.lasting()) {
      kept.putAll(rules.refreshParams());
    }
    if (!asked.challenge().isEmpty()) {
      kept.put("code_challenge", asked.challenge());
      kept.put("code_challenge_method", "S256");
    }
    return AuthorisePage.consent(
        rules.title(),
        slug,
        asked.app(),
        rules.authorisePath() + DECISION,
        asked.scopes(),
        rules.partial(),
        rules.unticked(),
        kept,
        user);
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
    Optional<String> redirect = app.redirect(text(in, "redirect_uri"), slug);
    if (redirect.isEmpty()) {
      return refusedByPage(ctx, "The return address is not the application's (redirect_uri).");
    }
    String state = text(in, "state");
    if (state.length() > LONGEST_STATE
        || state.length() < rules.shortestState()
        || in.getAll("state").size() > 1) {
      return refused(ctx, redirect.get(), "invalid_request", "");
    }
    if (!text(in, "response_type").equals("code")) {
      return refused(ctx, redirect.get(), "unsupported_response_type", state);
    }
    Set<String> scopes = words(text(in, "scope"));
    if (!rules.scopes().containsAll(scopes) || scopes.isEmpty() && !rules.allWithoutScope()) {
      return refused(ctx, redirect.get(), "invalid_scope", state);
    }
    String challenge = rules.pkce() == Pkce.IGNORED ? "" : text(in, "code_challenge");
    boolean sound =
        CHALLENGE.matcher(challenge).matches() && text(in, "code_challenge_method").equals("S256");
    if (challenge.isEmpty() ? rules.pkce() == Pkce.REQUIRED : !sound) {
      return refused(ctx, redirect.get(), "invalid_request", state);
    }
    Set<String> wanted = scopes.isEmpty() ? rules.scopes() : scopes;
    boolean lasting =
        rules.refreshParams().entrySet().stream()
            .allMatch(e -> text(in, e.getKey()).equals(e.getValue()));
    return Optional.of(new Asked(app, redirect.get(), wanted, state, challenge, lasting));
  }

  private void grant(RoutingContext ctx, Asked asked, Set<String> chosen, String userName) {
    var granted = new LinkedHashSet<>(asked.scopes());
    if (rules.partial()) {
      granted.retainAll(chosen);
      if (granted.isEmpty() && !asked.scopes().isEmpty()) {
        deny(ctx, asked);
        return;
      }
    }
    SimPerson person = userName.isBlank() ? people.fresh() : people.named(userName.strip());
    String code =
        grants.consent(
            asked.app(), person, granted, asked.redirectUri(), asked.challenge(), asked.lasting());
    changed.run();
    var back = new LinkedHashMap<String, String>();
    back.put("code", code);
    if (rules.scopeInCallback()) {
      back.put("scope", String.join(rules.scopeJoin(), granted));
    }
    redirect(ctx, asked.redirectUri(), back, asked.state());
  }

  private void deny(RoutingContext ctx, Asked asked) {
    redirect(ctx, asked.redirectUri(), Map.of("error", "access_denied"), asked.state());
  }

  private void token(RoutingContext ctx) {
    MultiMap form = ctx.request().formAttributes();
    boolean others = rules.grantElsewhere().filter(text(form, "grant_type")::equals).isPresent();
    if (others || rules.sharedTokenPath() && !fits(form, rules.tokenFields())) {
      ctx.next();
      return;
    }
    try {
      Issued issued = issued(ctx);
      changed.run();
      ctx.response().putHeader("Cache-Control", "no-store").putHeader("Pragma", "no-cache");
      Answers.json(ctx, 200, rules.answer().apply(issued));
    } catch (Refused refused) {
      grants.countRefused();
      changed.run(); // a refusal may have ended a grant
      throw refused;
    }
  }

  private Issued issued(RoutingContext ctx) {
    if (ctx.request().method() != HttpMethod.POST) {
      ctx.response().putHeader("Allow", "POST");
      throw Refused.oauth(405, "invalid_request", "the token endpoint takes POST only");
    }
    boolean byQuery = rules.clientAuth().contains(ClientAuth.QUERY);
    String type = Optional.ofNullable(ctx.request().getHeader("Content-Type")).orElse("");
    if (!byQuery
        && !type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded")) {
      throw Refused.oauth(400, "invalid_request", "the body must be a form");
    }
    MultiMap form = byQuery ? ctx.queryParams() : ctx.request().formAttributes();
    App app = client(ctx, form);
    expect(form, rules.tokenFields());
    return switch (text(form, "grant_type")) {
      case "authorization_code" -> {
        String redirect =
            rules.redirectInExchange() ? needed(form, "redirect_uri") : text(form, "redirect_uri");
        String verifier = text(form, "code_verifier");
        if (rules.pkce() == Pkce.REQUIRED && verifier.isEmpty()) {
          throw Refused.oauth(400, "invalid_request", "code_verifier is missing");
        }
        yield grants.exchange(app, needed(form, "code"), redirect, verifier);
      }
      case "refresh_token" -> {
        expect(form, rules.refreshFields());
        if (rules.redirectInRefresh()) {
          app.redirect(needed(form, "redirect_uri"), slug)
              .orElseThrow(() -> Refused.oauth(400, "invalid_request", "redirect_uri is wrong"));
        }
        yield grants.refresh(app, needed(form, "refresh_token"));
      }
      case "" -> throw Refused.oauth(400, "invalid_request", "grant_type is missing");
      default -> throw Refused.oauth(400, "unsupported_grant_type", "code or refresh token only");
    };
  }

  private void revoke(RoutingContext ctx, Revoke way) {
    String token =
        switch (way.held()) {
          case BEARER -> SimWorld.bearer(ctx).orElse("");
          case QUERY -> text(ctx.queryParams(), way.field());
          case FORM -> {
            String inForm = text(ctx.request().formAttributes(), way.field());
            yield inForm.isEmpty() ? text(ctx.queryParams(), way.field()) : inForm;
          }
        };
    if (way.clientToo()) {
      client(ctx, ctx.request().formAttributes());
    }
    if (token.isEmpty()) {
      throw way.held() == Held.BEARER
          ? new Refused(new Problem.NoToken())
          : Refused.oauth(400, "invalid_request", way.field() + " is missing");
    }
    boolean known = grants.revoke(token);
    if (!known && way.strict()) {
      throw new Refused(new Problem.BadToken());
    }
    changed.run();
    if (way.status() == 204) {
      Answers.empty(ctx, 204);
    } else {
      Answers.json(ctx, way.status(), Buffer.buffer("{}"));
    }
  }

  /** The client, the way the vendor wants it; two ways at once are refused (RFC 6749, 2.3). */
  private App client(RoutingContext ctx, MultiMap form) {
    String header = Optional.ofNullable(ctx.request().getHeader("Authorization")).orElse("");
    boolean basic = header.regionMatches(true, 0, "Basic ", 0, 6);
    Set<ClientAuth> ways = rules.clientAuth();
    if (!basic) {
      if (!ways.contains(ClientAuth.BODY) && !ways.contains(ClientAuth.QUERY)) {
        ctx.response().putHeader("WWW-Authenticate", "Basic");
        throw Refused.oauth(401, "invalid_client", "credentials go into the Authorization header");
      }
      return grants.authenticate(needed(form, "client_id"), text(form, "client_secret"));
    }
    if (!ways.contains(ClientAuth.BASIC)) {
      throw Refused.oauth(401, "invalid_client", "credentials go into the body");
    }
    if (form.contains("client_secret")) {
      throw Refused.oauth(400, "invalid_request", "credentials came twice");
    }
    ctx.response().putHeader("WWW-Authenticate", "Basic");
    App app = basic(header.substring(6).strip());
    ctx.response().headers().remove("WWW-Authenticate");
    return app;
  }

  /**
   * HTTP Basic as it stands (RFC 7617), or with id and secret encoded like a form's (RFC 6749,
   * 2.3.1): vendors take the one, the other or both, so whichever matches is taken.
   */
  private App basic(String encoded) {
    try {
      String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      int colon = pair.indexOf(':');
      if (colon < 0) {
        throw new IllegalArgumentException("no colon");
      }
      String id = pair.substring(0, colon);
      String secret = pair.substring(colon + 1);
      Optional<App> asItStands = grants.app(id).filter(a -> a.clientSecret().equals(secret));
      if (asItStands.isPresent()) {
        return asItStands.get();
      }
      return grants.authenticate(
          URLDecoder.decode(id, StandardCharsets.UTF_8),
          URLDecoder.decode(secret, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw Refused.oauth(401, "invalid_client", "unreadable Basic credentials");
    }
  }

  private static boolean fits(MultiMap form, Map<String, String> fields) {
    return fields.entrySet().stream().allMatch(e -> text(form, e.getKey()).equals(e.getValue()));
  }

  private static void expect(MultiMap form, Map<String, String> fields) {
    fields.forEach(
        (name, value) -> {
          if (!text(form, name).equals(value)) {
            throw Refused.oauth(400, "invalid_request", name + " must be " + value);
          }
        });
  }

  private static <T> Optional<T> refusedByPage(RoutingContext ctx, String message) {
    html(ctx, 400, AuthorisePage.error(message));
    return Optional.empty();
  }

  private static <T> Optional<T> refused(
      RoutingContext ctx, String redirectUri, String error, String state) {
    redirect(ctx, redirectUri, Map.of("error", error), state);
    return Optional.empty();
  }

  private static void redirect(
      RoutingContext ctx, String to, Map<String, String> fields, String state) {
    var target = new StringBuilder(to);
    char joint = to.indexOf('?') < 0 ? '?' : '&';
    for (Map.Entry<String, String> field : fields.entrySet()) {
      target.append(joint).append(field.getKey()).append('=');
      target.append(URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8));
      joint = '&';
    }
    if (!state.isEmpty()) {
      target.append("&state=").append(URLEncoder.encode(state, StandardCharsets.UTF_8));
    }
    ctx.response().setStatusCode(302).putHeader("Location", target.toString()).end();
  }

  private static void html(RoutingContext ctx, int status, String page) {
    ctx.response().putHeader("Cache-Control", "no-store").putHeader("X-Frame-Options", "DENY");
    Answers.send(ctx, status, "text/html; charset=utf-8", Buffer.buffer(page));
  }

  /** What a tester ticks may be parted by blanks, whatever the vendor's join is. */
  private Set<String> ticked(String text) {
    var words = new LinkedHashSet<String>();
    words(text).forEach(w -> words.addAll(List.of(w.split("\\s+"))));
    return words;
  }

  /** Scopes apart by the vendor's join; browsers may have made a plus a blank. */
  private Set<String> words(String text) {
    var words = new LinkedHashSet<String>();
    Arrays.stream(text.split(Pattern.quote(rules.scopeJoin())))
        .map(String::strip)
        .filter(w -> !w.isEmpty())
        .forEach(words::add);
    return words;
  }

  private static String text(MultiMap in, String name) {
    return Optional.ofNullable(in.get(name)).orElse("");
  }

  private static String needed(MultiMap form, String name) {
    String value = text(form, name);
    if (value.isEmpty()) {
      throw Refused.oauth(400, "invalid_request", name + " is missing");
    }
    return value;
  }
}
