package io.tributary.simulators.kit;

import static io.tributary.simulators.kit.OAuthForm.required;
import static io.tributary.simulators.kit.OAuthForm.text;

import io.tributary.simulators.kit.OAuthSimRules.ClientAuth;
import io.tributary.simulators.kit.OAuthSimRules.Pkce;
import io.tributary.simulators.kit.RevocationEndpoint.TokenLocation;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Token endpoint and revocation endpoint of a vendor. */
final class OAuthTokenRoutes {
  private final String slug;
  private final OAuthSimRules rules;
  private final OAuthGrantStore grants;
  private final OAuthClients clients;
  private final Runnable changed;

  OAuthTokenRoutes(
      String slug,
      OAuthSimRules rules,
      OAuthGrantStore grants,
      OAuthClients clients,
      Runnable changed) {
    this.slug = slug;
    this.rules = rules;
    this.grants = grants;
    this.clients = clients;
    this.changed = changed;
  }

  void token(RoutingContext ctx) {
    MultiMap form = ctx.request().formAttributes();
    boolean others = rules.foreignGrantType().filter(text(form, "grant_type")::equals).isPresent();
    if (others || rules.sharedTokenPath() && !matchesFields(form, rules.tokenFields())) {
      ctx.next();
      return;
    }
    try {
      IssuedTokens issued = issueTokens(ctx);
      changed.run();
      ctx.response().putHeader("Cache-Control", "no-store").putHeader("Pragma", "no-cache");
      SimResponses.json(ctx, 200, rules.tokenResponse().apply(issued));
    } catch (SimRejection refused) {
      grants.countRejected();
      changed.run(); // a rejected call may have ended a grant
      throw refused;
    }
  }

  private IssuedTokens issueTokens(RoutingContext ctx) {
    if (ctx.request().method() != HttpMethod.POST) {
      ctx.response().putHeader("Allow", "POST");
      throw SimRejection.oauth(405, "invalid_request", "the token endpoint accepts only POST");
    }
    boolean byQuery = rules.clientAuth().contains(ClientAuth.QUERY);
    String type = Optional.ofNullable(ctx.request().getHeader("Content-Type")).orElse("");
    if (!byQuery
        && !type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded")) {
      throw SimRejection.oauth(400, "invalid_request", "the body must be a form");
    }
    MultiMap form = byQuery ? ctx.queryParams() : ctx.request().formAttributes();
    OAuthApp app = clients.authenticate(ctx, form);
    requireFields(form, rules.tokenFields());
    return switch (text(form, "grant_type")) {
      case "authorization_code" -> {
        String redirect =
            rules.redirectInExchange()
                ? required(form, "redirect_uri")
                : text(form, "redirect_uri");
        String verifier = text(form, "code_verifier");
        if (rules.pkce() == Pkce.REQUIRED && verifier.isEmpty()) {
          throw SimRejection.oauth(400, "invalid_request", "code_verifier is missing");
        }
        yield grants.exchange(app, required(form, "code"), redirect, verifier);
      }
      case "refresh_token" -> {
        requireFields(form, rules.refreshFields());
        if (rules.redirectInRefresh()) {
          app.resolveRedirect(required(form, "redirect_uri"), slug)
              .orElseThrow(
                  () -> SimRejection.oauth(400, "invalid_request", "redirect_uri is invalid"));
        }
        yield grants.refresh(app, required(form, "refresh_token"));
      }
      case "" -> throw SimRejection.oauth(400, "invalid_request", "grant_type is missing");
      default ->
          throw SimRejection.oauth(
              400,
              "unsupported_grant_type",
              "grant_type must be authorization_code or refresh_token");
    };
  }

  void revoke(RoutingContext ctx, RevocationEndpoint way) {
    String token =
        switch (way.held()) {
          case BEARER -> SimContext.bearer(ctx).orElse("");
          case QUERY -> text(ctx.queryParams(), way.field());
          case FORM -> {
            String inForm = text(ctx.request().formAttributes(), way.field());
            yield inForm.isEmpty() ? text(ctx.queryParams(), way.field()) : inForm;
          }
        };
    if (way.clientAuthRequired()) {
      clients.authenticate(ctx, ctx.request().formAttributes());
    }
    if (token.isEmpty()) {
      throw way.held() == TokenLocation.BEARER
          ? new SimRejection(new SimError.NoToken())
          : SimRejection.oauth(400, "invalid_request", way.field() + " is missing");
    }
    boolean known = grants.revoke(token);
    if (!known && way.strict()) {
      throw new SimRejection(new SimError.BadToken());
    }
    changed.run();
    if (way.status() == 204) {
      SimResponses.sendEmpty(ctx, 204);
    } else {
      SimResponses.json(ctx, way.status(), Buffer.buffer("{}"));
    }
  }

  private static boolean matchesFields(MultiMap form, Map<String, String> fields) {
    return fields.entrySet().stream().allMatch(e -> text(form, e.getKey()).equals(e.getValue()));
  }

  private static void requireFields(MultiMap form, Map<String, String> fields) {
    fields.forEach(
        (name, value) -> {
          if (!text(form, name).equals(value)) {
            throw SimRejection.oauth(400, "invalid_request", name + " must be " + value);
          }
        });
  }
}
