package io.tributary.team;

import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.core.Patch;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Commands of {@code team.command}. Each names the organisation of the management key; what belongs
 * to another one is answered as unknown.
 */
sealed interface TeamMessages extends BusMessage.Local {
  /** Reply {@link Team} or {@link IntegrationTaken}; 409 taken id, 422 brand without logo. */
  record CreateTeam(
      UUID org,
      Optional<UUID> id,
      String name,
      Optional<String> integrationTeamId,
      SettingsChange settings)
      implements TeamMessages {}

  /** Reply {@link Team} or {@link IntegrationTaken}; 404, 422 brand without logo. */
  record PatchTeam(
      UUID org,
      UUID team,
      Optional<String> name,
      Patch<String> integrationTeamId,
      Map<Environment, SettingsChange> settings)
      implements TeamMessages {}

  /** Reply {@code Done}; 404. */
  record EndTeam(UUID org, UUID team) implements TeamMessages {}

  /** Reply {@link NewKey}; 404. */
  record MakeApiKey(UUID org, Environment environment, UUID team, String label, ApiKeyPolicy terms)
      implements TeamMessages {}

  /** Reply {@link Revoked}. */
  record RevokeApiKeys(UUID org, Environment environment, List<UUID> keys)
      implements TeamMessages {}

  /** Reply {@link NewKey}. */
  record MakeManagementKey(UUID org, String label, ApiKeyPolicy terms) implements TeamMessages {}

  /** Reply {@link Key}; 404. */
  record RelabelManagementKey(UUID org, UUID key, Optional<String> label) implements TeamMessages {}

  /** Reply {@link Key}; 404, 400 the last one. */
  record RemoveManagementKey(UUID org, UUID key) implements TeamMessages {}

  /** Reply {@link AccessToken}; 404. */
  record MakeAccessToken(UUID org, UUID team, Environment environment) implements TeamMessages {}

  /** What a request says about one environment; what it does not name stays. */
  record SettingsChange(
      Optional<Boolean> linkMigration,
      Optional<Boolean> rejectDuplicateConnection,
      Optional<Boolean> sdkPerDeviceActivityTimeseries,
      Optional<Boolean> providerRawData,
      Optional<Boolean> aggregation,
      Map<LabFeature, Boolean> lab,
      Patch<TeamBranding.Change> brand,
      Patch<String> logoUrl) {}

  /** The team that holds the integration id already. */
  record IntegrationTaken(UUID team) implements BusMessage.Local {}

  /**
   * A key without its value.
   *
   * @param team empty for management keys
   * @param hint what may be shown of the value
   */
  record Key(
      UUID id,
      Optional<UUID> team,
      String label,
      String hint,
      Instant createdAt,
      ApiKeyPolicy terms)
      implements BusMessage.Local {}

  /** The only time a value is shown. */
  record NewKey(Key key, String value) implements BusMessage.Local {
    @Override
    public String toString() {
      return "NewKey[" + key + ", ***]";
    }
  }

  record Revoked(List<UUID> success, List<UUID> notFound) implements BusMessage.Local {}

  record AccessToken(String value, long expiresInSeconds) implements BusMessage.Local {
    @Override
    public String toString() {
      return "AccessToken[***]";
    }
  }
}
