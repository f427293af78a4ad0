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

/**
 * An in-memory account that counts the adapter's calls and refreshes tokens as the service does.
 */
public final class TestAccount implements Puller.Account {
  private final UUID user = UUID.randomUUID();
  private final OAuth.Granted granted;
  private final Function<OAuth.Session, OAuth.Tokens> renew;

  /** State that the adapter stored; a test may clear it. */
  public final ObjectNode state;

  /** Durations of all {@link #backOff} calls. */
  public final List<Duration> backOffs = new ArrayList<>();

  public AppCredentials app;

  /** Tokens of the next call; a test may invalidate them. */
  public OAuth.Tokens tokens;

  /** The user's fallback zone, or null. */
  public ZoneId zone;

  /** The user's fallback birth date, or null. */
  public LocalDate birthDate;

  /** Link time; defaults to a date long ago. */
  public Instant connectedAt = Instant.parse("2026-01-01T00:00:00Z");

  /** Number of acquired permits. */
  public int permits;

  /** Number of times that the cloud rejected the access token. */
  public int refused;

  /** Creates an account of an OAuth provider. */
  public TestAccount(Adapter adapter, AppCredentials app, OAuth.Granted granted) {
    this(app, granted, session -> adapter.oauth().orElseThrow().refresh(app, session));
  }

  /**
   * @param renew replacement for a refresh: OAuth or another login
   */
  public TestAccount(
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
    permits += n;
  }

  @Override
  public void backOff(Duration pause) {
    backOffs.add(pause);
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
