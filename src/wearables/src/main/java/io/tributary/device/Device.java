package io.tributary.device;

import io.vertx.sqlclient.Row;
import java.util.UUID;

/**
 * A device of a user, as it goes out in replies and events: wearables.md §4.1.
 *
 * @param deviceId the provider's id of it; like the other texts null when unknown
 */
public record Device(
    UUID id,
    UUID userId,
    String provider,
    String sourceType,
    String appId,
    String deviceManufacturer,
    String deviceModel,
    String deviceVersion,
    String deviceId) {

  static final String COLUMNS =
      "d.id, d.user_id, d.provider, d.source_type, d.app_id, d.device_manufacturer,"
          + " d.device_model, d.device_version, d.device_id";

  static Device read(Row r) {
    return new Device(
        r.getUUID("id"),
        r.getUUID("user_id"),
        r.getString("provider"),
        r.getString("source_type"),
        r.getString("app_id"),
        r.getString("device_manufacturer"),
        r.getString("device_model"),
        r.getString("device_version"),
        r.getString("device_id"));
  }
}
