package io.tributary.provider.ultrahuman;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Reading;
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

/** One day as it was answered: what was measured, by its kind in small letters. */
final class UltrahumanDay {
  static final String METRICS = "metric_data";

  private final UltrahumanTime time;
  private final Map<String, List<Doc>> objects = new HashMap<>();

  /**
   * @param dated with the day that it was asked for
   * @throws IllegalArgumentException without that day
   */
  UltrahumanDay(Doc dated, AccountFacts facts) {
    LocalDate day = dated.requiredDay(Reading.ASKED_DAY);
    List<Doc> all = new ArrayList<>();
    for (Doc metric : dated.child(Reading.ANSWER).list(METRICS)) {
      String type = metric.text("type");
      if (type != null) {
        Doc object = metric.child("object");
        all.add(object);
        objects.computeIfAbsent(type.toLowerCase(Locale.ROOT), t -> new ArrayList<>()).add(object);
      }
    }
    this.time = UltrahumanTime.of(day, all, facts);
  }

  UltrahumanTime time() {
    return time;
  }

  List<Doc> all(String type) {
    return objects.getOrDefault(type, List.of());
  }

  /** The single figure of such a kind, in range; null when there is none. */
  Double value(String type, double low, double high) {
    for (Doc object : all(type)) {
      Double value = object.number("value", low, high);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /** Readings of such a kind that are in range; of one moment the last counts. */
  NavigableMap<Instant, Double> readings(String type, double low, double high) {
    NavigableMap<Instant, Double> out = new TreeMap<>();
    for (Doc object : all(type)) {
      for (Doc reading : object.list("values")) {
        Instant at = reading.epoch("timestamp", ChronoUnit.SECONDS);
        Double value = reading.number("value", low, high);
        if (at != null && value != null) {
          out.put(at, value);
        }
      }
    }
    return out;
  }

  /** The unit that readings of such a kind are told in, in small letters; null where it is not. */
  String unit(String type) {
    for (Doc object : all(type)) {
      if (object.text("unit") != null) {
        return object.text("unit").strip().toLowerCase(Locale.ROOT);
      }
    }
    return null;
  }
}
