package io.tributary.team;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Feature flags of a team in one environment. In a new team, aggregation and messages to patients
 * are on.
 *
 * @param linkMigration the bulk API
 * @param rejectDuplicateConnection one provider account may be linked to one user of the team only
 * @param sdkPerDeviceActivityTimeseries phone activity is kept per device
 * @param providerRawData the provider's own documents are kept
 * @param aggregation queries and continuous queries
 * @param lab enabled features of lab testing
 */
public record FeatureFlags(
    boolean linkMigration,
    boolean rejectDuplicateConnection,
    boolean sdkPerDeviceActivityTimeseries,
    boolean providerRawData,
    boolean aggregation,
    Set<LabFeature> lab) {
  public FeatureFlags {
    lab = Set.copyOf(lab);
  }

  static final String SELECT =
      """
      select link_migration, reject_duplicate_connection, sdk_per_device_activity_timeseries,
             provider_raw_data, aggregation, lab_feature_flags
        from team_environment where team_id = $1 and environment = $2
      """;

  /** Reads the flags within a transaction, for commands that depend on them. */
  public static FeatureFlags of(Tx tx, Tenant tenant) {
    return tx.first(SELECT, tenant.team(), tenant.environment().wire())
        .map(FeatureFlags::read)
        .orElseThrow(() -> ServiceException.notFound("team"));
  }

  static FeatureFlags read(Row r) {
    return new FeatureFlags(
        r.getBoolean("link_migration"),
        r.getBoolean("reject_duplicate_connection"),
        r.getBoolean("sdk_per_device_activity_timeseries"),
        r.getBoolean("provider_raw_data"),
        r.getBoolean("aggregation"),
        RowMapping.texts(r, "lab_feature_flags").stream()
            .flatMap(s -> LabFeature.of(s).stream())
            .collect(Collectors.toSet()));
  }
}
