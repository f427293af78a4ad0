package io.tributary.provider.garmin;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Converts days and their 15-minute epochs. */
final class GarminDays {
  private static final Duration EPOCH_LENGTH = Duration.ofMinutes(15);
  private static final int MAX_STEPS = 1_000_000;
  private static final int DECIMALS = 6;

  private GarminDays() {}

  /** Converts days; of two versions of a day, the longer one counts. */
  static void addDays(
      List<LenientJson> documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<LocalDate, LenientJson> days = new LinkedHashMap<>();
    for (LenientJson doc : documents) {
      LocalDate day = GarminTime.day(doc, facts);
      if (day == null) {
        batch.reject("dailies", "calendarDate is missing");
      } else {
        days.merge(day, doc, (a, b) -> length(b) >= length(a) ? b : a);
      }
    }
    days.forEach(
        (day, doc) -> {
          try {
            OffsetInstant start = GarminTime.start(doc, facts);
            batch.add(day(day, start, doc), GarminNormalizer.WATCH);
            GarminMeasures.addSamples(
                Resource.HEARTRATE, doc, "timeOffsetHeartRateSamples", start, 1, 400, batch);
          } catch (IllegalArgumentException e) {
            batch.reject("dailies", e.getMessage());
          }
        });
  }

  private static int length(LenientJson doc) {
    Integer seconds = doc.seconds("durationInSeconds");
    return seconds == null ? 0 : seconds;
  }

  private static ActivitySummary day(LocalDate day, OffsetInstant start, LenientJson doc) {
    Double active = doc.nonNegative("activeKilocalories");
    Double basal = doc.nonNegative("bmrKilocalories");
    Double medium = minutes(doc, "moderateIntensityDurationInSeconds");
    Double high = minutes(doc, "vigorousIntensityDurationInSeconds");
    Double moving = minutes(doc, "activeTimeInSeconds");
    return ActivitySummary.on(day)
        .timezoneOffset(start.offsetSeconds())
        .steps(doc.integer("steps", 0, MAX_STEPS))
        .distance(doc.nonNegative("distanceInMeters"))
        .floorsClimbed(doc.integer("floorsClimbed", 0, 10_000))
        .caloriesActive(active)
        .caloriesTotal(active == null || basal == null ? null : (Double) (active + basal))
        .low(
            moving == null || medium == null || high == null
                ? null
                : (Double) Math.max(0, moving - medium - high))
        .medium(medium)
        .high(high)
        .heartRate(heartRate(doc))
        .build();
  }

  private static Double minutes(LenientJson doc, String field) {
    return Units.minutes(doc.number(field, 0, 90_000));
  }

  private static ActivitySummary.HeartRate heartRate(LenientJson doc) {
    Double average = doc.number("averageHeartRateInBeatsPerMinute", 1, 400);
    Double low = doc.number("minHeartRateInBeatsPerMinute", 1, 400);
    Double high = doc.number("maxHeartRateInBeatsPerMinute", 1, 400);
    Double resting = doc.number("restingHeartRateInBeatsPerMinute", 1, 400);
    return average == null && low == null && high == null && resting == null
        ? null
        : new ActivitySummary.HeartRate(average, low, high, resting, null);
  }

  /** Sums of one 15-minute epoch. */
  private static final class EpochSums {
    private final OffsetInstant start;
    private final Map<Resource, Double> sums = new TreeMap<>();

    EpochSums(OffsetInstant start) {
      this.start = start;
    }

    void add(Resource resource, Double value) {
      if (value != null) {
        sums.merge(resource, value, Double::sum);
      }
    }

    void samples(NormalizedBatch.Builder batch) {
      sums.forEach(
          (resource, sum) ->
              batch.add(
                  Sample.interval(
                      resource,
                      GarminNormalizer.WATCH,
                      start.at(),
                      start.at().plus(EPOCH_LENGTH),
                      start.offsetSeconds(),
                      Units.roundTo(sum, DECIMALS))));
    }
  }

  /**
   * Converts epochs; of two versions of a summary the later one counts, so that nothing is added
   * twice.
   */
  static void addEpochs(
      List<LenientJson> documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<Instant, EpochSums> quarters = new TreeMap<>();
    for (LenientJson doc : latestVersions(documents)) {
      try {
        OffsetInstant start = GarminTime.start(doc, facts);
        EpochSums quarter = quarters.computeIfAbsent(start.at(), at -> new EpochSums(start));
        quarter.add(Resource.STEPS, doc.number("steps", 0, MAX_STEPS));
        quarter.add(Resource.DISTANCE, doc.nonNegative("distanceInMeters"));
        quarter.add(Resource.CALORIES_ACTIVE, doc.nonNegative("activeKilocalories"));
      } catch (IllegalArgumentException e) {
        batch.reject("epochs", e.getMessage());
      }
    }
    quarters.values().forEach(q -> q.samples(batch));
  }

  private static List<LenientJson> latestVersions(List<LenientJson> documents) {
    Set<String> seen = new HashSet<>();
    List<LenientJson> out = new ArrayList<>();
    for (LenientJson doc : documents.reversed()) {
      String id = doc.id("summaryId");
      // The same summary may have another ID: per epoch, activity type and intensity, one counts.
      boolean typed = doc.text("activityType") != null;
      if ((id == null || seen.add("id " + id))
          && (!typed || seen.add(GarminSeenSummaries.partKey(doc)))) {
        out.add(doc);
      }
    }
    return out.reversed();
  }
}
