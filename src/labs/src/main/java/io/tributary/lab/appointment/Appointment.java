package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.lab.state.AppointmentStep;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * An appointment as it is stored. Personal data: never log it.
 *
 * @param calendar calendar that holds its slot; empty for a request without a time
 */
record Appointment(
    UUID id,
    UUID order,
    Tenant tenant,
    UUID user,
    UUID transaction,
    AppointmentType type,
    String provider,
    String providerId,
    Optional<String> externalId,
    AppointmentStep step,
    Optional<Slot> slot,
    Optional<String> zone,
    JsonNode address,
    double lat,
    double lng,
    Optional<String> notes,
    Optional<String> calendar,
    Confirmation confirmation) {

  static final String COLUMNS =
      """
      select a.id, a.order_id, a.team_id, a.environment, a.user_id, a.transaction_id, a.type,
             a.provider, a.provider_id, a.external_id, a.status, a.starts_at, a.ends_at,
             a.time_zone, a.address::text as address, a.lat, a.lng, a.notes, a.calendar,
             a.confirmation
        from appointment a
      """;

  static Appointment read(Row r) {
    Instant start = RowMapping.instant(r, "starts_at");
    return new Appointment(
        r.getUUID("id"),
        r.getUUID("order_id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        r.getUUID("user_id"),
        r.getUUID("transaction_id"),
        AppointmentType.fromWireName(r.getString("type")),
        r.getString("provider"),
        r.getString("provider_id"),
        Optional.ofNullable(r.getString("external_id")),
        AppointmentStep.valueOf(r.getString("status").toUpperCase(Locale.ROOT)),
        start == null
            ? Optional.empty()
            : Optional.of(new Slot(start, RowMapping.instant(r, "ends_at"))),
        Optional.ofNullable(r.getString("time_zone")),
        Json.parse(r.getString("address")),
        r.getDouble("lat"),
        r.getDouble("lng"),
        Optional.ofNullable(r.getString("notes")),
        Optional.ofNullable(r.getString("calendar")),
        Confirmation.fromWireName(r.getString("confirmation")));
  }

  boolean isActive() {
    return !AppointmentStep.transitions().isFinal(step);
  }

  /**
   * Returns whether the customer may move the appointment: it is scheduled, holds a slot that has
   * not begun, and is not confirmed by the laboratory.
   */
  boolean isReschedulable(Instant now) {
    return step == AppointmentStep.SCHEDULED
        && confirmation != Confirmation.BY_LAB
        && calendar.isPresent()
        && slot.filter(s -> s.start().isAfter(now)).isPresent();
  }

  @Override
  public String toString() {
    return "Appointment[id=" + id + "]";
  }
}
