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
              .find(tokens.session(m.token()))
              .orElseThrow(() -> new LinkException(LinkError.TOKEN_NOT_VALIDATED));
    } catch (LinkException failed) {
      return unknown(failed.error());
    }
    LinkBrand brand = LinkBrand.of(db, s.tenant());
    Optional<String> close =
        s.closeRedirects()
            ? LinkResult.of(new LinkException(LinkError.USER_CANCELLED, s), "").location()
            : Optional.empty();
    Optional<LinkException> over = over(s);
    boolean linked = s.consumed() && m.slug().map(p -> sessions.linked(s.id(), p)).orElse(false);
    return new LinkMessages.Page(
        Optional.of(s.id()),
        over.map(LinkException::error),
        brand,
        s.provider(),
        over.isPresent() ? List.of() : offered(s, m.slug()),
        m.slug().flatMap(p -> sessions.waiting(s.id(), p, PasswordLinkFlow.MOST_CODES)),
        linked,
        linked
            ? LinkResult.success(s, m.slug().orElseThrow()).location()
            : over.flatMap(failed -> LinkResult.of(failed, "").location()),
        close);
  }

  /** Returns the state of a page without a session. */
  static LinkMessages.Page unknown(LinkError error) {
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

  private static Optional<LinkException> over(LinkSession s) {
    try {
      s.usable();
      return Optional.empty();
    } catch (LinkException failed) {
      return Optional.of(failed);
    }
  }

  private List<ProviderCatalog.Entry> offered(LinkSession s, Optional<String> slug) {
    return slug.map(
            p ->
                offers.has(s, p)
                    ? catalog.find(p).stream().toList()
                    : List.<ProviderCatalog.Entry>of())
        .orElseGet(
            () ->
                offers.of(s).stream()
                    .sorted(
                        Comparator.comparing(
                            ProviderCatalog.Entry::name, String.CASE_INSENSITIVE_ORDER))
                    .toList());
  }
}
