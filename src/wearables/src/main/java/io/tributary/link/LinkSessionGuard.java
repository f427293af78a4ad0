package io.tributary.link;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.ServiceException;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.link.LinkMessages.Page;
import io.tributary.provider.ProviderCatalog;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Admits requests to session pages only with the cookie of the session. */
final class LinkSessionGuard {
  private final Bus bus;
  private final ProviderCatalog catalog;
  private final LinkCookie cookie;

  LinkSessionGuard(Bus bus, ProviderCatalog catalog, LinkCookie cookie) {
    this.bus = bus;
    this.catalog = catalog;
    this.cookie = cookie;
  }

  Future<Page> openPage(String token, Optional<String> slug) {
    return bus.request(Address.LINK, new LinkMessages.OpenPage(token, slug));
  }

  /** Returns the session of the path, in any state. Without its cookie the session is unknown. */
  Future<Page> page(RequestContext call, Optional<String> slug) {
    String wanted = call.pathParameter("session");
    return openPage(cookie.token(call), slug)
        .map(
            p ->
                p.session().filter(s -> s.toString().equals(wanted)).isPresent()
                    ? p
                    : LinkPageFlow.withoutSession(LinkError.TOKEN_NOT_VALIDATED));
  }

  /**
   * Runs the work if the session can still make a link, otherwise shows the reason. When a form is
   * submitted twice or resubmitted after going back, the later request ends on the result page of
   * the first.
   */
  Future<Response> requireUsable(
      RequestContext call, Optional<String> slug, Function<Page, Future<Response>> work) {
    return page(call, slug)
        .compose(
            p ->
                p.linked()
                    ? Future.succeededFuture(
                        redirect(LinkPages.sessionPath(p, "/done/" + slug.orElseThrow())))
                    : p.error()
                        .map(
                            why ->
                                Future.succeededFuture(
                                    LinkPages.problem(400, p, LinkErrorView.of(why))))
                        .orElseGet(() -> work.apply(p).recover(t -> showRejected(p, t, slug))));
  }

  /** Runs the work if the session may link the provider of the path. */
  Future<Response> requireOffered(
      RequestContext call, BiFunction<Page, ProviderCatalog.Entry, Future<Response>> work) {
    ProviderCatalog.Entry e = provider(call);
    return requireUsable(
        call,
        Optional.of(e.slug()),
        p ->
            p.offers().isEmpty()
                ? Future.succeededFuture(
                    LinkPages.problem(400, p, LinkPages.notOffered(Optional.of(e.name()))))
                : work.apply(p, e));
  }

  /** Returns the provider of the path. */
  ProviderCatalog.Entry provider(RequestContext call) {
    return catalog
        .find(call.pathParameter("provider"))
        .orElseThrow(() -> ServiceException.notFound("provider"));
  }

  /** Shows a rejected API call as a page. */
  private Future<Response> showRejected(Page p, Throwable t, Optional<String> slug) {
    Optional<String> name = slug.flatMap(catalog::find).map(ProviderCatalog.Entry::name);
    return t instanceof ServiceException r && r.reason() == ServiceException.Reason.INVALID
        ? Future.succeededFuture(
            LinkPages.problem(400, p, LinkPages.rejectedCall(name, r.detail())))
        : Future.failedFuture(t);
  }

  /** Redirects to another page. Status 303 also turns a form submission into a GET. */
  static Response redirect(String location) {
    return redirect(303, location, Map.of());
  }

  /**
   * Redirects with headers that prevent caching and referrers, because the URL may contain a token
   * or a code.
   */
  static Response redirect(int status, String location, Map<String, String> more) {
    return LinkHtml.withHeaders(new Response(status, null, Map.of("location", location)), more);
  }
}
