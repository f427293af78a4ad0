package io.tributary.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedStream;
import io.tributary.model.SourcedSummary;
import io.tributary.model.Sports;
import io.tributary.model.Summary;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A test case with up to three versions of each record and the pushes that deliver them. Only the
 * last version of a record is guaranteed to arrive last. The expected result is computed in memory.
 */
final class PushScenario {
  private static final LocalDate DAY = LocalDate.parse("2026-03-01");
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final List<Source> SOURCES =
      List.of(
          Source.of("fitbit", SourceType.WATCH),
          Source.of("fitbit", SourceType.PHONE),
          Source.of("manual", SourceType.APP));
  private static final List<Resource> SAMPLED =
      List.of(
          Resource.HEARTRATE,
          Resource.STEPS,
          Resource.CHOLESTEROL,
          Resource.NOTE,
          Resource.BLOOD_PRESSURE,
          Resource.WORKOUT_DISTANCE);

  final TestUser person;
  final List<NormalizedBatch> pushes = new ArrayList<>();
  private final Random random;
  private final Map<String, JsonNode> state = new HashMap<>();
  private final Map<String, String> expectedKinds = new HashMap<>();

  /** One version of a record. */
  private interface RecordVersion {
    void into(NormalizedBatch.Builder batch);

    String key();

    JsonNode json();
  }

  PushScenario(TestUser person, Random random) {
    this.person = person;
    this.random = random;
    List<Deque<RecordVersion>> deliveries = new ArrayList<>();
    Map<String, Boolean> seen = new HashMap<>();
    for (int n = 3 + random.nextInt(10); n > 0; n--) {
      List<RecordVersion> versions = record();
      if (seen.putIfAbsent(versions.getFirst().key(), true) == null) {
        deliveries.add(delivered(versions));
      }
    }
    split(merged(deliveries));
  }

  /** Returns older versions in any order and number, then the last one, possibly repeated. */
  private Deque<RecordVersion> delivered(List<RecordVersion> versions) {
    Deque<RecordVersion> out = new ArrayDeque<>();
    for (int n = random.nextInt(versions.size() + 1); n > 0; n--) {
      out.add(versions.get(random.nextInt(versions.size())));
    }
    for (int n = 1 + random.nextInt(2); n > 0; n--) {
      out.add(versions.getLast());
    }
    return out;
  }

  private List<RecordVersion> merged(List<Deque<RecordVersion>> deliveries) {
    List<RecordVersion> out = new ArrayList<>();
    List<Deque<RecordVersion>> left = new ArrayList<>(deliveries);
    while (!left.isEmpty()) {
      Deque<RecordVersion> one = left.get(random.nextInt(left.size()));
      out.add(one.poll());
      if (one.isEmpty()) {
        left.remove(one);
      }
    }
    return out;
  }

  private void split(List<RecordVersion> deliveries) {
    for (int at = 0; at < deliveries.size(); ) {
      int n = Math.min(1 + random.nextInt(6), deliveries.size() - at);
      List<RecordVersion> part = deliveries.subList(at, at + n);
      NormalizedBatch.Builder batch = NormalizedBatch.builder();
      part.forEach(v -> v.into(batch));
      for (int times = random.nextInt(8) == 0 ? 2 : 1; times > 0; times--) {
        pushes.add(batch.build());
      }
      expect(part);
      at += n;
    }
  }

  /** Computes the changes of a push; a repeated push changes nothing. */
  private void expect(List<RecordVersion> push) {
    Map<String, JsonNode> after = new HashMap<>();
    push.forEach(v -> after.put(v.key(), v.json()));
    after.forEach(
        (key, json) -> {
          JsonNode before = state.put(key, json);
          if (!json.equals(before)) {
            expectedKinds.merge(key, before == null ? "c" : "u", String::concat);
          }
        });
  }

  /** Returns the expected stored records; the database sets the timestamps of summaries. */
  Map<String, JsonNode> expected() {
    Map<String, JsonNode> out = new HashMap<>(state);
    Map<String, JsonNode> times = new HashMap<>();
    ComparableRecord.summaries(person.db(), person.id, times);
    times.keySet().removeIf(k -> !k.startsWith("updated|"));
    out.putAll(times);
    return out;
  }

  /** Returns the expected events of each record. */
  Map<String, String> expectedEvents() {
    return expectedKinds;
  }

  /** Returns the sample resources of this case. */
  Set<Resource> sampleResources() {
    Set<Resource> out = new TreeSet<>();
    state.keySet().stream()
        .map(k -> Resource.of(k.substring(0, k.indexOf('|'))))
        .forEach(r -> r.ifPresent(out::add));
    return out;
  }

  private List<RecordVersion> record() {
    Source source = SOURCES.get(random.nextInt(SOURCES.size()));
    int which = random.nextInt(10);
    int place = random.nextInt(4);
    List<RecordVersion> out = new ArrayList<>();
    for (int v = 0; v < 1 + random.nextInt(3); v++) {
      int version = v;
      out.add(
          switch (which) {
            case 0 ->
                summary(
                    ActivitySummary.on(DAY.plusDays(place)).steps(100 + version).build(), source);
            case 1 -> summary(workout(place, version), source);
            case 2 ->
                summary(
                    SleepCycleSummary.of("night-" + place, NOON, NOON.plusSeconds(900))
                        .stage(SleepStage.of(1 + version), 0, 900)
                        .build(),
                    source);
            case 3 -> stream(workout(place, 0), source, version);
            default -> sample(SAMPLED.get(which - 4), source, place, version);
          });
    }
    return out;
  }

  private static WorkoutSummary workout(int place, int version) {
    return WorkoutSummary.of("w" + place, DAY, NOON, NOON.plusSeconds(60))
        .sport(Sports.of("running"))
        .calories(version == 0 ? null : Double.valueOf(version))
        .build();
  }

  private RecordVersion summary(Summary summary, Source source) {
    SourcedSummary s = new SourcedSummary(summary, source);
    return new RecordVersion() {
      @Override
      public void into(NormalizedBatch.Builder batch) {
        batch.add(summary, source);
      }

      @Override
      public String key() {
        return "summary|" + s.id(person.id);
      }

      @Override
      public JsonNode json() {
        return Json.parse(s.content(person.id));
      }
    };
  }

  private RecordVersion stream(WorkoutSummary workout, Source source, int version) {
    WorkoutStream.Builder b = WorkoutStream.builder();
    for (int i = 0; i < 5 + version; i++) {
      b.at(NOON.getEpochSecond() + i).set(WorkoutStream.Channel.POWER, 100 + version);
    }
    WorkoutStream stream = b.build();
    SourcedStream s = SourcedStream.of(workout, source, stream);
    return new RecordVersion() {
      @Override
      public void into(NormalizedBatch.Builder batch) {
        batch.add(s);
      }

      @Override
      public String key() {
        return "stream|" + s.workoutId(person.id);
      }

      @Override
      public JsonNode json() {
        return ComparableRecord.json(stream);
      }
    };
  }

  private static Sample with(
      Resource resource, Source source, Instant at, double value, SampleExtras extras) {
    return new Sample(resource, source, at, null, 0, value, extras);
  }

  private RecordVersion sample(Resource resource, Source source, int place, int version) {
    Instant at = NOON.plusSeconds(place * 60L);
    Sample s =
        switch (resource) {
          case STEPS ->
              Sample.interval(
                  resource, source, at, at.plusSeconds(10 + version), 3600, 10 + version);
          case CHOLESTEROL ->
              with(
                  resource,
                  source,
                  NOON,
                  3 + version,
                  SampleExtras.type(
                      "cholesterol/" + List.of("ldl", "hdl", "total", "triglycerides").get(place)));
          case NOTE ->
              with(
                  resource,
                  source,
                  NOON,
                  0,
                  SampleExtras.note(
                      "note " + place, version == 0 ? List.of() : List.of("t" + version)));
          case BLOOD_PRESSURE ->
              with(resource, source, at, 120, SampleExtras.diastolic(80 + version));
          case WORKOUT_DISTANCE ->
              Sample.interval(
                  resource,
                  source.withWorkout(
                      new java.util.UUID(1, 2), version == 0 ? "running" : "walking"),
                  at,
                  at.plusSeconds(60),
                  version == 2 ? 7200 : 3600,
                  500);
          default -> Sample.point(resource, source, at, version == 2 ? null : 3600, 60 + version);
        };
    return new RecordVersion() {
      @Override
      public void into(NormalizedBatch.Builder batch) {
        batch.add(s);
      }

      @Override
      public String key() {
        return ComparableRecord.key(s);
      }

      @Override
      public JsonNode json() {
        return ComparableRecord.json(s);
      }
    };
  }
}
