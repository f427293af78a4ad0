package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import io.tributary.lab.order.IdempotencyKey;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands sent to {@code appointment.command}; the reply to each is {@link Shown}. */
sealed interface AppointmentMessages extends BusMessage.Local {
  /**
   * Books a slot and moves the order.
   *
   * @param patience how long to wait for a provider that confirms asynchronously; empty = not
   *     allowed
   * @param call idempotency key of the request
   */
  record Book(
      Tenant tenant,
      UUID order,
      AppointmentType type,
      String key,
      Optional<String> notes,
      Optional<ConfirmationTimeout> patience,
      Optional<IdempotencyKey> call)
      implements AppointmentMessages {
    @Override
    public String toString() {
      return "Book[***]";
    }
  }

  /** Requests a home visit whose time is set later. */
  record Request(
      Tenant tenant,
      UUID order,
      String provider,
      JsonNode address,
      Optional<String> notes,
      Optional<IdempotencyKey> call)
      implements AppointmentMessages {
    @Override
    public String toString() {
      return "Request[***]";
    }
  }

  record Reschedule(
      Tenant tenant, UUID order, AppointmentType type, String key, Optional<String> notes)
      implements AppointmentMessages {
    @Override
    public String toString() {
      return "Reschedule[***]";
    }
  }

  record Cancel(
      Tenant tenant, UUID order, AppointmentType type, UUID reason, Optional<String> notes)
      implements AppointmentMessages {
    @Override
    public String toString() {
      return "Cancel[***]";
    }
  }

  record Read(Tenant tenant, UUID order, AppointmentType type) implements AppointmentMessages {}

  /** Asks for free slots of home visits. */
  record HomeAvailability(Tenant tenant, Optional<LocalDate> start, JsonNode address)
      implements AppointmentMessages {
    @Override
    public String toString() {
      return "HomeAvailability[***]";
    }
  }

  /**
   * Asks for free slots at sites.
   *
   * @param radius empty = none given
   * @param stale whether cached slots, some minutes old, are acceptable
   */
  record SiteAvailability(
      Tenant tenant,
      String lab,
      Optional<LocalDate> start,
      List<String> sites,
      Optional<String> zip,
      Optional<Integer> radius,
      boolean stale)
      implements AppointmentMessages {}

  /** Asks which providers serve a zip code. */
  record AreaInfo(Tenant tenant, String zip, int radius, List<String> labs, Optional<UUID> account)
      implements AppointmentMessages {}

  record SiteInfo(
      Tenant tenant,
      String zip,
      int lab,
      int radius,
      List<String> capabilities,
      Optional<UUID> account)
      implements AppointmentMessages {}

  /** Asks for sites near an order's patient; lab and zip code come from the order. */
  record OrderSiteInfo(Tenant tenant, UUID order, int radius, List<String> capabilities)
      implements AppointmentMessages {}

  record Shown(int status, JsonNode body) implements AppointmentMessages {
    @Override
    public String toString() {
      return "Shown[***]";
    }
  }
}
