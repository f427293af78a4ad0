package io.tributary.link;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Fields;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
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

/** The link calls: wearables.md §5.1 to §5.3. */
final class LinkRoutes implements Routes.Source {
  private static final String TOKEN = "x-service-link-token";
  private static final List<String> REDIRECT = List.of("redirect");
  private static final int MAX_TEXT = 2048;

  /** Schemes that run or read something on the user's machine. */
  private static final Set<String> UNSAFE =
      Set.of("javascript", "data", "vbscript", "file", "blob", "about");

  private final Bus bus;
  private final ProviderCatalog catalog;

  LinkRoutes(Bus bus, ProviderCatalog catalog) {
    this.bus = bus;
    this.catalog = catalog;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v2/link/token", Access.TEAM, this::token);
    routes.post("/v2/link/connect/demo", Access.TEAM, this::demo);
    routes.get("/v2/link/providers", Access.OPEN, this::providers);
    routes.get("/v2/link/provider/oauth/{oauth_provider}", Access.OPEN, this::begin);
    routes.post("/v2/link/provider/email/{provider}", Access.OPEN, this::email);
    routes.post("/v2/link/provider/password/{provider}", Access.OPEN, this::password);
    routes.post("/v2/link/provider/password/{provider}/complete_mfa", Access.OPEN, this::mfa);
  }

  private Future<Reply> token(Call call) {
    Fields f = call.body();
    UUID user = f.requiredUuid("user_id");
    Optional<String> provider = f.choice("provider", this::slug, catalog.slugs());
    Optional<String> redirect = f.text("redirect_url", MAX_TEXT);
    redirect
        .filter(r -> !acceptable(r))
        .ifPresent(r -> f.fault("redirect_url", "Input should be an absolute URI", "url_parsing"));
    Optional<List<String>> filter = f.texts("filter_on_providers", 100, 64);
    filter.ifPresent(list -> checkFilter(f, list));
    Optional<String> onError = f.choice("on_error", LinkRoutes::redirects, REDIRECT);
    Optional<String> onClose = f.choice("on_close", LinkRoutes::redirects, REDIRECT);
    call.check();
    return bus.<LinkMessages.TokenMade>ask(
            Address.LINK,
            new LinkMessages.CreateToken(
                new LinkSessions.Wanted(
                    call.tenant(),
                    user,
                    provider,
                    redirect,
                    filter,
                    onError.isPresent(),
                    onClose.isPresent())))
        .map(Reply::ok);
  }

  private void checkFilter(Fields f, List<String> list) {
    if (list.isEmpty()) {
      f.fault("filter_on_providers", "List should have at least 1 item", "too_short");
    } else if (!list.stream().allMatch(catalog::knows)) {
      f.fault(
          "filter_on_providers",
          "Items should be among: " + String.join(", ", catalog.slugs()),
          "enum");
    }
  }

  private Optional<String> slug(String text) {
    return Optional.of(text).filter(catalog::knows);
  }

  private static Optional<String> redirects(String text) {
    return Optional.of(text).filter(REDIRECT::contains);
  }

  /** Absolute, of the web or of an app. */
  static boolean acceptable(String url) {
    try {
      URI uri = new URI(url);
      if (uri.getScheme() == null) {
        return false;
      }
      String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
      boolean web = scheme.equals("http") || scheme.equals("https");
      return !UNSAFE.contains(scheme) && (!web || uri.getHost() != null);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private Future<Reply> demo(Call call) {
    Fields f = call.body();
    UUID user = f.requiredUuid("user_id");
    String provider =
        f.requiredChoice(
            "provider", p -> Optional.of(p).filter(DemoLinking.SLUGS::contains), DemoLinking.SLUGS);
    call.check();
    return bus.ask(Address.LINK, new LinkMessages.ConnectDemo(call.tenant(), user, provider))
        .map(
            done ->
                Reply.ok(
                    Json.object()
                        .put("success", true)
                        .put("detail", "demo connection with " + provider + " made")));
  }

  private Future<Reply> providers(Call call) {
    return bus.<LinkMessages.Offers>ask(Address.LINK, new LinkMessages.ListOffers(linkToken(call)))
        .map(o -> Reply.ok(o.list()));
  }

  private Future<Reply> begin(Call call) {
    String token = linkToken(call);
    String slug = provider(call, "oauth_provider", ProviderCatalog.Entry::oauth);
    return bus.<LinkMessages.OAuthBegun>ask(Address.LINK, new LinkMessages.BeginOAuth(token, slug))
        .map(b -> Reply.ok(b.view()));
  }

  private Future<Reply> email(Call call) {
    String token = linkToken(call);
    String slug = provider(call, "provider", by(AuthKind.EMAIL));
    Fields f = call.body();
    String email = f.requiredText("email", 3, 320);
    Optional<String> region = f.choice("region", LinkRegions::of, LinkRegions.NAMES);
    call.check();
    return signIn(token, slug, new PasswordLinking.Typed(email, "", region));
  }

  private Future<Reply> password(Call call) {
    String token = linkToken(call);
    String slug = provider(call, "provider", by(AuthKind.PASSWORD));
    Fields f = call.body();
    String user = f.requiredText("username", 1, 320);
    String password = f.requiredText("password", 1, MAX_TEXT);
    Optional<String> region = f.choice("region", LinkRegions::of, LinkRegions.NAMES);
    call.check();
    return signIn(token, slug, new PasswordLinking.Typed(user, password, region));
  }

  private Future<Reply> mfa(Call call) {
    String token = linkToken(call);
    String slug = provider(call, "provider", by(AuthKind.PASSWORD));
    String code = call.body().requiredText("mfa_code", 1, 64);
    call.check();
    return form(new LinkMessages.CompleteMfa(token, slug, code));
  }

  private Future<Reply> signIn(String token, String slug, PasswordLinking.Typed typed) {
    return form(new LinkMessages.SignIn(token, slug, typed));
  }

  private Future<Reply> form(LinkMessages message) {
    return bus.<LinkMessages.Ended>ask(Address.LINK, message).map(e -> Reply.ok(e.result().view()));
  }

  private static Predicate<ProviderCatalog.Entry> by(AuthKind kind) {
    return e -> e.auth().filter(a -> a == kind).isPresent();
  }

  private String provider(Call call, String name, Predicate<ProviderCatalog.Entry> way) {
    String slug = call.path(name);
    if (catalog.find(slug).filter(way).isEmpty()) {
      String allowed =
          String.join(
              ", ", catalog.all().stream().filter(way).map(ProviderCatalog.Entry::slug).toList());
      throw Refusal.badInput(InputFault.path(name, "Input should be one of: " + allowed, "enum"));
    }
    return slug;
  }

  private static String linkToken(Call call) {
    String token = call.header(TOKEN);
    if (token == null || token.isEmpty()) {
      throw LinkRefusals.missingToken();
    }
    return token;
  }
}
