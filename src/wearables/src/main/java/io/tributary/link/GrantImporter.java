package io.tributary.link;

import io.tributary.config.ServiceConfig;
import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.ImportedTokenRepo;
import io.tributary.connection.OAuthApplications;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.Descriptor;
import io.tributary.provider.OAuth;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Creates connections from existing grants that a team imports. The grants were made with the
 * team's own application. The provider is not called. Runs on virtual threads.
 */
public final class GrantImporter {
  private static final String LOCK_USER =
      """
      select client_user_id,
             coalesce((ingestion_end + 1)::timestamp at time zone 'UTC'
                        <= now() - make_interval(secs => $4), false) as over
        from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
         for no key update
      """;

  private final LinkRules rules;
  private final Adapters adapters;
  private final OAuthApplications apps;
  private final ConnectionLifecycle states;
  private final ImportedTokenRepo tokens;
  private final Duration lateWindow;
  private final ConnectionRepo connections = new ConnectionRepo();

  public GrantImporter(
      Db db,
      ServiceConfig config,
      Vault vault,
      Adapters adapters,
      OAuthApplications apps,
      ConnectionLifecycle states) {
    this.rules = new LinkRules(db);
    this.adapters = adapters;
    this.apps = apps;
    this.states = states;
    this.tokens = new ImportedTokenRepo(vault);
    this.lateWindow = config.pull().ingestionGracePeriod();
  }

  /**
   * Grant to import.
   *
   * @param refresh null when the provider issues none
   * @param account the provider's ID of the user
   * @param expiresAt null when the access token never expires
   * @param scopes null when unknown
   */
  public record Grant(
      UUID user,
      String access,
      String refresh,
      String account,
      Instant expiresAt,
      List<String> scopes) {
    OAuth.Tokens tokens() {
      return new OAuth.Tokens(access, refresh, expiresAt);
    }

    @Override
    public String toString() {
      return "Grant[***]";
    }
  }

  /** Outcome of an import. */
  public sealed interface Outcome {
    /** The user was connected or relinked. The history must be pulled. */
    record Linked(UUID connection) implements Outcome {}

    /** The user was already connected with the same account. At most the tokens have changed. */
    record Unchanged() implements Outcome {}

    /** No connection was made. */
    record Refused(String reason) implements Outcome {}
  }

  /**
   * Returns the team's own application. Empty when it has none, or when no adapter could use the
   * grants.
   */
  public Optional<UUID> teamApplication(Tenant tenant, String provider) {
    boolean offered = adapters.of(provider, false).flatMap(Adapter::oauth).isPresent();
    return apps.teamCredentials(tenant, provider).filter(app -> offered).map(AppCredentials::id);
  }

  /** Imports one grant in the caller's transaction. */
  public Outcome importGrant(Tx tx, Tenant tenant, String provider, UUID app, Grant grant) {
    Optional<Row> user =
        tx.first(
            LOCK_USER,
            grant.user(),
            tenant.team(),
            tenant.environment().wire(),
            lateWindow.toMillis() / 1000.0);
    Optional<Descriptor> descriptor = adapters.of(provider, false).map(Adapter::descriptor);
    if (user.isEmpty()) {
      return new Outcome.Refused("unknown_user");
    }
    if (descriptor.isEmpty()) {
      return new Outcome.Refused("provider_not_offered");
    }
    if (user.get().getBoolean("over")) {
      return new Outcome.Refused("ingestion_ended");
    }
    if (rules.hasConnectionsOfOtherKind(tx, grant.user(), false)) {
      return new Outcome.Refused("demo_user");
    }
    if (rules.isDuplicate(tx, tenant, provider, grant.account(), grant.user())) {
      return new Outcome.Refused(LinkError.DUPLICATE_CONNECTION.wire());
    }
    if (grant.scopes() != null
        && !grant.scopes().containsAll(requiredScopes(tx, tenant, descriptor.get()))) {
      return new Outcome.Refused(LinkError.REQUIRED_SCOPES_NOT_GRANTED.wire());
    }
    Optional<Connection> old =
        connections
            .lock(tx, grant.user(), provider)
            .filter(c -> c.appId().equals(app) && grant.account().equals(c.externalUserId()));
    Optional<OAuth.Tokens> became = old.flatMap(c -> tokens.currentTokens(tx, c, grant.tokens()));
    if (old.isPresent() && old.get().connected()) {
      if (became.isEmpty()) {
        tokens.replace(tx, old.get(), grant.tokens(), grant.scopes());
      }
      return new Outcome.Unchanged();
    }
    // Tokens of a connection in error were refused by the provider, so they are not reused.
    boolean goesOn = old.isPresent() && old.get().error().isEmpty();
    Connection made =
        states.connect(
            tx,
            new ConnectionLifecycle.NewLink(
                grant.user(),
                tenant,
                user.get().getString("client_user_id"),
                provider,
                app,
                false,
                grant.account(),
                grant.scopes() == null ? descriptor.get().defaultScopes() : grant.scopes(),
                grant.scopes(),
                became.filter(t -> goesOn).orElseGet(grant::tokens),
                old.map(Connection::state).orElseGet(Json::object),
                Optional.empty()));
    tokens.remember(tx, made, grant.tokens());
    return new Outcome.Linked(made.id());
  }

  private List<String> requiredScopes(Tx tx, Tenant tenant, Descriptor provider) {
    return provider.fullGrantOnly()
        ? provider.defaultScopes()
        : rules
            .scopes(tx, tenant.team(), provider.slug())
            .map(LinkRules.TeamScopes::required)
            .orElse(List.of());
  }
}
