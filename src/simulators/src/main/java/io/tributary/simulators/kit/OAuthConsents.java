package io.tributary.simulators.kit;

import static io.tributary.simulators.kit.OAuthForm.text;

import io.tributary.simulators.kit.OAuthSimRules.Pkce;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Authorization endpoint and consent page. The query parameters {@code sim_decision}, {@code
 * sim_scopes} and {@code sim_user} answer the page without a browser.
 */
final class OAuthConsents {
  private static final int MAX_STATE_LENGTH = 4096;
  private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");

  private final String slug;
  private final OAuthSimRules rules;
  private final OAuthGrantStore grants;
  private final SimPeople people;
  private final Runnable changed;

  OAuthConsents(
      String slug,
      OAuthSimRules rules,
      OAuthGrantStore grants,
      SimPeople people,
      Runnable changed) {
    this.slug = slug;
    this.rules = rules;
    this.grants = grants;
    this.people = people;
    this.changed = changed;
  }

  /** Validated authorization request. */
  private record AuthorizationRequest(
      OAuthApp app,
      String redirectUri,
      Set<String> scopes,
      String state,
      String challenge,
      boolean lasting) {}

  void authorise(RoutingContext ctx, MultiMap query) {
    validate(ctx, query)
        .ifPresent(
            asked -> {
              switch (text(query, "sim_decision")) {
                case "" -> html(ctx, 200, page(asked, text(query, "sim_user")));
                case "deny" -> deny(ctx, asked);
                case "grant" -> {
                  Set<String> chosen =
                      query.contains("sim_scopes")
                          ? selectedScopes(text(query, "sim_scopes"))
                          : asked.scopes();
                  grant(ctx, asked, chosen, text(query, "sim_user"));
                }
                default -> html(ctx, 400, ConsentPage.error("sim_decision must be grant or deny"));
              }
            });
  }

  private String page(AuthorizationRequest asked, String user) {
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
    return ConsentPage.consent(
        rules.title(),
        slug,
        asked.app(),
        rules.authorisePath() + OAuthSim.DECISION,
        asked.scopes(),
        rules.partialGrant(),
        rules.optionalScopes(),
        kept,
        user);
  }

  void decide(RoutingContext ctx, MultiMap form) {
    validate(ctx, form)
        .ifPresent(
            asked -> {
              String user = text(form, "sim_user");
              switch (text(form, "decision")) {
                case "grant_all" -> grant(ctx, asked, asked.scopes(), user);
                case "grant_selected" ->
                    grant(ctx, asked, new LinkedHashSet<>(form.getAll("granted")), user);
                case "deny" -> deny(ctx, asked);
                default -> html(ctx, 400, ConsentPage.error("No decision was made."));
              }
            });
  }

  /** Returns the request if it is valid; otherwise responds with an error page or a redirect. */
  private Optional<AuthorizationRequest> validate(RoutingContext ctx, MultiMap in) {
    OAuthApp app = grants.apps.get(text(in, "client_id"));
    if (app == null) {
      return refusedByPage(ctx, "Unknown application (client_id).");
    }
    Optional<String> redirect = app.resolveRedirect(text(in, "redirect_uri"), slug);
    if (redirect.isEmpty()) {
      return refusedByPage(
          ctx, "The redirect URI is not registered for the application (redirect_uri).");
    }
    String state = text(in, "state");
    if (state.length() > MAX_STATE_LENGTH
        || state.length() < rules.minStateLength()
        || in.getAll("state").size() > 1) {
      return refused(ctx, redirect.get(), "invalid_request", "");
    }
    if (!text(in, "response_type").equals("code")) {
      return refused(ctx, redirect.get(), "unsupported_response_type", state);
    }
    Set<String> scopes = splitScopes(text(in, "scope"));
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
    return Optional.of(
        new AuthorizationRequest(app, redirect.get(), wanted, state, challenge, lasting));
  }

  private void grant(
      RoutingContext ctx, AuthorizationRequest asked, Set<String> chosen, String userName) {
    var granted = new LinkedHashSet<>(asked.scopes());
    if (rules.partialGrant()) {
      granted.retainAll(chosen);
      if (granted.isEmpty() && !asked.scopes().isEmpty()) {
        deny(ctx, asked);
        return;
      }
    }
    SimPerson person =
        userName.isBlank() ? people.createAnonymous() : people.named(userName.strip());
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

  private void deny(RoutingContext ctx, AuthorizationRequest asked) {
    redirect(ctx, asked.redirectUri(), Map.of("error", "access_denied"), asked.state());
  }

  private static <T> Optional<T> refusedByPage(RoutingContext ctx, String message) {
    html(ctx, 400, ConsentPage.error(message));
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
    SimResponses.send(ctx, status, "text/html; charset=utf-8", Buffer.buffer(page));
  }

  /**
   * Splits the scopes that a tester ticked, which may be separated by blanks whatever the vendor's
   * separator is.
   */
  private Set<String> selectedScopes(String text) {
    var words = new LinkedHashSet<String>();
    splitScopes(text).forEach(w -> words.addAll(List.of(w.split("\\s+"))));
    return words;
  }

  /** Splits scopes by the vendor's separator. Browsers may have turned a plus into a blank. */
  private Set<String> splitScopes(String text) {
    var words = new LinkedHashSet<String>();
    Arrays.stream(text.split(Pattern.quote(rules.scopeJoin())))
        .map(String::strip)
        .filter(w -> !w.isEmpty())
        .forEach(words::add);
    return words;
  }
}
