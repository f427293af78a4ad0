package io.tributary.provider;

import io.tributary.core.ServiceException;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.model.Resource;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Routes of the providers list and of the logo pictures. */
public final class ProviderRoutes implements Routes.Source {
  private static final List<String> KINDS = List.of("app", "ble", "device", "lab", "provider");

  private final ProviderCatalog catalog;
  private final Adapters adapters;
  private final ProviderLogos logos;

  public ProviderRoutes(ProviderCatalog catalog, Adapters adapters) {
    this.catalog = catalog;
    this.adapters = adapters;
    this.logos = new ProviderLogos(catalog);
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v2/providers", RouteAccess.TEAM, this::list);
    routes.get("/v2/providers/{slug}/logo", RouteAccess.OPEN, this::logo);
  }

  /** Entry of the providers list. */
  record View(
      String name,
      String slug,
      String description,
      String logo,
      String authType,
      List<String> supportedResources) {}

  private Future<Response> list(RequestContext call) {
    Optional<String> kind =
        call.query().choice("source_type", k -> Optional.of(k).filter(KINDS::contains), KINDS);
    call.requireValid();
    return Future.succeededFuture(
        Response.ok(
            catalog.all().stream()
                .filter(e -> kind.map(k -> k.equals(e.kind())).orElse(true))
                .flatMap(e -> descriptor(e).map(d -> view(e, d)).stream())
                .toList()));
  }

  /** Returns the descriptor of a slug that this installation supports. */
  private Optional<Descriptor> descriptor(ProviderCatalog.Entry e) {
    return adapters
        .of(e.slug(), false)
        .or(() -> adapters.of(e.slug(), true))
        .map(Adapter::descriptor);
  }

  private View view(ProviderCatalog.Entry e, Descriptor d) {
    return new View(
        e.name(),
        e.slug(),
        e.description(),
        catalog.logo(e).orElse(null),
        e.auth().map(AuthKind::wire).orElse(null),
        d.resources().stream().map(Resource::wire).toList());
  }

  private Future<Response> logo(RequestContext call) {
    byte[] svg =
        logos
            .of(call.pathParameter("slug"))
            .orElseThrow(() -> ServiceException.notFound("provider"));
    return Future.succeededFuture(
        new Response(
            200,
            new Response.Raw("image/svg+xml", svg),
            Map.of(
                "cache-control",
                "public, max-age=86400",
                "content-security-policy",
                "default-src 'none'",
                "x-content-type-options",
                "nosniff")));
  }
}
