package io.tributary.portal;

import io.tributary.config.PortalConfig;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.http.JsonFields;
import io.tributary.http.KeyScope;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.team.ApiKeyAuthenticator;
import io.tributary.team.KeyHeaders;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Creates links to the portal page, for the organization that manages the team and for the team
 * itself.
 */
public final class PortalLinkRoutes implements Routes.Source {
  /** Length of link and session tokens: 43 characters of a 62-character alphabet hold 256 bits. */
  static final int TOKEN_LENGTH = 43;

  private final PortalRepo repo;
  private final PortalConfig settings;
  private final KeyHeaders keys;
  private final Supplier<String> publicUrl;

  /**
   * @param keys headers in which a team sends its API key
   */
  public PortalLinkRoutes(
      Db db, PortalConfig settings, KeyHeaders keys, Supplier<String> publicUrl) {
    this.repo = new PortalRepo(db);
    this.settings = settings;
    this.keys = keys;
    this.publicUrl = publicUrl;
  }

  @Override
  public void mount(Routes routes) {
    routes.post(
        ManagementPath.TEAM + "/webhook_portal_link", RouteAccess.MANAGEMENT, this::createLink);
    routes.get("/v2/team/webhook_portal/url", RouteAccess.TEAM, this::createOwnLink);
  }

  private Future<Response> createLink(RequestContext call) {
    Tenant tenant = ManagementPath.tenant(call);
    JsonFields body = call.bodyOrEmpty();
    int life =
        body.integer(
                "expires_in",
                (int) PortalConfig.MIN_LINK_LIFETIME.toSeconds(),
                (int) settings.maxLinkTtl().toSeconds())
            .orElse((int) settings.linkTtl().toSeconds());
    boolean readOnly = body.flag("read_only").orElse(false);
    call.requireValid();
    // The page shows data, so the key needs the read scope, even if the page allows changes.
    call.caller().requireScopes(Set.of(KeyScope.READ));
    String token = Ids.randomBase62(TOKEN_LENGTH);
    String url = url(token);
    String key = call.header(ApiKeyAuthenticator.MANAGEMENT_HEADER);
    return repo.addLink(token, key, call.organisation(), tenant, readOnly, life)
        .map(
            expiry ->
                linkResponse(url, expiry.orElseThrow(() -> ServiceException.notFound("team"))));
  }

  /**
   * Creates a link for the team and environment of the calling key, with no more rights than the
   * key.
   */
  private Future<Response> createOwnLink(RequestContext call) {
    String token = Ids.randomBase62(TOKEN_LENGTH);
    int life = (int) settings.linkTtl().toSeconds();
    boolean readOnly = !call.caller().scopes().contains(KeyScope.WRITE);
    return repo.addOwnLink(token, keys.key(call::header), call.tenant(), readOnly, life)
        .map(expiry -> linkResponse(url(token), expiry));
  }

  private String url(String token) {
    // The URL fragment never leaves the browser, so no log, proxy or Referer contains the token.
    // Link scanners can't use up the link either.
    return publicUrl.get() + PortalRoutes.PAGE + "#link=" + token;
  }

  private static Response linkResponse(String url, Instant expiry) {
    return Response.ok(Json.object().put("url", url).put("expires_at", Times.format(expiry)));
  }
}
