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
 * Commands on {@code team.command}. Each contains the organization of the management key. Objects
 * of another organization are reported as unknown.
 */
sealed interface TeamMessages extends BusMessage.Local {
  /**
   * Replies with {@link Team} or {@link IntegrationTaken}. Fails with 409 for an ID in use and 422
   * for branding without a logo.
   */
  record CreateTeam(
      UUID org,
      Optional<UUID> id,
      String name,
      Optional<String> integrationTeamId,
      SettingsChange settings)
      implements TeamMessages {}

  /**
   * Replies with {@link Team} or {@link IntegrationTaken}. Fails with 404, or 422 for branding
   * without a logo.
   */
  record PatchTeam(
      UUID org,
      UUID team,
      Optional<String> name,
      Patch<String> integrationTeamId,
      Map<Environment, SettingsChange> settings)
      implements TeamMessages {}

  /** Replies with {@code CompletedWorkout}. Fails with 404. */
  record DeleteTeam(UUID org, UUID team) implements TeamMessages {}

  /** Replies with {@link NewKey}. Fails with 404. */
  record MakeApiKey(UUID org, Environment environment, UUID team, String label, ApiKeyPolicy terms)
      implements TeamMessages {}

  /** Replies with {@link Revoked}. */
  record RevokeApiKeys(UUID org, Environment environment, List<UUID> keys)
      implements TeamMessages {}

  /** Replies with {@link NewKey}. */
  record MakeManagementKey(UUID org, String label, ApiKeyPolicy terms) implements TeamMessages {}

  /** Replies with {@link Key}. Fails with 404. */
  record RelabelManagementKey(UUID org, UUID key, Optional<String> label) implements TeamMessages {}

  /** Replies with {@link Key}. Fails with 404, or 400 for the last key. */
  record RemoveManagementKey(UUID org, UUID key) implements TeamMessages {}

  /** Replies with {@link AccessToken}. Fails with 404. */
  record MakeAccessToken(UUID org, UUID team, Environment environment) implements TeamMessages {}

  /** Changes to one environment. Absent settings keep their value. */
  record SettingsChange(
      Optional<Boolean> linkMigration,
      Optional<Boolean> rejectDuplicateConnection,
      Optional<Boolean> sdkPerDeviceActivityTimeseries,
      Optional<Boolean> providerRawData,
      Optional<Boolean> aggregation,
      Map<LabFeature, Boolean> lab,
      Patch<TeamBranding.Change> brand,
      Patch<String> logoUrl) {}

  /** Team that already uses the integration ID. */
  record IntegrationTaken(UUID team) implements BusMessage.Local {}

  /**
   * Key without its value.
   *
   * @param team empty for management keys
   * @param hint part of the value that may be shown
   */
  record Key(
      UUID id,
      Optional<UUID> team,
      String label,
      String hint,
      Instant createdAt,
      ApiKeyPolicy terms)
      implements BusMessage.Local {}

  /** New key. This is the only time that its value is shown. */
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
