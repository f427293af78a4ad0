package io.tributary.provider.eightsleep;

import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Keys and dates of raw documents, and a description of the mapping of each resource. */
final class EightSleepDocuments {
  static final DocumentKeys KEYS =
      new DocumentKeys()
          .perDocument(EightSleepDocumentKind.INTERVAL, EightSleepDocuments::interval)
          .perDocument(EightSleepDocumentKind.TREND, EightSleepDocuments::trend)
          .perDocument(EightSleepDocumentKind.USER, EightSleepDocuments::user);

  private EightSleepDocuments() {}

  private static RawDocumentBuilder interval(LenientJson doc, AccountContext facts) {
    String id = doc.id("id");
    RawDocumentBuilder raw =
        RawDocumentBuilder.of(EightSleepDocumentKind.INTERVAL, doc)
            .key(id)
            .endpoints("sleep")
            .resources(EightSleepFeed.NIGHTS.resources())
            .record(Resource.SLEEP, id)
            .record(Resource.SLEEP_CYCLE, id);
    try {
      EightSleepInterval interval = EightSleepInterval.of(doc, facts);
      NavigableSet<Instant> times = new TreeSet<>(List.of(interval.start(), interval.stop()));
      for (String series : List.of("heartRate", "hrv", "respiratoryRate")) {
        times.addAll(interval.series(series, 0, Double.MAX_VALUE).keySet());
      }
      return raw.day(interval.zone().day(interval.stop()))
          .at(interval.stop())
          .span(times.first(), times.last());
    } catch (IllegalArgumentException e) {
      // It produced no record; a later version may read it.
      return raw;
    }
  }

  private static RawDocumentBuilder trend(LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day("day");
    return RawDocumentBuilder.of(EightSleepDocumentKind.TREND, doc)
        .key(day == null ? null : day.toString())
        .resources(Resource.SLEEP)
        .day(day)
        .at(day == null ? null : day.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  private static RawDocumentBuilder user(LenientJson doc, AccountContext facts) {
    return RawDocumentBuilder.of(EightSleepDocumentKind.USER, doc)
        .key("user")
        .endpoints("profile", "devices")
        .resources(Resource.PROFILE)
        .record(Resource.PROFILE, "profile");
  }

  static List<String> describeMapping(Resource resource) {
    return switch (resource) {
      case SLEEP ->
          List.of(
              "one record per interval, on the local date of its end, which is ts and all stages",
              "awake is awake and out, total is light, deep and rem; latency is what is awake at"
                  + " the begin",
              "efficiency is total / duration; from three hours asleep on it is long_sleep",
              "hr_average and hr_lowest are mean and least of heartRate, respiratory_rate the mean",
              "average_hrv is hrv.current of the day for the longest sleep of it, else the mean of"
                  + " hrv",
              "tentative while the interval is incomplete, or its day is or is processing");
      case SLEEP_CYCLE -> List.of("stages in their order; out is awake");
      case HEARTRATE -> List.of("the readings of heartRate");
      case HRV -> List.of("the readings of hrv, rmssd in ms");
      case RESPIRATORY_RATE -> List.of("the readings of respiratoryRate");
      case PROFILE -> List.of("gender is sex, dob is birth_date");
      default -> List.of();
    };
  }
}
