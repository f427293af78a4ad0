package io.tributary.device;

import io.vertx.sqlclient.Row;
import java.util.UUID;

/**
 * Device of a user, as returned in responses and events.
 *
 * @param deviceId the provider's device ID; null if unknown, like the other texts
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
