package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Computes the free slots of fourteen days. Call on a virtual thread. */
final class Availability {
  private static final int DAYS = 14;
  private static final int MAX_SITE_CODES = 3;
  private static final int MAX_SITES = 5;

  private final Db db;
  private final SchedulingProvider scheduling;
  private final Encryption secrets;
  private final Clock clock;
  private final Duration keyTtl;
  private final AvailabilityCache cache;

  /**
   * @param keyTtl how long a booking key is valid
   */
  Availability(
      Db db, SchedulingProvider scheduling, Encryption secrets, Clock clock, Duration keyFor) {
    this.db = db;
    this.scheduling = scheduling;
    this.secrets = secrets;
    this.clock = clock;
    this.keyTtl = keyFor;
    this.cache = new AvailabilityCache(scheduling);
  }

  JsonNode home(AppointmentMessages.HomeAvailability m) {
    Appointments.requireCalendar(m.tenant());
    return db.tx(
        tx -> {
          String zip = m.address().get("zip_code").asText();
          Optional<ZipCentroid> place = SiteRepo.findZip(tx, zip);
          ZoneId zone = place.map(ZipCentroid::zone).orElse(ZoneId.of("UTC"));
          LocalDate start = startDate(m.start(), zone);
          Optional<Calendar> visitor =
              place.flatMap(
                  p ->
                      SiteRepo.visitors(tx, zip).stream()
                          .filter(
                              v -> v.service().equals(SiteRepo.HomeVisitProvider.BOOKABLE_SERVICE))
                          .findFirst()
                          .map(v -> BookingLocationResolver.calendarOf(v, p)));
          Instant now = clock.instant();
          ObjectNode out = Json.object();
          ArrayNode slots = out.putArray("slots");
          for (LocalDate day : days(start)) {
            ObjectNode entry = slots.addObject().put("date", day.toString()).putNull("location");
            ArrayNode open = entry.putArray("slots");
            visitor.ifPresent(
                b ->
                    addSlots(
                        m.tenant(),
                        b,
                        scheduling.freeSlots(tx, m.tenant(), b, day, now),
                        now,
                        m.address(),
                        open));
          }
          return out.put("timezone", place.isEmpty() ? null : zone.getId());
        });
  }

  JsonNode sites(AppointmentMessages.SiteAvailability m) {
    Appointments.requireCalendar(m.tenant());
    return db.tx(
        tx -> {
          SiteRepo.LabScheduling lab = requireSchedulableLab(tx, m.lab());
          Appointments.requireSchedulingEnabled(tx, m.tenant(), lab.confirmation().orElseThrow());
          List<SiteRepo.NearbySite> sites = selectSites(tx, lab, m);
          Instant now = clock.instant();
          List<Calendar> all =
              sites.stream().map(n -> BookingLocationResolver.calendarOf(lab, n.site())).toList();
          AvailabilityCache.SlotSource times =
              m.stale() && AvailabilityCache.isAllowed(tx, m.tenant())
                  ? cache.slotSource(tx, m.tenant(), all, now)
                  : (b, day) -> scheduling.freeSlots(tx, m.tenant(), b, day, now);
          ObjectNode out = Json.object();
          ArrayNode slots = out.putArray("slots");
          for (SiteRepo.NearbySite n : sites) {
            Calendar b = BookingLocationResolver.calendarOf(lab, n.site());
            for (LocalDate day : days(startDate(m.start(), n.site().zone()))) {
              ObjectNode entry = slots.addObject().put("date", day.toString());
              entry.set("location", n.site().locationJson(miles(n)));
              ArrayNode open = entry.putArray("slots");
              addSlots(m.tenant(), b, times.slots(b, day), now, NullNode.instance, open);
            }
          }
          return out.put("timezone", sites.getFirst().site().zone().getId());
        });
  }

  private static Integer miles(SiteRepo.NearbySite n) {
    return n.miles() < 0 ? null : (int) Math.round(n.miles());
  }

  /** Fails with 422 unless the slug names a laboratory whose sites can be booked. */
  private static SiteRepo.LabScheduling requireSchedulableLab(Tx tx, String slug) {
    List<SiteRepo.LabScheduling> known =
        SiteRepo.labs(tx).stream().filter(l -> l.confirmation().isPresent()).toList();
    return known.stream()
        .filter(l -> l.slug().equals(slug))
        .findFirst()
        .orElseThrow(
            () ->
                ServiceException.validationFailed(
                    FieldError.query(
                        "lab",
                        "Input should be one of: "
                            + known.stream()
                                .map(SiteRepo.LabScheduling::slug)
                                .collect(Collectors.joining(", ")),
                        "enum")));
  }

  private static List<SiteRepo.NearbySite> selectSites(
      Tx tx, SiteRepo.LabScheduling lab, AppointmentMessages.SiteAvailability m) {
    if (m.sites().size() > MAX_SITE_CODES) {
      throw ServiceException.badRequest(
          "site_codes must be less than or equal to " + MAX_SITE_CODES);
    }
    if (m.sites().isEmpty() && m.zip().isEmpty()) {
      throw ServiceException.badRequest("site_codes or zip_code must be provided");
    }
    if (m.sites().isEmpty() && m.radius().isEmpty()) {
      throw ServiceException.badRequest("radius must be provided when using zip_code");
    }
    List<SiteRepo.NearbySite> found =
        m.sites().isEmpty()
            ? SiteRepo.findZip(tx, m.zip().orElseThrow())
                .map(p -> SiteRepo.sitesNear(tx, lab.id(), p, m.radius().orElseThrow()))
                .orElse(List.of())
            : sitesByCode(tx, lab, m);
    List<SiteRepo.NearbySite> good =
        found.stream().filter(n -> n.site().isSchedulable()).limit(MAX_SITES).toList();
    if (good.isEmpty()) {
      throw new ServiceException(
          ServiceException.Reason.NOT_FOUND,
          m.sites().isEmpty()
              ? "No slots found for zip code"
              : "None of the locations can be scheduled: " + String.join(", ", m.sites()));
    }
    return good;
  }

  private static List<SiteRepo.NearbySite> sitesByCode(
      Tx tx, SiteRepo.LabScheduling lab, AppointmentMessages.SiteAvailability m) {
    Optional<ZipCentroid> from = m.zip().flatMap(z -> SiteRepo.findZip(tx, z));
    List<SiteRepo.NearbySite> out = new ArrayList<>();
    for (String code : m.sites().stream().distinct().toList()) {
      Site s = BookingLocationResolver.site(tx, lab.id(), code);
      out.add(
          new SiteRepo.NearbySite(
              s, from.map(z -> Geo.miles(z.lat(), z.lng(), s.lat(), s.lng())).orElse(-1.0)));
    }
    return out;
  }

  private LocalDate startDate(Optional<LocalDate> asked, ZoneId zone) {
    LocalDate today = LocalDate.ofInstant(clock.instant(), zone);
    if (asked.filter(d -> d.isBefore(today)).isPresent()) {
      throw ServiceException.badRequest(
          "start_date must be greater or equal than the current date");
    }
    if (asked.filter(d -> d.isAfter(today.plusYears(1))).isPresent()) {
      throw ServiceException.badRequest("start_date must not be more than a year ahead");
    }
    return asked.orElse(today);
  }

  private static List<LocalDate> days(LocalDate start) {
    return start.datesUntil(start.plusDays(DAYS)).toList();
  }

  private void addSlots(
      Tenant tenant,
      Calendar where,
      List<SchedulingProvider.FreeSlot> times,
      Instant now,
      JsonNode address,
      ArrayNode out) {
    Instant expires = now.plus(keyTtl);
    for (SchedulingProvider.FreeSlot o : times) {
      BookingKey key =
          new BookingKey(where.type(), where.provider(), where.code(), o.slot(), expires, address);
      out.addObject()
          .put("booking_key", key.encrypt(secrets, tenant))
          .put("start", Times.format(o.slot().start()))
          .put("end", Times.format(o.slot().end()))
          .put("expires_at", Times.format(expires))
          .put("price", where.price())
          .put("is_priority", false)
          .put("num_appointments_available", o.remaining());
    }
  }
}
