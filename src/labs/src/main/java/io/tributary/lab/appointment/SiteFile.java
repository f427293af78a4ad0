package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Zip codes, sites and service areas, as the operator writes them in {@code places.json}.
 * src/docs/labs.md documents each field.
 *
 * @param notice notice required by the license of the data
 */
record SiteFile(
    String notice,
    List<Zip> zips,
    List<SiteEntry> sites,
    List<Scheduling> scheduling,
    List<Area> phlebotomy) {
  private static final int MAX_ERRORS = 20;

  SiteFile {
    zips = orEmpty(zips);
    sites = orEmpty(sites);
    scheduling = orEmpty(scheduling);
    phlebotomy = orEmpty(phlebotomy);
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : List.copyOf(list);
  }

  /** Adds zip codes; entries of this file take precedence. */
  SiteFile withZips(List<Zip> more) {
    Set<String> own = new HashSet<>();
    zips.forEach(z -> own.add(z.zip()));
    List<Zip> all = new ArrayList<>(zips);
    more.stream().filter(z -> !own.contains(z.zip())).forEach(all::add);
    return new SiteFile(notice, all, sites, scheduling, phlebotomy);
  }

  record Zip(String zip, Double lat, Double lng, String state, String timeZone) {}

  record SiteEntry(
      String lab,
      String code,
      String name,
      String firstLine,
      String secondLine,
      String city,
      String state,
      String zipCode,
      Double lat,
      Double lng,
      String timeZone,
      String phoneNumber,
      String faxNumber,
      String website,
      JsonNode hours,
      List<String> capabilities,
      Boolean active) {
    SiteEntry {
      capabilities = orEmpty(capabilities);
      active = active == null || active;
    }
  }

  record Scheduling(String lab, String confirmation) {}

  record Area(String provider, String service, Integer price, List<String> zips) {
    Area {
      price = price == null ? 0 : price;
      zips = orEmpty(zips);
    }
  }

  /** Returns the first validation errors, each with its position; empty when the file is valid. */
  List<String> validationErrors() {
    List<String> out = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Zip z : zips) {
      if (z.zip() == null || !z.zip().matches("[0-9]{5}") || !seen.add(z.zip())) {
        out.add("zip " + z.zip() + ": must be five digits and unique");
      }
      if (z.state() == null || !isCoordinate(z.lat(), z.lng()) || !isTimeZone(z.timeZone(), true)) {
        out.add("zip " + z.zip() + ": needs state, lat, lng and a valid time_zone");
      }
    }
    for (SiteEntry s : sites) {
      validateSite(s, seen, out);
    }
    for (Scheduling s : scheduling) {
      if (s.lab() == null
          || !List.of("direct", "by_lab").contains(String.valueOf(s.confirmation()))) {
        out.add("scheduling of " + s.lab() + ": confirmation must be direct or by_lab");
      }
    }
    for (Area a : phlebotomy) {
      if (a.provider() == null
          || a.price() < 0
          || !List.of(
                  SiteRepo.HomeVisitProvider.BOOKABLE_SERVICE,
                  SiteRepo.HomeVisitProvider.REQUEST_SERVICE)
              .contains(String.valueOf(a.service()))) {
        out.add("phlebotomy of " + a.provider() + ": needs provider and a service");
      }
    }
    return out.size() > MAX_ERRORS ? out.subList(0, MAX_ERRORS) : out;
  }

  private static void validateSite(SiteEntry s, Set<String> seen, List<String> out) {
    String where = "site " + s.lab() + " " + s.code() + ": ";
    if (s.lab() == null || s.code() == null || !seen.add(s.lab() + "\n" + s.code())) {
      out.add(where + "needs lab and a unique code");
    }
    if (s.name() == null
        || s.firstLine() == null
        || s.city() == null
        || s.state() == null
        || s.zipCode() == null) {
      out.add(where + "needs name, first_line, city, state, zip_code");
    }
    if (!isCoordinate(s.lat(), s.lng()) || !isTimeZone(s.timeZone(), false)) {
      out.add(where + "needs lat, lng and time_zone");
    }
    if (!Site.CAPABILITIES.containsAll(s.capabilities())) {
      out.add(where + "capabilities must be among " + Site.CAPABILITIES);
    }
  }

  private static boolean isCoordinate(Double lat, Double lng) {
    return lat != null && lng != null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  }

  private static boolean isTimeZone(String id, boolean optional) {
    try {
      return id == null ? optional : ZoneId.of(id) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
