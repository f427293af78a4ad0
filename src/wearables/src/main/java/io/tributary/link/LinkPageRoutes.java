package io.tributary.link;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.ServiceException;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.portal.StaticAssets;
import io.tributary.provider.ProviderCatalog;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Routes of the hosted pages without a form, and the OAuth callback. The token is in the URL of the
 * first request only.
 */
final class LinkPageRoutes implements Routes.Source {
  static final List<String> FILES = List.of("style.css", "app.js", "icon.svg");
  private static final int LONGEST_SEARCH = 64;

  private final Bus bus;
  private final ProviderCatalog catalog;
  private final LinkCookie cookie;
  private final LinkSessionGuard guard;
  private final StaticAssets files = new StaticAssets(Map.of("/link/", FILES));

  LinkPageRoutes(Bus bus, ProviderCatalog catalog, LinkCookie cookie) {
    this.bus = bus;
    this.catalog = catalog;
    this.cookie = cookie;
    this.guard = new LinkSessionGuard(bus, catalog, cookie);
  }

  @Override
  public void mount(Routes routes) {
    routes
        .errorFormat("/link", LinkPages::serviceError)
        .get("/link", RouteAccess.OPEN, this::openSession)
        .get("/link/start/{provider}", RouteAccess.OPEN, this::start)
        .get("/link/s/{session}", RouteAccess.SESSION, this::list)
        .get("/link/s/{session}/to/{provider}", RouteAccess.SESSION, this::authorize)
        .get("/link/s/{session}/done/{provider}", RouteAccess.SESSION, this::done)
        .get("/link/s/{session}/failed/{provider}", RouteAccess.SESSION, this::failed)
        .get("/link/s/{session}/close", RouteAccess.SESSION, this::close)
        .get(
            "/link/files/{name}",
            RouteAccess.OPEN,
            c -> Future.succeededFuture(files.respond(c, c.pathParameter("name"))))
        .get("/link/brand/{color}", RouteAccess.OPEN, LinkPageRoutes::brand)
        .get("/v2/link/connect/{provider}", RouteAccess.OPEN, this::callback);
  }

  /** Moves the token from the URL into the cookie and redirects. */
  private Future<Response> openSession(RequestContext call) {
    String token = call.query().text("token").orElse("");
    return guard
        .openPage(token, Optional.empty())
        .map(
            p ->
                p.error().isPresent()
                    ? LinkPages.problem(400, p, LinkErrorView.of(p.error().get()))
                    : LinkSessionGuard.redirect(
                        303, LinkPages.sessionPath(p, ""), cookieHeader(p.session().get(), token)));
  }

  private Map<String, String> cookieHeader(UUID session, String token) {
    return Map.of("set-cookie", cookie.header(session, token));
  }

  private Future<Response> list(RequestContext call) {
    String search = call.query().text("q").orElse("");
    return guard.requireUsable(
        call,
        Optional.empty(),
        p ->
            Future.succeededFuture(
                p.fixed()
                    .map(slug -> redirectToFixed(p, slug))
                    .orElseGet(
                        () ->
                            LinkPages.list(
                                p,
                                search.substring(0, Math.min(search.length(), LONGEST_SEARCH))))));
  }

  /** Skips the list of providers when the token allows only one. */
  private Response redirectToFixed(LinkMessages.Page p, String slug) {
    return p.offers().stream()
        .filter(e -> e.slug().equals(slug))
        .findFirst()
        .map(e -> LinkSessionGuard.redirect(LinkPages.linkPath(p, e)))
        .orElseGet(
            () ->
                LinkPages.problem(
                    400,
                    p,
                    LinkPages.notOffered(catalog.find(slug).map(ProviderCatalog.Entry::name))));
  }

  private Future<Response> authorize(RequestContext call) {
    return guard.requireOffered(
        call,
        (p, e) ->
            e.isOAuth()
                ? begin(cookie.token(call), e.slug()).map(LinkSessionGuard::redirect)
                : Future.succeededFuture(LinkSessionGuard.redirect(LinkPages.linkPath(p, e))));
  }

  private Future<String> begin(String token, String slug) {
    return bus.<LinkMessages.OAuthBegun>request(
            Address.LINK, new LinkMessages.BeginOAuth(token, slug))
        .map(LinkMessages.OAuthBegun::oauthUrl);
  }

  /**
   * Starts the authorization: target of {@code oauth_url} in the list of providers. Shows an error
   * page on failure.
   */
  private Future<Response> start(RequestContext call) {
    String slug = call.pathParameter("provider");
    Optional<String> name = catalog.find(slug).map(ProviderCatalog.Entry::name);
    return begin(call.query().text("token").orElse(""), slug)
        .map(url -> LinkSessionGuard.redirect(307, url, Map.of()))
        .recover(
            t ->
                t instanceof ServiceException r && r.reason() != ServiceException.Reason.UNAVAILABLE
                    ? Future.succeededFuture(
                        LinkPages.problem(
                            400,
                            LinkPageFlow.withoutSession(LinkError.TOKEN_NOT_VALIDATED),
                            LinkPages.rejectedCall(name, r.detail())))
                    : Future.failedFuture(t));
  }

  private Future<Response> done(RequestContext call) {
    ProviderCatalog.Entry e = guard.provider(call);
    return guard
        .page(call, Optional.of(e.slug()))
        .map(
            p ->
                p.linked()
                    ? LinkPages.done(p, e)
                    : p.error()
                        .map(why -> LinkPages.problem(400, p, LinkErrorView.of(why)))
                        .orElseGet(() -> LinkSessionGuard.redirect(LinkPages.sessionPath(p, ""))));
  }

  private Future<Response> failed(RequestContext call) {
    ProviderCatalog.Entry e = guard.provider(call);
    String type = call.query().text("error_type").orElse("");
    LinkError error =
        Arrays.stream(LinkError.values())
            .filter(x -> x.wire().equals(type))
            .findFirst()
            .orElseThrow(() -> ServiceException.notFound("page"));
    return guard.requireUsable(
        call,
        Optional.of(e.slug()),
        p ->
            Future.succeededFuture(
                LinkPages.failed(p, e, LinkErrorView.of(error, error.text(), e.name(), e.auth()))));
  }

  private Future<Response> close(RequestContext call) {
    return guard
        .page(call, Optional.empty())
        .map(p -> p.close().map(LinkSessionGuard::redirect).orElseGet(() -> LinkPages.closed(p)));
  }

  /** OAuth callback. The state parameter is the link token. */
  private Future<Response> callback(RequestContext call) {
    String slug = call.pathParameter("provider");
    if (catalog.find(slug).filter(ProviderCatalog.Entry::isOAuth).isEmpty()) {
      throw ServiceException.notFound("provider");
    }
    OAuthLinkFlow.CallbackParameters back =
        new OAuthLinkFlow.CallbackParameters(
            call.query().text("code").orElse(null),
            call.query().text("error").orElse(null),
            call.query().text("scope").orElse(null));
    String token = call.query().text("state").orElse("");
    return bus.<LinkMessages.Ended>request(
            Address.LINK, new LinkMessages.FinishOAuth(slug, token, back))
        .map(e -> afterCallback(e, token));
  }

  private Response afterCallback(LinkMessages.Ended end, String token) {
    LinkResult result = end.result();
    if (result.redirectLocation().isPresent()) {
      return LinkSessionGuard.redirect(307, result.redirectLocation().get(), Map.of());
    }
    // Redirects to a session page, whose URL contains no code and may be reloaded.
    return end.session()
        .map(
            s ->
                LinkSessionGuard.redirect(
                    303, LinkPages.resultPath(s, result), cookieHeader(s, token)))
        .orElseGet(
            () -> {
              LinkError why = result.failure().orElseThrow().error();
              return LinkPages.problem(
                  200, LinkPageFlow.withoutSession(why), LinkErrorView.of(why));
            });
  }

  /** Serves the team's color as a style sheet, because the pages contain no inline styles. */
  private static Future<Response> brand(RequestContext call) {
    String color = call.pathParameter("color");
    BrandColor known =
        BrandColor.parse(color)
            .filter(c -> c.hex().equals(color))
            .orElseThrow(() -> ServiceException.notFound("colour"));
    return Future.succeededFuture(
        LinkHtml.withHeaders(
            new Response(
                200,
                new Response.Raw(
                    "text/css; charset=utf-8", known.css().getBytes(StandardCharsets.UTF_8)),
                Map.of()),
            Map.of("cache-control", "public, max-age=86400")));
  }
}
