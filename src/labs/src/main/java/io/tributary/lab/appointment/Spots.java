package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.Tx;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.tributary.lab.order.OrderRow;
import java.util.Optional;

/** Finds where an order can be booked. */
final class Spots {
  private Spots() {}

  /** 400 when the order cannot be booked there. */
  static Spot of(Tx tx, OrderRow order, BookingKey key) {
    return switch (key.type()) {
      case PATIENT_SERVICE_CENTER -> site(tx, order, key);
      case PHLEBOTOMY -> home(tx, key.provider(), Places.Visitor.READY, key.address());
    };
  }

  private static Spot site(Tx tx, OrderRow order, BookingKey key) {
    Places.LabPlaces lab =
        Places.lab(tx, order.lab()).orElseThrow(() -> Refusal.invalid("the lab is not active"));
    Confirmation confirmation =
        lab.confirmation()
            .orElseThrow(() -> Refusal.invalid("appointments at this lab cannot be scheduled"));
    if (!lab.slug().equals(key.provider())) {
      throw Refusal.invalid("the appointment is at another lab than the order's");
    }
    Site site = site(tx, lab.id(), key.code());
    return new Spot(
        bookable(lab, site),
        Site.address(site.address()),
        site.lat(),
        site.lng(),
        site.zone(),
        confirmation);
  }

  /** 400 when there is none, or none any more. */
  static Site site(Tx tx, int lab, String code) {
    Site site =
        Places.site(tx, lab, code)
            .orElseThrow(() -> Refusal.invalid("Location with site code " + code + " not found"));
    if (!site.active()) {
      throw Refusal.invalid("Location with site code " + code + " is no longer active");
    }
    return site;
  }

  static Bookable bookable(Places.LabPlaces lab, Site site) {
    return new Bookable(
        AppointmentType.PATIENT_SERVICE_CENTER, lab.slug(), site.code(), site.zone(), 0);
  }

  /** 400 unless the provider comes to this address in this way. */
  static Spot home(Tx tx, String provider, String service, JsonNode address) {
    String zip = address.path("zip_code").asText();
    Optional<ZipPlace> place = Places.zip(tx, zip);
    return Places.visitors(tx, zip).stream()
        .filter(v -> v.provider().equals(provider) && v.service().equals(service))
        .findFirst()
        .flatMap(v -> place.map(p -> home(v, p, address)))
        .orElseThrow(
            () -> Refusal.invalid(provider + " does not serve the zip code " + zip + " like this"));
  }

  private static Spot home(Places.Visitor v, ZipPlace p, JsonNode address) {
    return new Spot(
        bookable(v, p), Json.tree(address), p.lat(), p.lng(), p.zone(), Confirmation.DIRECT);
  }

  static Bookable bookable(Places.Visitor v, ZipPlace p) {
    return new Bookable(AppointmentType.PHLEBOTOMY, v.provider(), p.zip(), p.zone(), v.price());
  }
}
