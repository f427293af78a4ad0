package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Opens connections for pulls. All methods block their virtual thread. */
public final class ProviderSessions {
  private static final String USER =
      """
      select u.fallback_time_zone, u.fallback_birth_date,
             (select (s.content ->> 'birth_date')::date from summary s
               where s.user_id = u.id and s.resource = 'profile'
                 and s.content ->> 'birth_date' is not null
               order by s.updated_at desc, s.id limit 1) as born
        from app_user u
       where u.id = $1
      """;
  private static final String REMEMBER =
      """
      update connection set provider_state = provider_state || $3::text::jsonb
       where id = $1 and generation = $2
      """;

  private final Db db;
  private final ConnectionRepo repo;
  private final OAuthApplications apps;
  private final Adapters adapters;
  private final AccessTokenProvider tokens;

  public ProviderSessions(
      Db db,
      ConnectionRepo repo,
      OAuthApplications apps,
      Adapters adapters,
      AccessTokenProvider tokens) {
    this.db = db;
    this.repo = repo;
    this.apps = apps;
    this.adapters = adapters;
    this.tokens = tokens;
  }

  /**
   * Opens a connection by ID.
   *
   * @throws ConnectionEnded when it is not connected
   * @throws ProviderException.AppCredentialsRejected when its application was removed
   */
  public Puller.Account open(UUID connectionId, PermitClient gate) {
    return open(
        repo.find(db, connectionId).orElseThrow(() -> new ConnectionEnded("removed")), gate);
  }

  /** Opens this generation of the connection, as {@link #open(UUID, PermitClient)} does. */
  public Puller.Account open(Connection c, PermitClient gate) {
    if (!c.connected()) {
      throw new ConnectionEnded(c.status().wire());
    }
    AppCredentials app =
        apps.find(c.appId(), c.provider())
            .orElseThrow(
                () ->
                    new ProviderException.AppCredentialsRejected(
                        "there are no application credentials for the provider"));
    Adapter adapter =
        adapters
            .of(c.provider(), c.demo())
            .orElseThrow(() -> new ConnectionEnded("the provider is no longer offered"));
    Row user =
        RowMapping.first(db.query(USER, c.userId()), r -> r)
            .orElseThrow(() -> new ConnectionEnded("removed"));
    String zone = user.getString("fallback_time_zone");
    return new OpenSession(
        c,
        app,
        gate,
        adapter,
        zone == null ? null : ZoneId.of(zone),
        user.getLocalDate("fallback_birth_date"),
        user.getLocalDate("born"));
  }

  private final class OpenSession implements Puller.Account {
    private final Connection connection;
    private final AppCredentials app;
    private final PermitClient gate;
    private final Adapter adapter;
    private final ZoneId fallbackZone;
    private final LocalDate fallbackBirthDate;
    private final LocalDate profileBirthDate;
    private final ObjectNode state;
    private volatile AccessTokenProvider.Token current;
    private volatile String refused;

    OpenSession(
        Connection connection,
        AppCredentials app,
        PermitClient gate,
        Adapter adapter,
        ZoneId fallbackZone,
        LocalDate fallbackBirthDate,
        LocalDate born) {
      this.connection = connection;
      this.app = app;
      this.gate = gate;
      this.adapter = adapter;
      this.fallbackZone = fallbackZone;
      this.fallbackBirthDate = fallbackBirthDate;
      this.profileBirthDate = born;
      this.state = connection.state();
    }

    @Override
    public AppCredentials app() {
      return app;
    }

    @Override
    public String accessToken() {
      AccessTokenProvider.Token t = current;
      if (t == null || t.value().equals(refused) || !tokens.isFresh(adapter, t.expiresAt())) {
        t = tokens.get(connection, app, adapter, refused, gate);
        current = t;
      }
      return t.value();
    }

    @Override
    public void tokenRejected(String accessToken) {
      refused = accessToken;
    }

    @Override
    public void acquirePermits(int calls) {
      gate.acquire(calls);
    }

    @Override
    public void releasePermits() {
      gate.release();
    }

    @Override
    public void backOff(Duration pause) {
      gate.backOff(pause);
    }

    @Override
    public UUID userId() {
      return connection.userId();
    }

    @Override
    public Optional<String> externalUserId() {
      return Optional.ofNullable(connection.externalUserId());
    }

    @Override
    public Instant connectedAt() {
      return connection.createdAt();
    }

    @Override
    public List<String> scopes() {
      return connection.scopesGranted();
    }

    @Override
    public ZoneId fallbackZone() {
      return fallbackZone;
    }

    @Override
    public LocalDate fallbackBirthDate() {
      return fallbackBirthDate;
    }

    @Override
    public LocalDate birthDate() {
      return profileBirthDate == null ? fallbackBirthDate : profileBirthDate;
    }

    @Override
    public ObjectNode state() {
      return state.deepCopy();
    }

    @Override
    public void updateState(ObjectNode patch) {
      db.query(REMEMBER, connection.id(), connection.generation(), Json.text(patch));
      state.setAll(patch);
    }
  }
}
