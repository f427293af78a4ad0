package io.tributary.provider.ultrahuman;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** One day of the API, with its metrics by lower-case type. */
final class UltrahumanDay {
  static final String METRICS = "metric_data";

  private final UltrahumanTime time;
  private final Map<String, List<LenientJson>> objects = new HashMap<>();

  /**
   * @param dated response with the requested day
   * @throws IllegalArgumentException without that day
   */
  UltrahumanDay(LenientJson dated, AccountContext facts) {
    LocalDate day = dated.requiredDay(FetchContext.ASKED_DAY);
    List<LenientJson> all = new ArrayList<>();
    for (LenientJson metric : dated.child(FetchContext.ANSWER).list(METRICS)) {
      String type = metric.text("type");
      if (type != null) {
        LenientJson object = metric.child("object");
        all.add(object);
        objects.computeIfAbsent(type.toLowerCase(Locale.ROOT), t -> new ArrayList<>()).add(object);
      }
    }
    this.time = UltrahumanTime.of(day, all, facts);
  }

  UltrahumanTime time() {
    return time;
  }

  List<LenientJson> objectsOf(String type) {
    return objects.getOrDefault(type, List.of());
  }

  /** Returns the single value of this type, within bounds; null if there is none. */
  Double value(String type, double low, double high) {
    for (LenientJson object : objectsOf(type)) {
      Double value = object.number("value", low, high);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /** Returns the readings of this type within bounds; of one instant, the last counts. */
  NavigableMap<Instant, Double> readings(String type, double low, double high) {
    NavigableMap<Instant, Double> out = new TreeMap<>();
    for (LenientJson object : objectsOf(type)) {
      for (LenientJson reading : object.list("values")) {
        Instant at = reading.epoch("timestamp", ChronoUnit.SECONDS);
        Double value = reading.number("value", low, high);
        if (at != null && value != null) {
          out.put(at, value);
        }
      }
    }
    return out;
  }

  /** Returns the unit of the readings of this type, in lower case; null if absent. */
  String unit(String type) {
    for (LenientJson object : objectsOf(type)) {
      if (object.text("unit") != null) {
        return object.text("unit").strip().toLowerCase(Locale.ROOT);
      }
    }
    return null;
  }
}
