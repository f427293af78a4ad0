package io.tributary.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.provider.AuthKind;
import io.tributary.provider.ProviderCatalog;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/** Link flow from token to result. */
final class LinkFlow {
  private final ServiceConfig config;
  private final Supplier<String> publicUrl;
  private final LinkTokens tokens;
  private final LinkSessions sessions;
  private final LinkableProviders linkable;
  private final OfferedProviders offers;
  private final ProviderCatalog catalog;
  private final OAuthLinkFlow oauth;
  private final PasswordLinkFlow passwords;

  LinkFlow(
      ServiceConfig config,
      Supplier<String> publicUrl,
      LinkTokens tokens,
      LinkSessions sessions,
      LinkableProviders linkable,
      OfferedProviders offers,
      ProviderCatalog catalog,
      OAuthLinkFlow oauth,
      PasswordLinkFlow passwords) {
    this.config = config;
    this.publicUrl = publicUrl;
    this.tokens = tokens;
    this.sessions = sessions;
    this.linkable = linkable;
    this.offers = offers;
    this.catalog = catalog;
    this.oauth = oauth;
    this.passwords = passwords;
  }

  LinkMessages.TokenMade createToken(LinkSessions.NewSession w) {
    w.provider()
        .filter(p -> !linkable.isLinkable(p))
        .ifPresent(
            p -> {
              throw LinkErrors.invalidProvider(p);
            });
    UUID session = Ids.uuid();
    if (!sessions.add(session, w, config.link().tokenTtl())) {
      throw ServiceException.notFound("user");
    }
    String token = tokens.sign(session, w.tenant().team(), w.user(), config.link().tokenTtl());
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

  /** Returns the session of a token, in any state. */
  private LinkSession session(String token) {
    return sessions
        .find(tokens.verify(token))
        .orElseThrow(() -> new LinkException(LinkError.TOKEN_NOT_VALIDATED));
  }

  /** Returns the usable session of a token, for API calls. Fails with 401 for an invalid token. */
  private LinkSession authenticated(String token) {
    try {
      return session(token).requireUsable();
    } catch (LinkException failed) {
      throw LinkErrors.invalidToken(failed.error());
    }
  }

  LinkMessages.Offers offers(String token) {
    LinkSession s = authenticated(token);
    return new LinkMessages.Offers(
        offers.list(s).stream()
            .map(
                e ->
                    e.isOAuth()
                        ? offer(e, startUrl(e.slug(), token), AuthKind.OAUTH)
                        : offer(e, null, e.auth().orElseThrow()))
            .toList());
  }

  private JsonNode offer(ProviderCatalog.Entry entry, String oauthUrl, AuthKind auth) {
    ObjectNode out = describe(entry);
    out.put("oauth_url", oauthUrl).put("auth_type", auth.wire());
    out.set("form_components", Json.object());
    return out;
  }

  private ObjectNode describe(ProviderCatalog.Entry e) {
    return Json.object()
        .put("id", e.number())
        .put("name", e.name())
        .put("slug", e.slug())
        .put("description", e.description())
        .put("logo", catalog.info(e.slug()).logo());
  }

  LinkMessages.OAuthBegun beginOAuth(String token, String slug) {
    LinkSession s = authenticated(token);
    String url;
    try {
      url = oauth.begin(s, token, slug);
    } catch (LinkException failed) {
      throw LinkErrors.invalidToken(failed.error());
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

  LinkMessages.Ended finishOAuth(LinkMessages.FinishOAuth m) {
    return runAttempt(
        m.state(),
        s -> {
          oauth.finish(s, m.slug(), m.back());
          return LinkResult.success(s, m.slug());
        },
        failed -> LinkResult.ofCallback(failed, m.slug()));
  }

  LinkMessages.Ended signIn(LinkMessages.SignIn m) {
    return runAttempt(
        m.token(),
        s -> passwords.begin(s, m.slug(), m.typed()),
        failed -> LinkResult.ofForm(failed, m.slug()));
  }

  LinkMessages.Ended completeMfa(LinkMessages.CompleteMfa m) {
    return runAttempt(
        m.token(),
        s -> passwords.submitCode(s, m.slug(), m.code()),
        failed -> LinkResult.ofForm(failed, m.slug()));
  }

  private LinkMessages.Ended runAttempt(
      String token,
      Function<LinkSession, LinkResult> work,
      Function<LinkException, LinkResult> failure) {
    try {
      LinkSession s = session(token);
      try {
        return new LinkMessages.Ended(work.apply(s.requireUsable()), Optional.of(s.id()));
      } catch (LinkException failed) {
        return new LinkMessages.Ended(failure.apply(failed), Optional.of(s.id()));
      }
    } catch (LinkException unknown) {
      return new LinkMessages.Ended(failure.apply(unknown), Optional.empty());
    }
  }

  private String startUrl(String slug, String token) {
    return publicUrl.get() + "/link/start/" + slug + "?token=" + encode(token);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
