package io.tributary.lab.appointment;

import io.tributary.lab.order.StateTimeZones;
import io.vertx.sqlclient.Row;
import java.time.ZoneId;

/** Center of a zip code area. */
record ZipCentroid(String zip, double lat, double lng, String state, ZoneId zone) {
  static ZipCentroid read(Row r) {
    String zone = r.getString("time_zone");
    String state = r.getString("state");
    return new ZipCentroid(
        r.getString("zip"),
        r.getDouble("lat"),
        r.getDouble("lng"),
        state,
        zone == null ? StateTimeZones.zoneOf(state).orElse(ZoneId.of("UTC")) : ZoneId.of(zone));
  }
}
