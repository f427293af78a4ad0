package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.state.AppointmentStep;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Statements on appointments. Writers hold the lock on the order's row. */
final class AppointmentRepo {
  private static final String LATEST =
      Appointment.COLUMNS
          + """
           where a.order_id = $1 and a.type = $2
           order by a.status in ('completed', 'cancelled'), a.created_at desc, a.id desc limit 1
          """;
  private static final String ACTIVE =
      Appointment.COLUMNS + " where a.order_id = $1 and a.status not in ('completed', 'cancelled')";
  private static final String ORDERS_WITH_APPOINTMENT =
      """
      select order_id from appointment
       where user_id = $1 and status not in ('completed', 'cancelled') order by order_id
      """;
  private static final String BY_ID = Appointment.COLUMNS + " where a.id = $1";
  private static final String HAS_VISIT =
      """
      select 1 from appointment where user_id = $1 and provider = $2 and type = 'phlebotomy'
         and status not in ('completed', 'cancelled')
      """;
  private static final String INSERT =
      """
      insert into appointment (id, order_id, team_id, environment, user_id, transaction_id, type,
             provider, provider_id, external_id, status, starts_at, ends_at, time_zone, address,
             lat, lng, notes, calendar, confirmation, confirm_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::text::jsonb,
              $16, $17, $18, $19, $20, $21)
      """;
  private static final String OF_ORDER =
      "update lab_order set appointment_id = $2, updated_at = now() where id = $1";
  private static final String SET_STEP =
      """
      update appointment set status = $2, updated_at = now(),
             confirm_at = case when $2 in ('scheduled', 'cancelled', 'completed') then null
                               else confirm_at end,
             confirmation_expires_at = case when $2 in ('scheduled', 'cancelled', 'completed') then null
                               else confirmation_expires_at end
       where id = $1
      """;
  private static final String SET_TIME =
      """
      update appointment
         set starts_at = $2, ends_at = $3, calendar = coalesce($4, calendar),
             notes = coalesce($5, notes), external_id = coalesce(external_id, $6),
             updated_at = now()
       where id = $1
      """;
  private static final String SET_LOCATION =
      "update appointment set address = $2::text::jsonb, lat = $3, lng = $4, time_zone = $5 where"
          + " id = $1";
  private static final String SET_ENDED =
      """
      update appointment
         set cancellation_reason = $2, cancellation_notes = $3, refundable = $4 where id = $1
      """;
  private static final String SET_CONFIRM_AT =
      "update appointment set confirm_at = $2 where id = $1";
  private static final String SET_GIVE_UP_AT =
      "update appointment set confirmation_expires_at = $2 where id = $1";
  private static final String EVENT =
      "insert into appointment_event (appointment_id, status, data) values ($1, $2,"
          + " $3::text::jsonb)";
  private static final String EVENTS =
      """
      select status, data::text as data, created_at from appointment_event
       where appointment_id = $1 order by id
      """;
  private static final String CLIENT_USER_ID = "select client_user_id from app_user where id = $1";

  private AppointmentRepo() {}

  /** Returns the upcoming appointment of an order, or its last one if none is upcoming. */
  static Optional<Appointment> latest(Tx tx, UUID order, AppointmentType type) {
    return tx.first(LATEST, order, type.wireName()).map(Appointment::read);
  }

  static Optional<Appointment> active(Tx tx, UUID order) {
    return tx.first(ACTIVE, order).map(Appointment::read);
  }

  /** Orders of a user that have an upcoming appointment. */
  static List<UUID> ordersWithAppointment(Tx tx, UUID user) {
    return RowMapping.list(tx.query(ORDERS_WITH_APPOINTMENT, user), r -> r.getUUID("order_id"));
  }

  static Appointment byId(Tx tx, UUID id) {
    return tx.first(BY_ID, id).map(Appointment::read).orElseThrow();
  }

  static boolean hasVisit(Tx tx, UUID user, String provider) {
    return tx.first(HAS_VISIT, user, provider).isPresent();
  }

  static void insert(Tx tx, Appointment a, Instant confirmAt) {
    tx.update(
        INSERT,
        a.id(),
        a.order(),
        a.tenant().team(),
        a.tenant().environment().wire(),
        a.user(),
        a.transaction(),
        a.type().wireName(),
        a.provider(),
        a.providerId(),
        a.externalId().orElse(null),
        a.step().wireName(),
        a.slot().map(s -> toOffsetDateTime(s.start())).orElse(null),
        a.slot().map(s -> toOffsetDateTime(s.end())).orElse(null),
        a.zone().orElse(null),
        Json.text(a.address()),
        a.lat(),
        a.lng(),
        a.notes().orElse(null),
        a.calendar().orElse(null),
        a.confirmation().wireName(),
        toOffsetDateTime(confirmAt));
    tx.update(OF_ORDER, a.order(), a.id());
  }

  static void setStep(Tx tx, UUID id, AppointmentStep to) {
    tx.update(SET_STEP, id, to.wireName());
  }

  static void insertEvent(Tx tx, UUID id, AppointmentStep step, ObjectNode data) {
    tx.update(EVENT, id, step.wireName(), data == null ? null : Json.text(data));
  }

  static void setTime(
      Tx tx, UUID id, Slot slot, String calendar, Optional<String> notes, String externalId) {
    tx.update(
        SET_TIME,
        id,
        toOffsetDateTime(slot.start()),
        toOffsetDateTime(slot.end()),
        calendar,
        notes.orElse(null),
        externalId);
  }

  static void setLocation(Tx tx, UUID id, BookingLocation spot) {
    tx.update(
        SET_LOCATION, id, Json.text(spot.address()), spot.lat(), spot.lng(), spot.zone().getId());
  }

  static void setEnded(Tx tx, UUID id, UUID reason, String notes, boolean refundable) {
    tx.update(SET_ENDED, id, reason, notes, refundable);
  }

  static void setConfirmAt(Tx tx, UUID id, Instant when) {
    tx.update(SET_CONFIRM_AT, id, toOffsetDateTime(when));
  }

  /** Sets the time at which an unconfirmed appointment is canceled. */
  static void setGiveUpAt(Tx tx, UUID id, Instant when) {
    tx.update(SET_GIVE_UP_AT, id, toOffsetDateTime(when));
  }

  static OffsetDateTime toOffsetDateTime(Instant i) {
    return i == null ? null : i.atOffset(ZoneOffset.UTC);
  }

  /** The customer's own ID of the user ({@code client_user_id}); null when there is none. */
  static String clientUserId(Tx tx, UUID user) {
    return tx.first(CLIENT_USER_ID, user).orElseThrow().getString("client_user_id");
  }

  /** The appointment in its API representation. */
  static ObjectNode toJson(Tx tx, Appointment a, Instant now) {
    ArrayNode events = Json.array();
    ObjectNode[] last = new ObjectNode[1];
    tx.query(EVENTS, a.id())
        .forEach(
            r -> {
              String data = r.getString("data");
              last[0] =
                  events
                      .addObject()
                      .put("created_at", Times.format(RowMapping.instant(r, "created_at")))
                      .put("status", r.getString("status"));
              last[0].set("data", data == null ? null : Json.parse(data));
            });
    ObjectNode out =
        Json.object()
            .put("id", a.id().toString())
            .put("user_id", a.user().toString())
            .put("order_id", a.order().toString())
            .put("order_transaction_id", a.transaction().toString());
    out.set("address", Site.address(a.address()));
    out.set("location", Site.location(a.lat(), a.lng()));
    out.put("start_at", a.slot().map(s -> Times.format(s.start())).orElse(null))
        .put("end_at", a.slot().map(s -> Times.format(s.end())).orElse(null))
        .put("iana_timezone", a.zone().orElse(null))
        .put("type", a.type().wireName())
        .put("provider", a.provider())
        .put("status", a.step().appointmentStatus())
        .put("provider_id", a.providerId())
        .put("external_id", a.externalId().orElse(null))
        .put("can_reschedule", a.isReschedulable(now))
        .put("appointment_notes", a.notes().orElse(null))
        .put("event_status", a.step().wireName());
    out.set("event_data", last[0].get("data"));
    out.set("events", events);
    return out;
  }
}
