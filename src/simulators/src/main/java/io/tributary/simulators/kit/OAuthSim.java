package io.tributary.simulators.kit;

import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;

/** Routes of a vendor's OAuth server: consent page, token endpoint and revocation. */
final class OAuthSim {
  static final String DECISION = "/decision";

  private final OAuthSimRules rules;
  private final OAuthConsents consents;
  private final OAuthTokenRoutes tokens;

  OAuthSim(
      String slug,
      OAuthSimRules rules,
      OAuthGrantStore grants,
      SimPeople people,
      Runnable changed) {
    this.rules = rules;
    this.consents = new OAuthConsents(slug, rules, grants, people, changed);
    this.tokens =
        new OAuthTokenRoutes(slug, rules, grants, new OAuthClients(rules, grants), changed);
  }

  void mount(Router router) {
    String page = rules.authorisePath();
    BodyHandler body = BodyHandler.create(false).setBodyLimit(64 * 1024);
    router.get(page).handler(ctx -> consents.authorise(ctx, ctx.queryParams()));
    router
        .post(page + DECISION)
        .handler(body)
        .handler(ctx -> consents.decide(ctx, ctx.request().formAttributes()));
    router.route(rules.tokenPath()).handler(body).handler(tokens::token);
    for (RevocationEndpoint way : rules.revocationEndpoints()) {
      router.route(way.method(), way.path()).handler(body).handler(ctx -> tokens.revoke(ctx, way));
    }
  }
}
