package io.tributary.link;

import io.tributary.connection.Apps;
import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionStates;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.kernel.Ids;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderFault;
import io.tributary.pull.HistoricalStage;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The OAuth way (wearables.md §5.2): to the provider and back. The provider is called outside of
 * any transaction; one transaction then makes the connection, uses the token up, records the event
 * and starts the historical stage.
 */
final class OAuthLinking {
  private static final System.Logger LOG = System.getLogger(OAuthLinking.class.getName());
  private static final int VERIFIER_CHARS = 64;
  // Holds the user against deletion and against a second link of the same user.
  private static final String USER =
      """
      select client_user_id from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
         for no key update
      """;

  private final Db db;
  private final LinkSessions sessions;
  private final LinkRules rules;
  private final Linkable linkable;
  private final Apps apps;
  private final ConnectionStates states;
  private final HistoricalStage stage;

  OAuthLinking(
      Db db,
      LinkSessions sessions,
      LinkRules rules,
      Linkable linkable,
      Apps apps,
      ConnectionStates states,
      HistoricalStage stage) {
    this.db = db;
    this.sessions = sessions;
    this.rules = rules;
    this.linkable = linkable;
    this.apps = apps;
    this.states = states;
    this.stage = stage;
  }

  /** What a provider sends users back with; fields are null when absent. */
  record Returned(String code, String error, String scope) {
    @Override
    public String toString() {
      return "Returned[***]";
    }
  }

  /** Whether the session may link the slug: it exists here and the session is free to take it. */
  boolean offers(LinkSession s, Linkable.Target t) {
    return s.provider().map(p -> p.equals(t.slug())).orElse(true)
        && apps.choose(s.tenant(), t.slug(), false).isPresent();
  }

  /**
   * Starts an authorisation and tells where to send the user.
   *
   * @param token travels as the OAuth state
   */
  String begin(LinkSession session, String token, String slug) {
    Linkable.Target target =
        linkable
            .find(slug)
            .filter(t -> session.provider().map(slug::equals).orElse(true))
            .orElseThrow(() -> LinkRefusals.invalidProvider(slug));
    AppCredentials app =
        apps.choose(session.tenant(), slug, false)
            .orElseThrow(() -> LinkRefusals.noCredentials(slug));
    if (rules.hasOtherKind(session.userId(), false)) {
      throw LinkRefusals.mixed("this user has demo connections, which never mix with real ones");
    }
    List<String> scopes =
        rules
            .scopes(session.tenant().team(), slug)
            .map(LinkRules.TeamScopes::asked)
            .orElse(target.adapter().descriptor().scopesAsked());
    String verifier = Ids.random(VERIFIER_CHARS);
    if (!sessions.begin(
        session.id(), slug, new LinkSessions.OAuthRequest(app.id(), verifier, scopes))) {
      throw new LinkFailed(LinkError.TOKEN_CONSUMED, session);
    }
    return target.oauth().authoriseUrl(app, new OAuth.Start(token, scopes, verifier));
  }

  /**
   * Ends an authorisation.
   *
   * @throws LinkFailed when no connection was made
   */
  void finish(LinkSession session, String slug, Returned back) {
    // Taken first: a code is single use, and a provider may end a grant whose code comes twice.
    LinkSessions.OAuthRequest request =
        sessions.take(session.id(), slug).orElseThrow(() -> nothingUnderWay(session));
    if (back.error() != null || back.code() == null || back.code().isEmpty()) {
      throw new LinkFailed(LinkError.PROVIDER_CREDENTIAL_ERROR, session);
    }
    Linkable.Target target =
        linkable
            .find(slug)
            .orElseThrow(() -> new LinkFailed(LinkError.TOKEN_NOT_VALIDATED, session));
    AppCredentials app =
        apps.of(request.app(), slug)
            .orElseThrow(() -> new LinkFailed(LinkError.PROVIDER_API_ERROR, session));
    OAuth.Granted granted = exchange(session, target, app, request, back);
    try {
      connect(session, slug, request, granted);
    } catch (LinkFailed failed) {
      giveBack(session, slug, request, granted, failed);
      throw failed;
    }
  }

  /** A grant that nothing uses does not stay alive at the provider. */
  private void giveBack(
      LinkSession session,
      String slug,
      LinkSessions.OAuthRequest request,
      OAuth.Granted granted,
      LinkFailed failed) {
    // Another connection lives on this account, and might end with the grant.
    if (failed.error() != LinkError.DUPLICATE_CONNECTION) {
      db.tx(
          tx -> {
            states.revoke(
                tx,
                session.tenant(),
                slug,
                request.app(),
                new OAuth.Session(granted.tokens(), granted.externalUserId(), granted.state()));
            return null;
          });
    }
  }

  private void connect(
      LinkSession session, String slug, LinkSessions.OAuthRequest request, OAuth.Granted granted) {
    List<String> must =
        rules
            .scopes(session.tenant().team(), slug)
            .map(LinkRules.TeamScopes::must)
            .orElse(List.of());
    // A provider that knows no scopes grants all it has.
    if (granted.scopes().map(scopes -> !scopes.containsAll(must)).orElse(false)) {
      throw new LinkFailed(LinkError.REQUIRED_SCOPES_NOT_GRANTED, session);
    }
    db.tx(tx -> connect(tx, session, slug, request, granted));
  }

  /** The loser of two callbacks at once, a callback that was never asked for, or one of before. */
  private LinkFailed nothingUnderWay(LinkSession session) {
    return sessions
        .find(session.id())
        .filter(s -> s.consumed())
        .map(s -> new LinkFailed(LinkError.TOKEN_CONSUMED, s))
        .orElseGet(() -> new LinkFailed(LinkError.TOKEN_NOT_VALIDATED, session));
  }

  private static OAuth.Granted exchange(
      LinkSession session,
      Linkable.Target target,
      AppCredentials app,
      LinkSessions.OAuthRequest request,
      Returned back) {
    try {
      return target
          .oauth()
          .exchange(
              app,
              new OAuth.Callback(
                  back.code(),
                  request.verifier(),
                  request.scopes(),
                  Optional.ofNullable(back.scope()),
                  session.userId(),
                  Optional.empty()));
    } catch (ProviderFault fault) {
      LOG.log(
          Level.WARNING,
          "link provider="
              + target.slug()
              + " team="
              + session.tenant().team()
              + " exchange="
              + fault.getClass().getSimpleName());
      throw new LinkFailed(
          switch (fault) {
            case ProviderFault.TokenRefused f -> LinkError.PROVIDER_CREDENTIAL_ERROR;
            case ProviderFault.Unauthorised f -> LinkError.PROVIDER_CREDENTIAL_ERROR;
            case ProviderFault.AccountGone f -> LinkError.PROVIDER_CREDENTIAL_ERROR;
            case ProviderFault.ScopeMissing f -> LinkError.REQUIRED_SCOPES_NOT_GRANTED;
            case ProviderFault.RateLimited f -> LinkError.PROVIDER_API_ERROR;
            case ProviderFault.Unavailable f -> LinkError.PROVIDER_API_ERROR;
            case ProviderFault.Transport f -> LinkError.PROVIDER_API_ERROR;
            case ProviderFault.Rejected f -> LinkError.PROVIDER_API_ERROR;
            case ProviderFault.AppRefused f -> LinkError.PROVIDER_API_ERROR;
          },
          session);
    }
  }

  private UUID connect(
      Tx tx, LinkSession s, String slug, LinkSessions.OAuthRequest request, OAuth.Granted granted) {
    Optional<Row> user =
        tx.first(USER, s.userId(), s.tenant().team(), s.tenant().environment().wire());
    if (user.isEmpty() || rules.hasOtherKind(tx, s.userId(), false)) {
      throw new LinkFailed(LinkError.TOKEN_NOT_VALIDATED, s);
    }
    if (!sessions.consume(tx, s.id())) {
      throw new LinkFailed(LinkError.TOKEN_CONSUMED, s);
    }
    if (rules.duplicate(tx, s.tenant(), slug, granted.externalUserId().orElse(null), s.userId())) {
      throw new LinkFailed(LinkError.DUPLICATE_CONNECTION, s);
    }
    Connection c =
        states.connect(
            tx,
            new ConnectionStates.NewLink(
                s.userId(),
                s.tenant(),
                user.get().getString("client_user_id"),
                slug,
                request.app(),
                false,
                granted.externalUserId().orElse(null),
                request.scopes(),
                granted.scopes().orElse(null),
                granted.tokens(),
                granted.state()));
    stage.schedule(tx, c.id(), null);
    return c.id();
  }
}
