package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.lab.account.BillingType;
import io.vertx.sqlclient.Row;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;

/**
 * A collection site of a laboratory.
 *
 * @param address first_line, second_line, city, state, zip_code
 * @param phones null where unknown: phone, fax, website
 * @param hours null node = unknown
 */
record Site(
    int lab,
    String code,
    String name,
    JsonNode address,
    double lat,
    double lng,
    ZoneId zone,
    String phone,
    String fax,
    String website,
    JsonNode hours,
    List<String> capabilities,
    boolean active) {
  static final String SCHEDULES = "appointment_scheduling_via_service";
  static final List<String> CAPABILITIES =
      List.of("stat", SCHEDULES, "appointment_scheduling_with_lab");

  static final String COLUMNS =
      """
      select lab_id, code, name, address::text as address, lat, lng, time_zone, phone_number,
             fax_number, website, hours::text as hours, capabilities, active
        from lab_site
      """;

  static Site read(Row r) {
    String hours = r.getString("hours");
    return new Site(
        r.getInteger("lab_id"),
        r.getString("code"),
        r.getString("name"),
        Json.parse(r.getString("address")),
        r.getDouble("lat"),
        r.getDouble("lng"),
        ZoneId.of(r.getString("time_zone")),
        r.getString("phone_number"),
        r.getString("fax_number"),
        r.getString("website"),
        hours == null ? null : Json.parse(hours),
        RowMapping.texts(r, "capabilities"),
        r.getBoolean("active"));
  }

  boolean isSchedulable() {
    return capabilities.contains(SCHEDULES);
  }

  /** The site with its distance, as listed by the API. */
  ObjectNode listingJson(double miles, Collection<BillingType> billing) {
    ObjectNode out = Json.object().put("distance", (int) Math.round(miles)).put("site_code", code);
    ObjectNode metadata = out.putObject("metadata");
    metadata.setAll((ObjectNode) address);
    metadata
        .put("name", name)
        .put("phone_number", phone)
        .put("fax_number", fax)
        .put("website", website)
        .set("hours", hours);
    billing.forEach(b -> out.withArray("supported_bill_types").add(b.wireName()));
    out.withArray("supported_bill_types");
    capabilities.forEach(out.putArray("capabilities")::add);
    out.set("location", location(lat, lng));
    return out;
  }

  /** The site as shown next to its free slots. */
  ObjectNode locationJson(Integer miles) {
    ObjectNode out = Json.object().put("code", code).put("name", name);
    out.set("address", address(address));
    out.set("location", location(lat, lng));
    return out.put("distance", miles).put("iana_timezone", zone.getId());
  }

  static ObjectNode location(double lat, double lng) {
    return Json.object().put("lng", lng).put("lat", lat);
  }

  /** Converts an address to the form used in appointments. */
  static ObjectNode address(JsonNode a) {
    ObjectNode out = Json.object();
    for (String field : List.of("first_line", "second_line", "city", "state", "zip_code")) {
      out.set(field, a.get(field));
    }
    out.putNull("unit");
    out.set("access_notes", a.get("access_notes"));
    return out;
  }
}
