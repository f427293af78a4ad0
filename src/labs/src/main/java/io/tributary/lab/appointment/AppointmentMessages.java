package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import io.tributary.lab.order.IdempotencyKey;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands of {@code appointment.command}; each is answered with {@link Shown}. */
sealed interface AppointmentMessages extends BusMessage.Local {
  /**
   * Room is taken, and the order moves: labs.md §11.3.
   *
   * @param patience for a provider who confirms later; empty = he may not
   * @param call by which the call is known again
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

  /** Somebody is asked to come; when is told later. */
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

  /** Free times for a visit. */
  record HomeAvailability(Tenant tenant, Optional<LocalDate> start, JsonNode address)
      implements AppointmentMessages {
    @Override
    public String toString() {
      return "HomeAvailability[***]";
    }
  }

  /**
   * Free times at sites.
   *
   * @param radius empty = said to be none
   * @param stale whether times may be some minutes old
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

  /** Who is near a zip code. */
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

  /** The same, with lab and zip code of an order. */
  record OrderSiteInfo(Tenant tenant, UUID order, int radius, List<String> capabilities)
      implements AppointmentMessages {}

  record Shown(int status, JsonNode body) implements AppointmentMessages {
    @Override
    public String toString() {
      return "Shown[***]";
    }
  }
}
