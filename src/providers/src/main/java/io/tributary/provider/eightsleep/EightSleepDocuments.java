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
              "one record per interval, on the local date of its end, which is ts plus all stages",
              "awake is awake plus out, total is light plus deep plus rem; latency is the time"
                  + " awake at the beginning",
              "efficiency is total / duration; from three hours asleep, the type is long_sleep",
              "hr_average and hr_lowest are the mean and minimum of heartRate, respiratory_rate the"
                  + " mean",
              "average_hrv is hrv.current of the day for its longest sleep, otherwise the mean of"
                  + " hrv",
              "tentative while the interval or its day is incomplete, or the day is being"
                  + " processed");
      case SLEEP_CYCLE -> List.of("stages in their order; out becomes awake");
      case HEARTRATE -> List.of("the readings of heartRate");
      case HRV -> List.of("the readings of hrv, as RMSSD in ms");
      case RESPIRATORY_RATE -> List.of("the readings of respiratoryRate");
      case PROFILE -> List.of("gender becomes sex, dob becomes birth_date");
      default -> List.of();
    };
  }
}
