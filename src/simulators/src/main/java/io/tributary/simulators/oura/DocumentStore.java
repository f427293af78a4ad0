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
 * Data of all people at a given time: generated data up to now, with the vendor's revisions and the
 * testers' overrides. Used on one event loop only.
 */
final class DocumentStore {

  /** Page of a collection; {@code more} means that further items follow. */
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

  /** Sets the source of the revision numbers of days. */
  void setRevisions(ToIntBiFunction<SimPerson, LocalDate> revisions) {
    this.revisions = revisions;
  }

  /**
   * Returns the IDs of the documents that the revision of a day changed, by collection. Overridden
   * documents do not change.
   */
  Map<OuraDataCollection, String> revised(SimPerson user, LocalDate day, Instant now) {
    int times = revisions.applyAsInt(user, day);
    var changed = new EnumMap<OuraDataCollection, String>(OuraDataCollection.class);
    for (OuraDataCollection collection :
        List.of(OuraDataCollection.DAILY_ACTIVITY, OuraDataCollection.SLEEP)) {
      for (OuraDocument document : generated(user, collection, day, now)) {
        RevisedDocument.of(user, collection, document, times)
            .filter(d -> !d.visibleFrom().isAfter(now))
            .filter(d -> !overrides(user.id()).isHidden(collection, d.id()))
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
   * Returns the documents of a dated collection with from <= day <= to, in order.
   *
   * @param after sort key of the last document already sent, or empty
   */
  Page<OuraDocument> documents(
      SimPerson user,
      OuraDataCollection collection,
      LocalDate from,
      LocalDate to,
      String after,
      int limit,
      Instant now) {
    var found = new ArrayList<OuraDocument>();
    LocalDate day = later(from, earliest(user, collection));
    if (!after.isEmpty()) {
      day = later(day, LocalDate.parse(after.substring(0, after.indexOf('|'))));
    }
    LocalDate last = earlier(to, latest(user, collection, now));
    for (; !day.isAfter(last) && found.size() <= limit; day = day.plusDays(1)) {
      for (OuraDocument document : onDay(user, collection, day, now)) {
        if (document.orderKey().compareTo(after) > 0) {
          found.add(document);
        }
      }
    }
    boolean more = found.size() > limit;
    return new Page<>(more ? found.subList(0, limit) : found, more);
  }

  /** Returns all documents of an undated collection. */
  List<OuraDocument> undated(SimPerson user, OuraDataCollection collection) {
    DocumentOverrides over = overrides(user.id());
    return Stream.concat(
            Stream.of(ProfileDocuments.ring(user)).filter(d -> !over.isHidden(collection, d.id())),
            over.all(collection).stream())
        .toList();
  }

  Optional<OuraDocument> find(
      SimPerson user, OuraDataCollection collection, String id, Instant now) {
    if (collection.kind == OuraDataCollection.Kind.UNDATED) {
      return undated(user, collection).stream().filter(d -> d.id().equals(id)).findFirst();
    }
    Optional<OuraDocument> put = overrides(user.id()).find(collection, id);
    return put.isPresent()
        ? put
        : DocumentIds.dayOf(id)
            .flatMap(
                day ->
                    onDay(user, collection, day, now).stream()
                        .filter(d -> d.id().equals(id))
                        .findFirst());
  }

  /** Returns heart rate points with from <= timestamp <= to, up to now. */
  Page<HeartPoint> points(SimPerson user, Instant from, Instant to, int limit, Instant now) {
    Instant end = to.isAfter(now) ? now : to;
    if (end.isBefore(from)) {
      return new Page<>(List.of(), false);
    }
    List<HeartPoint> points = track.points(user, from, end, limit + 1);
    NavigableMap<Long, HeartPoint> put =
        overrides(user.id())
            .points()
            .subMap(roundUp(from), true, Math.max(roundUp(from), end.getEpochSecond()), true);
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

  private List<OuraDocument> onDay(
      SimPerson user, OuraDataCollection collection, LocalDate day, Instant now) {
    DocumentOverrides over = overrides(user.id());
    int times = revisions.applyAsInt(user, day);
    return Stream.concat(
            generated(user, collection, day, now).stream()
                .map(d -> RevisedDocument.of(user, collection, d, times).orElse(d))
                .filter(d -> !d.visibleFrom().isAfter(now))
                .filter(d -> !over.isHidden(collection, d.id())),
            over.of(collection, day).stream())
        .sorted(Comparator.comparing(OuraDocument::orderKey))
        .toList();
  }

  private List<OuraDocument> generated(
      SimPerson user, OuraDataCollection collection, LocalDate day, Instant now) {
    if (day.isBefore(user.firstDay()) || day.isAfter(today(user, now))) {
      return List.of();
    }
    if (collection == OuraDataCollection.DAILY_ACTIVITY) {
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

  private static List<OuraDocument> render(
      SimPerson user, OuraDataCollection collection, LocalDate day) {
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

  private LocalDate earliest(SimPerson user, OuraDataCollection collection) {
    return overrides(user.id()).all(collection).stream()
        .map(OuraDocument::day)
        .reduce(user.firstDay(), DocumentStore::earlier);
  }

  private LocalDate latest(SimPerson user, OuraDataCollection collection, Instant now) {
    return overrides(user.id()).all(collection).stream()
        .map(OuraDocument::day)
        .reduce(today(user, now), DocumentStore::later);
  }

  private static LocalDate today(SimPerson user, Instant now) {
    return user.localDateAt(now);
  }

  private static long roundUp(Instant at) {
    return at.getEpochSecond() + (at.getNano() > 0 ? 1 : 0);
  }

  private static LocalDate later(LocalDate a, LocalDate b) {
    return a.isAfter(b) ? a : b;
  }

  private static LocalDate earlier(LocalDate a, LocalDate b) {
    return a.isBefore(b) ? a : b;
  }
}
