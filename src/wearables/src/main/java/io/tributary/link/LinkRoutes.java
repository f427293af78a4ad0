package io.tributary.link;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.provider.AuthKind;
import io.tributary.provider.ProviderCatalog;
import io.vertx.core.Future;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** Routes of the link API. */
final class LinkRoutes implements Routes.Source {
  private static final String TOKEN = "x-service-link-token";
  private static final List<String> REDIRECT = List.of("redirect");
  private static final int MAX_TEXT = 2048;

  /** Schemes that execute or read something on the user's machine. */
  private static final Set<String> UNSAFE_SCHEMES =
      Set.of("javascript", "data", "vbscript", "file", "blob", "about");

  private final Bus bus;
  private final ProviderCatalog catalog;

  LinkRoutes(Bus bus, ProviderCatalog catalog) {
    this.bus = bus;
    this.catalog = catalog;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v2/link/token", RouteAccess.TEAM, this::token);
    routes.post("/v2/link/connect/demo", RouteAccess.TEAM, this::demo);
    routes.get("/v2/link/providers", RouteAccess.OPEN, this::providers);
    routes.get("/v2/link/provider/oauth/{oauth_provider}", RouteAccess.OPEN, this::begin);
    routes.post("/v2/link/provider/email/{provider}", RouteAccess.OPEN, this::email);
    routes.post("/v2/link/provider/password/{provider}", RouteAccess.OPEN, this::password);
    routes.post("/v2/link/provider/password/{provider}/complete_mfa", RouteAccess.OPEN, this::mfa);
  }

  private Future<Response> token(RequestContext call) {
    JsonFields f = call.body();
    UUID user = f.requiredUuid("user_id");
    Optional<String> provider = f.choice("provider", this::parseProvider, catalog.slugs());
    Optional<String> redirect = f.text("redirect_url", MAX_TEXT);
    redirect
        .filter(r -> !isAbsoluteRedirect(r))
        .ifPresent(
            r -> f.addError("redirect_url", "Input should be an absolute URI", "url_parsing"));
    Optional<List<String>> filter = f.texts("filter_on_providers", 100, 64);
    filter.ifPresent(list -> checkFilter(f, list));
    Optional<String> onError = f.choice("on_error", LinkRoutes::parseRedirect, REDIRECT);
    Optional<String> onClose = f.choice("on_close", LinkRoutes::parseRedirect, REDIRECT);
    call.requireValid();
    return bus.<LinkMessages.TokenMade>request(
            Address.LINK,
            new LinkMessages.CreateToken(
                new LinkSessions.NewSession(
                    call.tenant(),
                    user,
                    provider,
                    redirect,
                    filter,
                    onError.isPresent(),
                    onClose.isPresent())))
        .map(Response::ok);
  }

  private void checkFilter(JsonFields f, List<String> list) {
    if (list.isEmpty()) {
      f.addError("filter_on_providers", "List should have at least 1 item", "too_short");
    } else if (!list.stream().allMatch(catalog::contains)) {
      f.addError(
          "filter_on_providers",
          "Items should be among: " + String.join(", ", catalog.slugs()),
          "enum");
    }
  }

  private Optional<String> parseProvider(String text) {
    return Optional.of(text).filter(catalog::contains);
  }

  private static Optional<String> parseRedirect(String text) {
    return Optional.of(text).filter(REDIRECT::contains);
  }

  /** Returns true for an absolute URL of a web page or an app. */
  static boolean isAbsoluteRedirect(String url) {
    try {
      URI uri = new URI(url);
      if (uri.getScheme() == null) {
        return false;
      }
      String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
      boolean web = scheme.equals("http") || scheme.equals("https");
      return !UNSAFE_SCHEMES.contains(scheme) && (!web || uri.getHost() != null);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private Future<Response> demo(RequestContext call) {
    JsonFields f = call.body();
    UUID user = f.requiredUuid("user_id");
    String provider = f.requiredText("provider", 1, 100);
    if (provider != null && !DemoLinkFlow.PROVIDERS.contains(provider)) {
      f.addError(
          "provider",
          "Demo data exists for these providers only: " + String.join(", ", DemoLinkFlow.PROVIDERS),
          "enum");
    }
    call.requireValid();
    return bus.request(Address.LINK, new LinkMessages.ConnectDemo(call.tenant(), user, provider))
        .map(
            done ->
                Response.ok(
                    Json.object()
                        .put("success", true)
                        .put("detail", "demo connection with " + provider + " made")));
  }

  private Future<Response> providers(RequestContext call) {
    return bus.<LinkMessages.Offers>request(
            Address.LINK, new LinkMessages.ListOffers(linkToken(call)))
        .map(o -> Response.ok(o.list()));
  }

  private Future<Response> begin(RequestContext call) {
    String token = linkToken(call);
    String slug = provider(call, "oauth_provider", ProviderCatalog.Entry::isOAuth);
    return bus.<LinkMessages.OAuthBegun>request(
            Address.LINK, new LinkMessages.BeginOAuth(token, slug))
        .map(b -> Response.ok(b.view()));
  }

  private Future<Response> email(RequestContext call) {
    String token = linkToken(call);
    String slug = provider(call, "provider", hasAuth(AuthKind.EMAIL));
    JsonFields f = call.body();
    String email = f.requiredText("email", 3, 320);
    Optional<String> region = f.choice("region", LinkRegions::parse, LinkRegions.NAMES);
    call.requireValid();
    return signIn(token, slug, new PasswordLinkFlow.SignInInput(email, "", region));
  }

  private Future<Response> password(RequestContext call) {
    String token = linkToken(call);
    String slug = provider(call, "provider", hasAuth(AuthKind.PASSWORD));
    JsonFields f = call.body();
    String user = f.requiredText("username", 1, 320);
    String password = f.requiredText("password", 1, MAX_TEXT);
    Optional<String> region = f.choice("region", LinkRegions::parse, LinkRegions.NAMES);
    call.requireValid();
    return signIn(token, slug, new PasswordLinkFlow.SignInInput(user, password, region));
  }

  private Future<Response> mfa(RequestContext call) {
    String token = linkToken(call);
    String slug = provider(call, "provider", hasAuth(AuthKind.PASSWORD));
    String code = call.body().requiredText("mfa_code", 1, 64);
    call.requireValid();
    return submit(new LinkMessages.CompleteMfa(token, slug, code));
  }

  private Future<Response> signIn(String token, String slug, PasswordLinkFlow.SignInInput typed) {
    return submit(new LinkMessages.SignIn(token, slug, typed));
  }

  private Future<Response> submit(LinkMessages message) {
    return bus.<LinkMessages.Ended>request(Address.LINK, message)
        .map(e -> Response.ok(e.result().toJson()));
  }

  private static Predicate<ProviderCatalog.Entry> hasAuth(AuthKind kind) {
    return e -> e.auth().filter(a -> a == kind).isPresent();
  }

  private String provider(RequestContext call, String name, Predicate<ProviderCatalog.Entry> way) {
    String slug = call.pathParameter(name);
    if (catalog.find(slug).filter(way).isEmpty()) {
      String allowed =
          String.join(
              ", ", catalog.all().stream().filter(way).map(ProviderCatalog.Entry::slug).toList());
      throw ServiceException.validationFailed(
          FieldError.path(name, "Input should be one of: " + allowed, "enum"));
    }
    return slug;
  }

  private static String linkToken(RequestContext call) {
    String token = call.header(TOKEN);
    if (token == null || token.isEmpty()) {
      throw LinkErrors.missingToken();
    }
    return token;
  }
}
