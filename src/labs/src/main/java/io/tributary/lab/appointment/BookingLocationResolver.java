package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Tx;
import io.tributary.lab.order.OrderRow;
import java.util.Optional;

/** Finds the location and the calendar for a booking. */
final class BookingLocationResolver {
  private BookingLocationResolver() {}

  /**
   * Returns the location of a booking key; fails with 400 when the order cannot be booked there.
   */
  static BookingLocation of(Tx tx, OrderRow order, BookingKey key) {
    return switch (key.type()) {
      case PATIENT_SERVICE_CENTER -> site(tx, order, key);
      case PHLEBOTOMY -> home(tx, key.provider(), SiteRepo.Visitor.READY, key.address());
    };
  }

  private static BookingLocation site(Tx tx, OrderRow order, BookingKey key) {
    SiteRepo.LabPlaces lab =
        SiteRepo.lab(tx, order.lab())
            .orElseThrow(() -> ServiceException.invalid("the lab is not active"));
    Confirmation confirmation =
        lab.confirmation()
            .orElseThrow(
                () -> ServiceException.invalid("appointments at this lab cannot be scheduled"));
    if (!lab.slug().equals(key.provider())) {
      throw ServiceException.invalid("the appointment is at another lab than the order's");
    }
    Site site = site(tx, lab.id(), key.code());
    return new BookingLocation(
        bookable(lab, site),
        Site.address(site.address()),
        site.lat(),
        site.lng(),
        site.zone(),
        confirmation);
  }

  /** Returns a site by its code; fails with 400 when it is unknown or closed. */
  static Site site(Tx tx, int lab, String code) {
    Site site =
        SiteRepo.site(tx, lab, code)
            .orElseThrow(
                () -> ServiceException.invalid("Location with site code " + code + " not found"));
    if (!site.active()) {
      throw ServiceException.invalid("Location with site code " + code + " is no longer active");
    }
    return site;
  }

  static Calendar bookable(SiteRepo.LabPlaces lab, Site site) {
    return new Calendar(
        AppointmentType.PATIENT_SERVICE_CENTER, lab.slug(), site.code(), site.zone(), 0);
  }

  /**
   * Returns the location of a home visit; fails with 400 unless the provider offers this service in
   * the address's zip code.
   */
  static BookingLocation home(Tx tx, String provider, String service, JsonNode address) {
    String zip = address.path("zip_code").asText();
    Optional<ZipCentroid> place = SiteRepo.zip(tx, zip);
    return SiteRepo.visitors(tx, zip).stream()
        .filter(v -> v.provider().equals(provider) && v.service().equals(service))
        .findFirst()
        .flatMap(v -> place.map(p -> home(v, p, address)))
        .orElseThrow(
            () ->
                ServiceException.invalid(
                    provider + " does not serve the zip code " + zip + " like this"));
  }

  private static BookingLocation home(SiteRepo.Visitor v, ZipCentroid p, JsonNode address) {
    return new BookingLocation(
        bookable(v, p), Json.tree(address), p.lat(), p.lng(), p.zone(), Confirmation.DIRECT);
  }

  static Calendar bookable(SiteRepo.Visitor v, ZipCentroid p) {
    return new Calendar(AppointmentType.PHLEBOTOMY, v.provider(), p.zip(), p.zone(), v.price());
  }
}
