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

/** An account in memory that counts what it is told; it refreshes as the service would. */
final class CasesAccount implements Puller.Account {
  private final AppCredentials app;
  private final Optional<OAuth> oauth;
  private final UUID user = UUID.randomUUID();
  private final OAuth.Granted granted;
  private final ObjectNode state;
  private final ZoneId zone;
  final List<Duration> pauses = new ArrayList<>();
  OAuth.Tokens tokens;
  int calls;
  int refused;

  /**
   * @param zone the user's fallback zone, or null
   */
  CasesAccount(AppCredentials app, Optional<OAuth> oauth, OAuth.Granted granted, ZoneId zone) {
    this.app = app;
    this.oauth = oauth;
    this.granted = granted;
    this.state = granted.state().deepCopy();
    this.zone = zone;
    this.tokens = granted.tokens();
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
  public void refused(String accessToken) {
    refused++;
    tokens = oauth.orElseThrow().refresh(app, session());
  }

  OAuth.Session session() {
    return new OAuth.Session(tokens, granted.externalUserId(), state);
  }

  @Override
  public void beforeCall(int n) {
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
  public Instant connectedAt() {
    return Instant.parse("2026-01-01T00:00:00Z");
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
    return LocalDate.parse("1985-05-05");
  }

  @Override
  public ObjectNode state() {
    return state.deepCopy();
  }

  @Override
  public void remember(ObjectNode patch) {
    state.setAll(patch);
  }
}
