package io.tributary.provider.eightsleep;

import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepSummary;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;

/**
 * Converts Eight Sleep documents to normalized records. Stateless and thread-safe. It never throws;
 * a document that cannot be used is one entry in {@link NormalizedBatch#refused()}. Bed and room
 * temperatures are omitted, because they are not body temperatures.
 */
final class EightSleepNormalizer {
  static final String SLUG = "eight_sleep";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 1;

  static final Source MATTRESS = Source.of(SLUG, SourceType.AUTOMATIC);

  private static final int DECIMALS = 2;
  private static final double MAX_HEART_RATE = 400;
  private static final double MAX_HRV = 1000;
  private static final double MAX_RESPIRATORY_RATE = 100;

  private EightSleepNormalizer() {}

  static NormalizedBatch normalise(
      EightSleepFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    switch (feed) {
      case NIGHTS -> addNights(documents, facts, batch);
      case USER -> documents.of(EightSleepDocumentKind.USER).forEach(u -> addUser(u, batch));
    }
    return batch.build();
  }

  private static void addNights(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    List<EightSleepInterval> all = new ArrayList<>();
    for (LenientJson doc : documents.of(EightSleepDocumentKind.INTERVAL)) {
      try {
        all.add(EightSleepInterval.of(doc, facts));
      } catch (IllegalArgumentException e) {
        batch.reject(EightSleepDocumentKind.INTERVAL.wire(), e.getMessage());
      }
    }
    List<EightSleepTrend> trends =
        documents.of(EightSleepDocumentKind.TREND).stream().map(EightSleepTrend::of).toList();
    for (EightSleepInterval interval : all) {
      try {
        addNight(interval, trend(interval, trends), all, batch);
      } catch (IllegalArgumentException e) {
        batch.reject(EightSleepDocumentKind.INTERVAL.wire(), e.getMessage());
      }
    }
  }

  private static EightSleepTrend trend(EightSleepInterval interval, List<EightSleepTrend> trends) {
    return trends.stream()
        .filter(t -> t.contains(interval))
        .findFirst()
        .orElse(EightSleepTrend.NONE);
  }

  private static void addNight(
      EightSleepInterval interval,
      EightSleepTrend trend,
      List<EightSleepInterval> all,
      NormalizedBatch.Builder batch) {
    boolean incomplete = Boolean.TRUE.equals(interval.doc().flag("incomplete"));
    if (interval.stages().isEmpty()) {
      if (!incomplete && !trend.unfinished()) {
        batch.reject(EightSleepDocumentKind.INTERVAL.wire(), "stages are missing");
      }
      return;
    }
    NavigableMap<Instant, Double> heart = interval.series("heartRate", 1, MAX_HEART_RATE);
    NavigableMap<Instant, Double> hrv = interval.series("hrv", 0.1, MAX_HRV);
    NavigableMap<Instant, Double> breath =
        interval.series("respiratoryRate", 0.1, MAX_RESPIRATORY_RATE);
    SleepCycleSummary cycle = interval.cycle();
    LocalDate day = interval.zone().day(interval.stop());
    // The API reports one value per day: that of its longest sleep.
    Double told = isLongest(interval, trend, all) ? trend.hrv() : null;
    batch.add(
        SleepRules.fill(
                SleepSummary.of(
                    day,
                    interval.start(),
                    interval.stop(),
                    SleepRules.type(null, interval.asleepSeconds(), false)),
                cycle)
            .recordId(interval.id())
            .timezoneOffset(interval.offset(interval.start()))
            .latency(interval.latency().orElse(null))
            .score(interval.doc().integer("score", 1, 100))
            .hrAverage(Units.round(mean(heart)))
            .hrLowest(
                Units.round(heart.values().stream().min(Comparator.naturalOrder()).orElse(null)))
            .averageHrv(told == null ? Units.roundTo(mean(hrv), DECIMALS) : told)
            .respiratoryRate(Units.roundTo(mean(breath), DECIMALS))
            .state(
                incomplete || trend.unfinished()
                    ? SleepSummary.State.TENTATIVE
                    : SleepSummary.State.CONFIRMED)
            .build(),
        MATTRESS);
    batch.add(cycle, MATTRESS);
    addSamples(Resource.HEARTRATE, interval, heart, batch);
    addSamples(Resource.HRV, interval, hrv, batch);
    addSamples(Resource.RESPIRATORY_RATE, interval, breath, batch);
  }

  /**
   * Returns whether this is the longest interval of the day; of two equal ones, the later counts.
   */
  private static boolean isLongest(
      EightSleepInterval interval, EightSleepTrend trend, List<EightSleepInterval> all) {
    return all.stream()
        .filter(trend::contains)
        .max(
            Comparator.comparingInt(EightSleepInterval::asleepSeconds)
                .thenComparing(EightSleepInterval::start))
        .filter(i -> i == interval)
        .isPresent();
  }

  private static Double mean(NavigableMap<Instant, Double> readings) {
    var mean = readings.values().stream().mapToDouble(Double::doubleValue).average();
    return mean.isPresent() ? (Double) mean.getAsDouble() : null;
  }

  private static void addSamples(
      Resource resource,
      EightSleepInterval interval,
      NavigableMap<Instant, Double> readings,
      NormalizedBatch.Builder batch) {
    readings.forEach(
        (at, value) -> batch.add(Sample.point(resource, MATTRESS, at, interval.offset(at), value)));
  }

  private static void addUser(LenientJson user, NormalizedBatch.Builder batch) {
    ProfileSummary.Sex sex = sex(user.text("gender"));
    LocalDate born = birthDate(user);
    if (sex != null || born != null) {
      batch.add(ProfileSummary.profile().sex(sex).birthDate(born).build(), MATTRESS);
    }
    String device = device(user);
    if (device != null) {
      batch.add(
          new DeviceDescription(
              SLUG, SourceType.AUTOMATIC, null, "Eight Sleep", "Pod", null, device));
    }
  }

  /** Returns the birth date, which is a date or the start of one. */
  private static LocalDate birthDate(LenientJson user) {
    LocalDate day = user.day("dob");
    LocalDateTime wall = day == null ? user.localDateTime("dob") : null;
    return wall == null ? day : wall.toLocalDate();
  }

  static String device(LenientJson user) {
    List<LenientJson> all = user.list("devices");
    if (all.isEmpty()) {
      return null;
    }
    LenientJson first = all.getFirst();
    if (first.node().isObject()) {
      return first.id("id");
    }
    String text = first.node().isValueNode() ? first.node().asText("").strip() : "";
    return text.isEmpty() ? null : text;
  }

  /** Returns null if the text is missing or unknown. */
  private static ProfileSummary.Sex sex(String text) {
    return switch (text == null ? "" : text.toLowerCase(Locale.ROOT)) {
      case "female" -> ProfileSummary.Sex.FEMALE;
      case "male" -> ProfileSummary.Sex.MALE;
      case "other" -> ProfileSummary.Sex.OTHER;
      default -> null;
    };
  }
}
