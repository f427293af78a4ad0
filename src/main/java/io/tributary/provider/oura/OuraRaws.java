package io.tributary.provider.oura;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.kernel.Json;
import io.tributary.kernel.Times;
import io.tributary.model.RawDocument;
import io.tributary.model.Resource;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The documents of a window as they are kept. Heart rates, which come one by one, are kept by UTC
 * day, because a window always reads whole ones.
 */
final class OuraRaws {
  private static final Set<Resource> OF_NIGHT =
      Set.of(
          Resource.SLEEP,
          Resource.SLEEP_CYCLE,
          Resource.HRV,
          Resource.RESPIRATORY_RATE,
          Resource.BODY_TEMPERATURE_DELTA,
          Resource.HEARTRATE,
          Resource.BLOOD_OXYGEN);

  private final OuraContext context;
  private final List<RawDocument> out = new ArrayList<>();

  private OuraRaws(OuraContext context) {
    this.context = context;
  }

  static List<RawDocument> of(OuraDocuments documents, OuraContext context) {
    OuraRaws raws = new OuraRaws(context);
    for (OuraCollection c : OuraCollection.values()) {
      if (c == OuraCollection.HEARTRATE) {
        raws.heartRates(documents.of(c));
      } else {
        documents.of(c).forEach(d -> raws.add(c, d));
      }
    }
    return raws.out;
  }

  private void heartRates(List<OuraDoc> readings) {
    Map<LocalDate, ArrayNode> days = new TreeMap<>();
    for (OuraDoc doc : readings) {
      Instant at = instant(doc, "timestamp");
      if (at != null) {
        days.computeIfAbsent(at.atOffset(ZoneOffset.UTC).toLocalDate(), d -> Json.array())
            .add(doc.node());
      }
    }
    days.forEach(
        (day, list) -> {
          Instant start = day.atStartOfDay(ZoneOffset.UTC).toInstant();
          out.add(
              new RawDocument(
                  OuraCollection.HEARTRATE.wire(),
                  day.toString(),
                  Set.of(),
                  Set.of(Resource.HEARTRATE),
                  Map.of(),
                  Optional.of(day),
                  Optional.of(start),
                  Optional.of(new RawDocument.Span(start, start.plusSeconds(86_399))),
                  list));
        });
  }

  private void add(OuraCollection kind, OuraDoc doc) {
    switch (kind) {
      case PERSONAL_INFO -> personal(doc);
      case RING_CONFIGURATION ->
          keep(kind, doc, id(doc), Set.of("devices"), Set.of(), Map.of(), null, null, null);
      case DAILY_ACTIVITY ->
          daily(
              kind, doc, Set.of("activity"), Set.of(Resource.ACTIVITY), instant(doc, "timestamp"));
      case SLEEP -> sleep(doc);
      case DAILY_SLEEP -> daily(kind, doc, Set.of(), Set.of(Resource.SLEEP), null);
      case DAILY_READINESS ->
          daily(kind, doc, Set.of(), Set.of(Resource.SLEEP, Resource.BODY_TEMPERATURE_DELTA), null);
      case DAILY_SPO2 -> daily(kind, doc, Set.of(), Set.of(Resource.BLOOD_OXYGEN), null);
      case WORKOUT -> workout(doc);
      case SESSION -> session(doc);
      case VO2_MAX -> {
        Instant at = instant(doc, "timestamp");
        keep(
            kind,
            doc,
            id(doc) == null && at != null ? Times.wire(at) : id(doc),
            Set.of(),
            Set.of(Resource.VO2_MAX),
            Map.of(),
            doc.day(),
            at,
            at == null ? null : new RawDocument.Span(at, at));
      }
      case HEARTRATE -> throw new IllegalArgumentException("kept by day");
    }
  }

  private void personal(OuraDoc doc) {
    ZoneId zone = context.fallbackZone().orElse(ZoneOffset.UTC);
    Instant at = context.accountAt();
    keep(
        OuraCollection.PERSONAL_INFO,
        doc,
        "personal_info",
        Set.of("profile", "body"),
        Set.of(Resource.PROFILE, Resource.BODY),
        Map.of(Resource.PROFILE, "profile", Resource.BODY, Times.wire(at)),
        at.atZone(zone).toLocalDate(),
        at,
        null);
  }

  /** One document per day: a new one of the same day takes its place, whatever its id. */
  private void daily(
      OuraCollection kind, OuraDoc doc, Set<String> shown, Set<Resource> resources, Instant at) {
    LocalDate day = doc.day();
    keep(
        kind,
        doc,
        day == null ? null : day.toString(),
        shown,
        resources,
        kind == OuraCollection.DAILY_ACTIVITY && day != null
            ? Map.of(Resource.ACTIVITY, day.toString())
            : Map.of(),
        day,
        at == null && day != null ? day.atStartOfDay(ZoneOffset.UTC).toInstant() : at,
        null);
  }

  private void sleep(OuraDoc doc) {
    Instant start = instant(doc, "bedtime_start");
    OuraStamp end = stamp(doc, "bedtime_end");
    String key = id(doc) == null && start != null ? Times.wire(start) : id(doc);
    keep(
        OuraCollection.SLEEP,
        doc,
        key,
        Set.of("sleep"),
        OF_NIGHT,
        key == null ? Map.of() : Map.of(Resource.SLEEP, key, Resource.SLEEP_CYCLE, key),
        doc.day() == null && end != null ? end.date() : doc.day(),
        end == null ? null : end.at(),
        start == null || end == null ? null : new RawDocument.Span(start, end.at()));
  }

  private void workout(OuraDoc doc) {
    OuraStamp start = stamp(doc, "start_datetime");
    Instant end = instant(doc, "end_datetime");
    keep(
        OuraCollection.WORKOUT,
        doc,
        id(doc),
        Set.of("workouts"),
        Set.of(Resource.WORKOUTS),
        id(doc) == null ? Map.of() : Map.of(Resource.WORKOUTS, id(doc)),
        doc.day() == null && start != null ? start.date() : doc.day(),
        start == null ? null : start.at(),
        start == null || end == null ? null : new RawDocument.Span(start.at(), end));
  }

  private void session(OuraDoc doc) {
    OuraStamp start = stamp(doc, "start_datetime");
    keep(
        OuraCollection.SESSION,
        doc,
        id(doc),
        Set.of(),
        Set.of(Resource.MINDFULNESS_MINUTES),
        Map.of(),
        doc.day() == null && start != null ? start.date() : doc.day(),
        start == null ? null : start.at(),
        start == null ? null : new RawDocument.Span(start.at(), start.at()));
  }

  /** What nothing identifies is not kept: it could not be replaced. */
  private void keep(
      OuraCollection kind,
      OuraDoc doc,
      String key,
      Set<String> shown,
      Set<Resource> resources,
      Map<Resource, String> records,
      LocalDate day,
      Instant at,
      RawDocument.Span span) {
    if (key != null && doc.node().isObject()) {
      out.add(
          new RawDocument(
              kind.wire(),
              key,
              shown,
              resources,
              records,
              Optional.ofNullable(day),
              Optional.ofNullable(at),
              Optional.ofNullable(span),
              doc.node()));
    }
  }

  private static String id(OuraDoc doc) {
    return doc.text("id");
  }

  private Instant instant(OuraDoc doc, String field) {
    OuraStamp stamp = stamp(doc, field);
    return stamp == null ? null : stamp.at();
  }

  private OuraStamp stamp(OuraDoc doc, String field) {
    try {
      return doc.text(field) == null
          ? null
          : OuraStamp.parse(field, doc.text(field), context.fallbackZone());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
