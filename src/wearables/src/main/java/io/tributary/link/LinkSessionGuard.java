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

/** Lets into the pages of a session who has its cookie. */
final class LinkSessionGuard {
  private final Bus bus;
  private final ProviderCatalog catalog;
  private final LinkCookie cookie;

  LinkSessionGuard(Bus bus, ProviderCatalog catalog, LinkCookie cookie) {
    this.bus = bus;
    this.catalog = catalog;
    this.cookie = cookie;
  }

  Future<Page> open(String token, Optional<String> slug) {
    return bus.ask(Address.LINK, new LinkMessages.OpenPage(token, slug));
  }

  /** The session of the path, whatever its state; unknown without its cookie. */
  Future<Page> page(RequestContext call, Optional<String> slug) {
    String wanted = call.path("session");
    return open(cookie.token(call), slug)
        .map(
            p ->
                p.session().filter(s -> s.toString().equals(wanted)).isPresent()
                    ? p
                    : LinkPageFlow.unknown(LinkError.TOKEN_NOT_VALIDATED));
  }

  /**
   * For pages that a link can still be made on; else says why not. Of two submits at once, and of a
   * step back after the last page, the later one ends where the first did.
   */
  Future<Response> usable(
      RequestContext call, Optional<String> slug, Function<Page, Future<Response>> work) {
    return page(call, slug)
        .compose(
            p ->
                p.linked()
                    ? Future.succeededFuture(go(LinkPages.at(p, "/done/" + slug.orElseThrow())))
                    : p.error()
                        .map(
                            why ->
                                Future.succeededFuture(
                                    LinkPages.problem(400, p, LinkErrorView.of(why))))
                        .orElseGet(() -> work.apply(p).recover(t -> refused(p, t, slug))));
  }

  /** For pages about a provider that the session may link. */
  Future<Response> offered(
      RequestContext call, BiFunction<Page, ProviderCatalog.Entry, Future<Response>> work) {
    ProviderCatalog.Entry e = entry(call);
    return usable(
        call,
        Optional.of(e.slug()),
        p ->
            p.offers().isEmpty()
                ? Future.succeededFuture(
                    LinkPages.problem(400, p, LinkPages.notOffered(Optional.of(e.name()))))
                : work.apply(p, e));
  }

  /** The provider of the path. */
  ProviderCatalog.Entry entry(RequestContext call) {
    return catalog
        .find(call.path("provider"))
        .orElseThrow(() -> ServiceException.notFound("provider"));
  }

  /** What calls tell with a status pages say in words. */
  private Future<Response> refused(Page p, Throwable t, Optional<String> slug) {
    Optional<String> name = slug.flatMap(catalog::find).map(ProviderCatalog.Entry::name);
    return t instanceof ServiceException r && r.reason() == ServiceException.Reason.INVALID
        ? Future.succeededFuture(LinkPages.problem(400, p, LinkPages.refused(name, r.detail())))
        : Future.failedFuture(t);
  }

  /** On to another page: also after a form, whose fields stay behind. */
  static Response go(String location) {
    return go(303, location, Map.of());
  }

  /** An address may hold a token or a code: it is neither stored nor passed on as a referrer. */
  static Response go(int status, String location, Map<String, String> more) {
    return LinkHtml.headed(new Response(status, null, Map.of("location", location)), more);
  }
}
