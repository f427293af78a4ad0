package io.tributary.simulators.kit;

import static io.tributary.simulators.kit.OAuthForm.required;
import static io.tributary.simulators.kit.OAuthForm.text;

import io.tributary.simulators.kit.OAuthSimRules.ClientAuth;
import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/** Authenticates the calling application by the vendor's methods. */
final class OAuthClients {
  private final OAuthSimRules rules;
  private final OAuthGrantStore grants;

  OAuthClients(OAuthSimRules rules, OAuthGrantStore grants) {
    this.rules = rules;
    this.grants = grants;
  }

  /**
   * Returns the authenticated client. A request that uses two methods at once is rejected (RFC
   * 6749, section 2.3).
   */
  OAuthApp authenticate(RoutingContext ctx, MultiMap form) {
    String header = Optional.ofNullable(ctx.request().getHeader("Authorization")).orElse("");
    boolean basic = header.regionMatches(true, 0, "Basic ", 0, 6);
    Set<ClientAuth> ways = rules.clientAuth();
    if (!basic) {
      if (!ways.contains(ClientAuth.BODY) && !ways.contains(ClientAuth.QUERY)) {
        ctx.response().putHeader("WWW-Authenticate", "Basic");
        throw SimRejection.oauth(
            401, "invalid_client", "the credentials must be in the Authorization header");
      }
      return grants.authenticate(required(form, "client_id"), text(form, "client_secret"));
    }
    if (!ways.contains(ClientAuth.BASIC)) {
      throw SimRejection.oauth(
          401, "invalid_client", "the credentials must be in the request body");
    }
    if (form.contains("client_secret")) {
      throw SimRejection.oauth(400, "invalid_request", "the credentials were sent twice");
    }
    ctx.response().putHeader("WWW-Authenticate", "Basic");
    OAuthApp app = basic(header.substring(6).strip());
    ctx.response().headers().remove("WWW-Authenticate");
    return app;
  }

  /**
   * Decodes HTTP Basic credentials, either plain (RFC 7617) or with form-encoded ID and secret (RFC
   * 6749, section 2.3.1). Vendors accept one, the other or both, so either form is accepted.
   */
  private OAuthApp basic(String encoded) {
    try {
      String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      int colon = pair.indexOf(':');
      if (colon < 0) {
        throw new IllegalArgumentException("no colon");
      }
      String id = pair.substring(0, colon);
      String secret = pair.substring(colon + 1);
      Optional<OAuthApp> asItStands = grants.app(id).filter(a -> a.clientSecret().equals(secret));
      if (asItStands.isPresent()) {
        return asItStands.get();
      }
      return grants.authenticate(
          URLDecoder.decode(id, StandardCharsets.UTF_8),
          URLDecoder.decode(secret, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw SimRejection.oauth(401, "invalid_client", "unreadable Basic credentials");
    }
  }
}
