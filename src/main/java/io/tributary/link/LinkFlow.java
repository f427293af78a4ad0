package io.tributary.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.tributary.provider.AuthKind;
import io.tributary.provider.ProviderCatalog;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The steps of the link flow (wearables.md §5.1, §5.2) from token to result. */
final class LinkFlow {
  private static final String BRAND =
      """
      select coalesce(nullif(e.brand_information ->> 'company_name', ''), t.name) as brand
        from team t join team_environment e on e.team_id = t.id
       where t.id = $1 and e.environment = $2
      """;

  private final Db db;
  private final ServiceConfig config;
  private final Supplier<String> publicUrl;
  private final LinkTokens tokens;
  private final LinkSessions sessions;
  private final Linkable linkable;
  private final ProviderCatalog catalog;
  private final OAuthLinking oauth;
  private final PasswordLinking passwords;

  LinkFlow(
      Db db,
      ServiceConfig config,
      Supplier<String> publicUrl,
      LinkTokens tokens,
      LinkSessions sessions,
      Linkable linkable,
      ProviderCatalog catalog,
      OAuthLinking oauth,
      PasswordLinking passwords) {
    this.db = db;
    this.config = config;
    this.publicUrl = publicUrl;
    this.tokens = tokens;
    this.sessions = sessions;
    this.linkable = linkable;
    this.catalog = catalog;
    this.oauth = oauth;
    this.passwords = passwords;
  }

  LinkMessages.TokenMade create(LinkSessions.Wanted w) {
    w.provider()
        .filter(p -> !linkable.knows(p))
        .ifPresent(
            p -> {
              throw LinkRefusals.invalidProvider(p);
            });
    UUID session = Ids.uuid();
    if (!sessions.add(session, w, config.link().tokenLife())) {
      throw Refusal.notFound("user");
    }
    String token = tokens.sign(session, w.tenant().team(), w.user(), config.link().tokenLife());
    return new LinkMessages.TokenMade(
        token,
        publicUrl.get()
            + "/link?token="
            + encode(token)
            + "&env="
            + w.tenant().environment().wire()
            + "&region="
            + config.node().region());
  }

  /** The session of a token, whatever its state. */
  private LinkSession session(String token) {
    return sessions
        .find(tokens.session(token))
        .orElseThrow(() -> new LinkFailed(LinkError.TOKEN_NOT_VALIDATED));
  }

  /** For calls that answer with a status: a token that is no good is 401. */
  private LinkSession authenticated(String token) {
    try {
      return session(token).usable();
    } catch (LinkFailed failed) {
      throw LinkRefusals.badToken(failed.error());
    }
  }

  LinkMessages.Offers offers(String token) {
    LinkSession s = authenticated(token);
    Stream<JsonNode> sentAway =
        offered(s).stream().map(t -> offer(t.entry(), startUrl(t.slug(), token), AuthKind.OAUTH));
    Stream<JsonNode> typed =
        linkable.allSignIns().stream()
            .filter(t -> free(s, t.slug()))
            .filter(t -> passwords.offers(s, t))
            .map(t -> offer(t.entry(), null, t.entry().auth().orElseThrow()));
    return new LinkMessages.Offers(
        Stream.concat(sentAway, typed)
            .sorted(Comparator.comparing(o -> o.get("slug").textValue()))
            .toList());
  }

  private JsonNode offer(ProviderCatalog.Entry entry, String oauthUrl, AuthKind auth) {
    ObjectNode out = describe(entry);
    out.put("oauth_url", oauthUrl).put("auth_type", auth.wire());
    out.set("form_components", Json.object());
    return out;
  }

  /** Whether the session's filter lets the slug be shown. */
  private static boolean free(LinkSession s, String slug) {
    return s.filter().map(f -> f.contains(slug)).orElse(true);
  }

  private List<Linkable.Target> offered(LinkSession s) {
    return linkable.all().stream()
        .filter(t -> free(s, t.slug()))
        .filter(t -> oauth.offers(s, t))
        .toList();
  }

  private ObjectNode describe(ProviderCatalog.Entry e) {
    return Json.object()
        .put("id", e.number())
        .put("name", e.name())
        .put("slug", e.slug())
        .put("description", e.description())
        .put("logo", catalog.card(e.slug()).logo());
  }

  LinkMessages.OAuthBegun begin(String token, String slug) {
    LinkSession s = authenticated(token);
    String url;
    try {
      url = oauth.begin(s, token, slug);
    } catch (LinkFailed failed) {
      throw LinkRefusals.badToken(failed.error());
    }
    ProviderCatalog.Entry e = catalog.find(slug).orElseThrow();
    ObjectNode view = describe(e);
    view.putNull("group")
        .put("oauth_url", url)
        .put("auth_type", "oauth")
        .put("source_type", "device")
        .put("is_active", true)
        .put("backfill_num_days", e.historicalDays().orElse(null));
    return new LinkMessages.OAuthBegun(url, view);
  }

  LinkMessages.Ended finish(LinkMessages.FinishOAuth m) {
    try {
      LinkSession s = session(m.state()).usable();
      oauth.finish(s, m.slug(), m.back());
      return new LinkMessages.Ended(LinkResult.success(s, m.slug()));
    } catch (LinkFailed failed) {
      return new LinkMessages.Ended(LinkResult.of(failed, m.slug()));
    }
  }

  LinkMessages.Ended signIn(LinkMessages.SignIn m) {
    return form(m.token(), m.slug(), s -> passwords.begin(s, m.slug(), m.typed()));
  }

  LinkMessages.Ended second(LinkMessages.CompleteMfa m) {
    return form(m.token(), m.slug(), s -> passwords.second(s, m.slug(), m.code()));
  }

  private LinkMessages.Ended form(
      String token, String slug, Function<LinkSession, LinkResult> work) {
    try {
      return new LinkMessages.Ended(work.apply(session(token).usable()));
    } catch (LinkFailed failed) {
      return new LinkMessages.Ended(LinkResult.ofForm(failed, slug));
    }
  }

  LinkMessages.Widget widget(String token) {
    LinkSession s;
    try {
      s = session(token).usable();
    } catch (LinkFailed failed) {
      return new LinkMessages.Widget(
          Optional.of(failed.error()), "", Optional.empty(), List.of(), Optional.empty());
    }
    Optional<String> goTo = s.provider().map(p -> startUrl(p, token));
    List<LinkMessages.Offer> offers =
        goTo.isPresent()
            ? List.of()
            : offered(s).stream()
                .map(
                    t ->
                        new LinkMessages.Offer(
                            t.entry().name(),
                            t.entry().description(),
                            catalog.card(t.slug()).logo(),
                            startUrl(t.slug(), token)))
                .toList();
    Optional<String> cancel =
        s.closeRedirects()
            ? LinkResult.of(new LinkFailed(LinkError.USER_CANCELLED, s), "").location()
            : Optional.empty();
    return new LinkMessages.Widget(Optional.empty(), brand(s.tenant()), goTo, offers, cancel);
  }

  private String brand(Tenant t) {
    return Rows.first(db.query(BRAND, t.team(), t.environment().wire()), r -> r.getString("brand"))
        .orElse("");
  }

  private String startUrl(String slug, String token) {
    return publicUrl.get() + "/link/start/" + slug + "?token=" + encode(token);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
