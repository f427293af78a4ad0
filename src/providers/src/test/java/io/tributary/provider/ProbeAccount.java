package io.tributary.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** An account in memory that counts what it is told; it refreshes as the service would. */
public final class ProbeAccount implements Puller.Account {
  private final UUID user = UUID.randomUUID();
  private final OAuth.Granted granted;
  private final Function<OAuth.Session, OAuth.Tokens> renew;

  /** What the adapter remembered; a test may make it forget. */
  public final ObjectNode state;

  /** Of every {@link #backOff}. */
  public final List<Duration> pauses = new ArrayList<>();

  public AppCredentials app;

  /** What the next call uses; a test may spoil it. */
  public OAuth.Tokens tokens;

  /** The user's fallback zone; null until set. */
  public ZoneId zone;

  /** The user's fallback birth date; null until set. */
  public LocalDate birthDate;

  /** When it was linked; long ago until set. */
  public Instant connectedAt = Instant.parse("2026-01-01T00:00:00Z");

  /** Calls that leave was asked for. */
  public int calls;

  /** Times that the cloud refused the access token. */
  public int refused;

  /** Of a provider that is linked by OAuth. */
  public ProbeAccount(Adapter adapter, AppCredentials app, OAuth.Granted granted) {
    this(app, granted, session -> adapter.oauth().orElseThrow().refresh(app, session));
  }

  /**
   * @param renew what stands for a refresh: of OAuth, or another login
   */
  public ProbeAccount(
      AppCredentials app, OAuth.Granted granted, Function<OAuth.Session, OAuth.Tokens> renew) {
    this.app = app;
    this.granted = granted;
    this.renew = renew;
    this.state = granted.state().deepCopy();
    this.tokens = granted.tokens();
  }

  public OAuth.Session session() {
    return new OAuth.Session(tokens, granted.externalUserId(), state);
  }

  @Override
  public AppCredentials app() {
    return app;
  }

  @Override
  public String accessToken() {
    return tokens.access();
  }

  @Override
  public void tokenRejected(String accessToken) {
    refused++;
    tokens = renew.apply(session());
  }

  @Override
  public void acquirePermits(int n) {
    calls += n;
  }

  @Override
  public void backOff(Duration pause) {
    pauses.add(pause);
  }

  @Override
  public UUID userId() {
    return user;
  }

  @Override
  public Optional<String> externalUserId() {
    return granted.externalUserId();
  }

  @Override
  public Instant connectedAt() {
    return connectedAt;
  }

  @Override
  public List<String> scopes() {
    return granted.scopes().orElse(null);
  }

  @Override
  public ZoneId fallbackZone() {
    return zone;
  }

  @Override
  public LocalDate fallbackBirthDate() {
    return birthDate;
  }

  @Override
  public ObjectNode state() {
    return state.deepCopy();
  }

  @Override
  public void updateState(ObjectNode patch) {
    state.setAll(patch);
  }
}
