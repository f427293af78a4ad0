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
  static BookingLocation resolve(Tx tx, OrderRow order, BookingKey key) {
    return switch (key.type()) {
      case PATIENT_SERVICE_CENTER -> site(tx, order, key);
      case PHLEBOTOMY ->
          resolveHome(
              tx, key.provider(), SiteRepo.HomeVisitProvider.BOOKABLE_SERVICE, key.address());
    };
  }

  private static BookingLocation site(Tx tx, OrderRow order, BookingKey key) {
    SiteRepo.LabScheduling lab =
        SiteRepo.findLab(tx, order.lab())
            .orElseThrow(() -> ServiceException.badRequest("the lab is not active"));
    Confirmation confirmation =
        lab.confirmation()
            .orElseThrow(
                () -> ServiceException.badRequest("appointments at this lab cannot be scheduled"));
    if (!lab.slug().equals(key.provider())) {
      throw ServiceException.badRequest("the appointment is at a different lab than the order");
    }
    Site site = site(tx, lab.id(), key.code());
    return new BookingLocation(
        calendarOf(lab, site),
        Site.address(site.address()),
        site.lat(),
        site.lng(),
        site.zone(),
        confirmation);
  }

  /** Returns a site by its code; fails with 400 when it is unknown or closed. */
  static Site site(Tx tx, int lab, String code) {
    Site site =
        SiteRepo.findSite(tx, lab, code)
            .orElseThrow(
                () ->
                    ServiceException.badRequest("Location with site code " + code + " not found"));
    if (!site.active()) {
      throw ServiceException.badRequest("Location with site code " + code + " is no longer active");
    }
    return site;
  }

  static Calendar calendarOf(SiteRepo.LabScheduling lab, Site site) {
    return new Calendar(
        AppointmentType.PATIENT_SERVICE_CENTER, lab.slug(), site.code(), site.zone(), 0);
  }

  /**
   * Returns the location of a home visit; fails with 400 unless the provider offers this service in
   * the address's zip code.
   */
  static BookingLocation resolveHome(Tx tx, String provider, String service, JsonNode address) {
    String zip = address.path("zip_code").asText();
    Optional<ZipCentroid> place = SiteRepo.findZip(tx, zip);
    return SiteRepo.visitors(tx, zip).stream()
        .filter(v -> v.provider().equals(provider) && v.service().equals(service))
        .findFirst()
        .flatMap(v -> place.map(p -> resolveHome(v, p, address)))
        .orElseThrow(
            () ->
                ServiceException.badRequest(
                    provider + " does not serve the zip code " + zip + " like this"));
  }

  private static BookingLocation resolveHome(
      SiteRepo.HomeVisitProvider v, ZipCentroid p, JsonNode address) {
    return new BookingLocation(
        calendarOf(v, p), Json.tree(address), p.lat(), p.lng(), p.zone(), Confirmation.DIRECT);
  }

  static Calendar calendarOf(SiteRepo.HomeVisitProvider v, ZipCentroid p) {
    return new Calendar(AppointmentType.PHLEBOTOMY, v.provider(), p.zip(), p.zone(), v.price());
  }
}
