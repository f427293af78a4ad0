package io.tributary.diagnostics;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Account used for one simulated link check. Nothing is stored. */
final class SimulatedAccount implements Puller.Account {
  private final AppCredentials app;
  private final OAuth.Granted granted;
  private final UUID user;
  private final ObjectNode state;

  SimulatedAccount(AppCredentials app, OAuth.Granted granted) {
    this.app = app;
    this.granted = granted;
    this.user = Ids.uuid();
    this.state = granted.state().deepCopy();
  }

  @Override
  public AppCredentials app() {
    return app;
  }

  @Override
  public String accessToken() {
    return granted.tokens().access();
  }

  @Override
  public void tokenRejected(String accessToken) {
    throw new ProviderException.Unauthorized();
  }

  @Override
  public void acquirePermits(int calls) {
    // The simulator serves only this check, so no permit is needed.
  }

  @Override
  public void backOff(Duration pause) {
    // No shared limits to back off from, as above.
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
    return Instant.EPOCH;
  }

  @Override
  public List<String> scopes() {
    return granted.scopes().orElse(null);
  }

  @Override
  public ZoneId fallbackZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public LocalDate fallbackBirthDate() {
    return null;
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
