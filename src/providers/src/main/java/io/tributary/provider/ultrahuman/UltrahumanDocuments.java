package io.tributary.provider.ultrahuman;

import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;

/** Keys and dates of raw documents, and a description of the mapping of each resource. */
final class UltrahumanDocuments {
  static final DocumentKeys KEYS =
      new DocumentKeys()
          .perDocument(UltrahumanDocumentKind.DAY, UltrahumanDocuments::day)
          .perDocument(UltrahumanDocumentKind.EVENING, UltrahumanDocuments::evening);

  private static final int MAX_DAY_SECONDS = 25 * 3600;

  private UltrahumanDocuments() {}

  private static RawDocumentBuilder day(LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day(FetchContext.ASKED_DAY);
    RawDocumentBuilder raw =
        RawDocumentBuilder.of(UltrahumanDocumentKind.DAY, doc)
            .resources(Set.copyOf(UltrahumanAdapter.RESOURCES));
    if (day == null) {
      return raw;
    }
    Instant noon = new UltrahumanDay(doc, facts).time().noon().at();
    Instant start = noon.minusSeconds(MAX_DAY_SECONDS / 2);
    return raw.key(day.toString())
        .endpoints("activity", "sleep")
        .record(Resource.ACTIVITY, day.toString())
        .day(day)
        .at(noon)
        .span(start, start.plusSeconds(MAX_DAY_SECONDS));
  }

  /** Returns a document that belongs to the day that it completes. */
  private static RawDocumentBuilder evening(LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day(FetchContext.ASKED_DAY);
    return RawDocumentBuilder.of(UltrahumanDocumentKind.EVENING, doc)
        .key(day == null ? null : day.toString())
        .resources(Resource.SLEEP)
        .day(day == null ? null : day.plusDays(1));
  }

  static List<String> describeMapping(Resource resource) {
    return switch (resource) {
      case ACTIVITY ->
          List.of(
              "one record per day; steps are the sum of the day's buckets",
              "medium is active_minutes; calories and distances are not provided");
      case SLEEP ->
          List.of(
              "one record per Sleep, on the local date of bedtime_end",
              "duration is time_in_bed, total is the sum of the stages except awake",
              "skin_temperature is the mean of the temperatures of the night, if all could be read",
              "recovery is assigned to the longest sleep of the day");
      case SLEEP_CYCLE -> List.of("sleep_graph, clipped to the sleep");
      case HEARTRATE -> List.of("the readings of hr");
      case HRV -> List.of("the readings of hrv in ms, as reported, apparently closer to SDNN");
      case BODY_TEMPERATURE -> List.of("the readings of temp, measured at the finger");
      case STEPS ->
          List.of("a bucket lasts as long as the shortest interval between two buckets of the day");
      case GLUCOSE -> List.of("mg/dL / 18.018, of type automatic");
      case VO2_MAX -> List.of("at local noon of the day");
      default -> List.of();
    };
  }
}
