package io.tributary.simulators.oura;

import io.tributary.simulators.kit.DaySchedule;
import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.HeartrateTrack;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.ToIntBiFunction;
import java.util.stream.Stream;

/**
 * All users' data as it stands at a moment: what the generators give, minus the future, as the
 * vendor thought of it last, plus what a tester put over it. Used on one event loop only.
 */
final class DocumentStore {

  /** Part of a collection; more tells that the window goes on behind the last one. */
  record Page<T>(List<T> items, boolean more) {}

  private static final long CACHE_BYTES = 64L << 20;

  private final HeartrateTrack track;
  private final DocumentCache cache = new DocumentCache(CACHE_BYTES);
  private final Map<String, DocumentOverrides> overrides = new HashMap<>();
  private ToIntBiFunction<SimPerson, LocalDate> revisions = (user, day) -> 0;

  DocumentStore(int heartrateSeconds) {
    this.track = new HeartrateTrack(heartrateSeconds);
  }

  DocumentOverrides overrides(String userId) {
    return overrides.computeIfAbsent(userId, id -> new DocumentOverrides());
  }

  /** From now on a day looks as after so many thoughts of the vendor. */
  void follow(ToIntBiFunction<SimPerson, LocalDate> revisions) {
    this.revisions = revisions;
  }

  /**
   * The ids of the documents that differ by what the vendor thought of the day; what a tester put
   * there stays as it is.
   */
  Map<Collection, String> revised(SimPerson user, LocalDate day, Instant now) {
    int times = revisions.applyAsInt(user, day);
    var changed = new EnumMap<Collection, String>(Collection.class);
    for (Collection collection : List.of(Collection.DAILY_ACTIVITY, Collection.SLEEP)) {
      for (Document document : generated(user, collection, day, now)) {
        RevisedDocument.of(user, collection, document, times)
            .filter(d -> !d.visibleFrom().isAfter(now))
            .filter(d -> !overrides(user.id()).hides(collection, d.id()))
            .ifPresent(d -> changed.put(collection, d.id()));
      }
    }
    return changed;
  }

  void save(JsonObject state) {
    SavedOverrides.save(overrides, state);
  }

  void restore(JsonObject state) {
    SavedOverrides.restore(state, this::overrides);
  }

  /**
   * Documents of a dated collection with from <= day <= to, in order.
   *
   * @param after order key of the last document already sent, or empty text
   */
  Page<Document> documents(
      SimPerson user,
      Collection collection,
      LocalDate from,
      LocalDate to,
      String after,
      int limit,
      Instant now) {
    var found = new ArrayList<Document>();
    LocalDate day = later(from, earliest(user, collection));
    if (!after.isEmpty()) {
      day = later(day, LocalDate.parse(after.substring(0, after.indexOf('|'))));
    }
    LocalDate last = earlier(to, latest(user, collection, now));
    for (; !day.isAfter(last) && found.size() <= limit; day = day.plusDays(1)) {
      for (Document document : onDay(user, collection, day, now)) {
        if (document.orderKey().compareTo(after) > 0) {
          found.add(document);
        }
      }
    }
    boolean more = found.size() > limit;
    return new Page<>(more ? found.subList(0, limit) : found, more);
  }

  /** All documents of an undated collection. */
  List<Document> undated(SimPerson user, Collection collection) {
    DocumentOverrides over = overrides(user.id());
    return Stream.concat(
            Stream.of(ProfileDocuments.ring(user)).filter(d -> !over.hides(collection, d.id())),
            over.all(collection).stream())
        .toList();
  }

  Optional<Document> find(SimPerson user, Collection collection, String id, Instant now) {
    if (collection.kind == Collection.Kind.UNDATED) {
      return undated(user, collection).stream().filter(d -> d.id().equals(id)).findFirst();
    }
    Optional<Document> put = overrides(user.id()).find(collection, id);
    return put.isPresent()
        ? put
        : DocumentIds.dayOf(id)
            .flatMap(
                day ->
                    onDay(user, collection, day, now).stream()
                        .filter(d -> d.id().equals(id))
                        .findFirst());
  }

  /** Heartrate points with from <= timestamp <= to, nothing later than now. */
  Page<HeartPoint> points(SimPerson user, Instant from, Instant to, int limit, Instant now) {
    Instant end = to.isAfter(now) ? now : to;
    if (end.isBefore(from)) {
      return new Page<>(List.of(), false);
    }
    List<HeartPoint> points = track.points(user, from, end, limit + 1);
    NavigableMap<Long, HeartPoint> put =
        overrides(user.id())
            .points()
            .subMap(ceiling(from), true, Math.max(ceiling(from), end.getEpochSecond()), true);
    if (!put.isEmpty()) {
      points =
          Stream.concat(
                  points.stream().filter(p -> !put.containsKey(p.epochSecond())),
                  put.values().stream().filter(p -> p.epochSecond() <= end.getEpochSecond()))
              .sorted(Comparator.comparingLong(HeartPoint::epochSecond))
              .limit(limit + 1L)
              .toList();
    }
    boolean more = points.size() > limit;
    return new Page<>(more ? points.subList(0, limit) : points, more);
  }

  private List<Document> onDay(SimPerson user, Collection collection, LocalDate day, Instant now) {
    DocumentOverrides over = overrides(user.id());
    int times = revisions.applyAsInt(user, day);
    return Stream.concat(
            generated(user, collection, day, now).stream()
                .map(d -> RevisedDocument.of(user, collection, d, times).orElse(d))
                .filter(d -> !d.visibleFrom().isAfter(now))
                .filter(d -> !over.hides(collection, d.id())),
            over.of(collection, day).stream())
        .sorted(Comparator.comparing(Document::orderKey))
        .toList();
  }

  private List<Document> generated(
      SimPerson user, Collection collection, LocalDate day, Instant now) {
    if (day.isBefore(user.firstDay()) || day.isAfter(today(user, now))) {
      return List.of();
    }
    if (collection == Collection.DAILY_ACTIVITY) {
      if (now.isBefore(ActivityDocument.endOf(user, day))) {
        return ActivityDocument.of(user, day, now).stream().toList();
      }
      return cache.get(
          user,
          collection,
          day,
          () -> ActivityDocument.of(user, day, Instant.MAX).stream().toList());
    }
    return cache.get(user, collection, day, () -> render(user, collection, day));
  }

  private static List<Document> render(SimPerson user, Collection collection, LocalDate day) {
    DaySchedule schedule = DaySchedule.of(user, day);
    return switch (collection) {
      case SLEEP -> SleepDocuments.of(user, schedule);
      case DAILY_SLEEP -> DailyScores.sleep(user, schedule);
      case DAILY_READINESS -> DailyScores.readiness(user, schedule);
      case DAILY_SPO2 -> DailyScores.spo2(user, schedule);
      case VO2_MAX -> DailyScores.vo2Max(user, schedule);
      case WORKOUT -> EventDocuments.workouts(user, schedule);
      case SESSION -> EventDocuments.sessions(user, schedule);
      case DAILY_ACTIVITY, HEARTRATE, PERSONAL_INFO, RING_CONFIGURATION -> List.of();
    };
  }

  private LocalDate earliest(SimPerson user, Collection collection) {
    return overrides(user.id()).all(collection).stream()
        .map(Document::day)
        .reduce(user.firstDay(), DocumentStore::earlier);
  }

  private LocalDate latest(SimPerson user, Collection collection, Instant now) {
    return overrides(user.id()).all(collection).stream()
        .map(Document::day)
        .reduce(today(user, now), DocumentStore::later);
  }

  private static LocalDate today(SimPerson user, Instant now) {
    return user.dayAt(now);
  }

  private static long ceiling(Instant at) {
    return at.getEpochSecond() + (at.getNano() > 0 ? 1 : 0);
  }

  private static LocalDate later(LocalDate a, LocalDate b) {
    return a.isAfter(b) ? a : b;
  }

  private static LocalDate earlier(LocalDate a, LocalDate b) {
    return a.isBefore(b) ? a : b;
  }
}
