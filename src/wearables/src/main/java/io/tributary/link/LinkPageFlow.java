package io.tributary.link;

import io.tributary.db.Db;
import io.tributary.provider.ProviderCatalog;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads the session state that the hosted pages show. Blocks; runs on virtual threads. */
final class LinkPageFlow {
  private final Db db;
  private final LinkTokens tokens;
  private final LinkSessions sessions;
  private final OfferedProviders offers;
  private final ProviderCatalog catalog;

  LinkPageFlow(
      Db db,
      LinkTokens tokens,
      LinkSessions sessions,
      OfferedProviders offers,
      ProviderCatalog catalog) {
    this.db = db;
    this.tokens = tokens;
    this.sessions = sessions;
    this.offers = offers;
    this.catalog = catalog;
  }

  LinkMessages.Page open(LinkMessages.OpenPage m) {
    LinkSession s;
    try {
      s =
          sessions
              .find(tokens.verify(m.token()))
              .orElseThrow(() -> new LinkException(LinkError.TOKEN_NOT_VALIDATED));
    } catch (LinkException failed) {
      return withoutSession(failed.error());
    }
    LinkBrand brand = LinkBrand.of(db, s.tenant());
    Optional<String> close =
        s.closeRedirects()
            ? LinkResult.ofCallback(new LinkException(LinkError.USER_CANCELLED, s), "")
                .redirectLocation()
            : Optional.empty();
    Optional<LinkException> over = unusableReason(s);
    boolean linked = s.consumed() && m.slug().map(p -> sessions.isLinked(s.id(), p)).orElse(false);
    return new LinkMessages.Page(
        Optional.of(s.id()),
        over.map(LinkException::error),
        brand,
        s.provider(),
        over.isPresent() ? List.of() : offered(s, m.slug()),
        m.slug().flatMap(p -> sessions.pendingMfa(s.id(), p, PasswordLinkFlow.MAX_CODE_ATTEMPTS)),
        linked,
        linked
            ? LinkResult.success(s, m.slug().orElseThrow()).redirectLocation()
            : over.flatMap(failed -> LinkResult.ofCallback(failed, "").redirectLocation()),
        close);
  }

  /** Returns the state of a page without a session. */
  static LinkMessages.Page withoutSession(LinkError error) {
    return new LinkMessages.Page(
        Optional.empty(),
        Optional.of(error),
        LinkBrand.NONE,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty());
  }

  private static Optional<LinkException> unusableReason(LinkSession s) {
    try {
      s.requireUsable();
      return Optional.empty();
    } catch (LinkException failed) {
      return Optional.of(failed);
    }
  }

  private List<ProviderCatalog.Entry> offered(LinkSession s, Optional<String> slug) {
    return slug.map(
            p ->
                offers.contains(s, p)
                    ? catalog.find(p).stream().toList()
                    : List.<ProviderCatalog.Entry>of())
        .orElseGet(
            () ->
                offers.list(s).stream()
                    .sorted(
                        Comparator.comparing(
                            ProviderCatalog.Entry::name, String.CASE_INSENSITIVE_ORDER))
                    .toList());
  }
}
