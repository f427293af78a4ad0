package io.tributary.device;

import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.model.DeviceDescription;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** SQL access to the table {@code device}. */
final class DeviceRepo {
  // An update without a value keeps the known value.
  private static final String UPSERT =
      """
      insert into device as d
        (id, user_id, provider, source_type, app_id, device_manufacturer, device_model,
         device_version, device_id, natural_key)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      on conflict (user_id, provider, natural_key) do update
         set source_type = excluded.source_type,
             app_id = coalesce(excluded.app_id, d.app_id),
             device_manufacturer = coalesce(excluded.device_manufacturer, d.device_manufacturer),
             device_model = coalesce(excluded.device_model, d.device_model),
             device_version = coalesce(excluded.device_version, d.device_version),
             updated_at = now()
       where (excluded.source_type,
              coalesce(excluded.app_id, d.app_id),
              coalesce(excluded.device_manufacturer, d.device_manufacturer),
              coalesce(excluded.device_model, d.device_model),
              coalesce(excluded.device_version, d.device_version))
             is distinct from
             (d.source_type, d.app_id, d.device_manufacturer, d.device_model, d.device_version)
      returning (xmax = 0) as created,
      """
          + Device.COLUMNS;

  private static final String BY_KEY =
      "select d.id from device d where d.user_id = $1 and d.provider = $2 and d.natural_key = $3";
  private static final String OF_CONNECTIONS =
      "select "
          + Device.COLUMNS
          + """
          , d.natural_key
            from device d join unnest($1::uuid[], $2::text[]) as k(u, p)
              on d.user_id = k.u and d.provider = k.p
          """;

  /** Result of an upsert; {@code device} is empty if nothing changed. */
  record UpsertResult(UUID id, boolean created, Optional<Device> device) {}

  UpsertResult upsert(Tx tx, UUID userId, DeviceDescription f) {
    String key = naturalKey(f);
    return tx.first(
            UPSERT,
            Ids.uuid(),
            userId,
            f.provider(),
            f.type().wire(),
            f.appId(),
            f.manufacturer(),
            f.model(),
            f.version(),
            f.deviceId(),
            key)
        .map(
            r ->
                new UpsertResult(
                    r.getUUID("id"), r.getBoolean("created"), Optional.of(Device.read(r))))
        .orElseGet(
            () ->
                new UpsertResult(
                    tx.first(BY_KEY, userId, f.provider(), key).orElseThrow().getUUID("id"),
                    false,
                    Optional.empty()));
  }

  /** Known device with its natural key. */
  record KnownDevice(Device device, String key) {
    /** Returns whether an upsert of these facts would change nothing. */
    boolean includes(DeviceDescription f) {
      return device.sourceType().equals(f.type().wire())
          && isUnchanged(device.appId(), f.appId())
          && isUnchanged(device.deviceManufacturer(), f.manufacturer())
          && isUnchanged(device.deviceModel(), f.model())
          && isUnchanged(device.deviceVersion(), f.version());
    }

    private static boolean isUnchanged(String known, String told) {
      return told == null || told.equals(known);
    }
  }

  /** Returns the devices of the given users and providers. */
  List<KnownDevice> findByConnections(Tx tx, UUID[] users, String[] providers) {
    return RowMapping.list(
        tx.query(OF_CONNECTIONS, users, providers),
        r -> new KnownDevice(Device.read(r), r.getString("natural_key")));
  }

  /**
   * Returns the natural key: the provider's device ID, or without one manufacturer, model and
   * source type.
   */
  static String naturalKey(DeviceDescription f) {
    return f.deviceId() != null
        ? "id " + f.deviceId()
        : "model "
            + emptyIfNull(f.manufacturer())
            + "\u001f"
            + emptyIfNull(f.model())
            + "\u001f"
            + f.type().wire();
  }

  private static String emptyIfNull(String s) {
    return s == null ? "" : s;
  }
}
