package io.tributary.lab.appointment;

import io.tributary.lab.catalogue.CatalogueFile;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Parser for a tab-separated list of all zip codes. Each line holds zip code, latitude, longitude,
 * state and, where it differs from that of most of the state, the time zone.
 */
final class ZipCodeFile {
  static final String FILE = "zips.tsv";

  private static final int MAX_ERRORS = 20;

  private ZipCodeFile() {}

  /**
   * @throws IllegalStateException naming the first invalid lines
   */
  static List<SiteFile.Zip> parse(String text) {
    List<SiteFile.Zip> out = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      SiteFile.Zip zip = parseLine(line);
      if (zip == null || !seen.add(zip.zip())) {
        faults.add("line " + number);
      } else {
        out.add(zip);
      }
    }
    CatalogueFile.requireValid(
        FILE, faults.size() > MAX_ERRORS ? faults.subList(0, MAX_ERRORS) : faults);
    return out;
  }

  /** Returns null for an invalid line. */
  private static SiteFile.Zip parseLine(String line) {
    String[] parts = line.split("\t", -1);
    if (parts.length < 4 || parts.length > 5 || !parts[0].matches("[0-9]{5}")) {
      return null;
    }
    try {
      double lat = Double.parseDouble(parts[1]);
      double lng = Double.parseDouble(parts[2]);
      String zone = parts.length < 5 || parts[4].isBlank() ? null : ZoneId.of(parts[4]).getId();
      return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && parts[3].matches("[A-Z]{2}")
          ? new SiteFile.Zip(parts[0], lat, lng, parts[3], zone)
          : null;
    } catch (NumberFormatException | DateTimeException e) {
      return null;
    }
  }
}
