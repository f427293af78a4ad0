package io.tributary.provider.ultrahuman;

import io.tributary.model.Resource;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Raw;
import io.tributary.provider.doc.RawRules;
import io.tributary.provider.doc.Reading;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;

/** How documents are kept, and how records come to be, in sentences. */
final class UltrahumanRaws {
  static final RawRules RULES =
      new RawRules()
          .each(UltrahumanKind.DAY, UltrahumanRaws::day)
          .each(UltrahumanKind.EVENING, UltrahumanRaws::evening);

  private static final int LONGEST_DAY_SECONDS = 25 * 3600;

  private UltrahumanRaws() {}

  private static Raw day(Doc doc, AccountFacts facts) {
    LocalDate day = doc.day(Reading.ASKED_DAY);
    Raw raw = Raw.of(UltrahumanKind.DAY, doc).resources(Set.copyOf(UltrahumanAdapter.RESOURCES));
    if (day == null) {
      return raw;
    }
    Instant noon = new UltrahumanDay(doc, facts).time().noon().at();
    Instant start = noon.minusSeconds(LONGEST_DAY_SECONDS / 2);
    return raw.key(day.toString())
        .shown("activity", "sleep")
        .record(Resource.ACTIVITY, day.toString())
        .day(day)
        .at(noon)
        .span(start, start.plusSeconds(LONGEST_DAY_SECONDS));
  }

  /** Of the day that it completes. */
  private static Raw evening(Doc doc, AccountFacts facts) {
    LocalDate day = doc.day(Reading.ASKED_DAY);
    return Raw.of(UltrahumanKind.EVENING, doc)
        .key(day == null ? null : day.toString())
        .resources(Resource.SLEEP)
        .day(day == null ? null : day.plusDays(1));
  }

  static List<String> rules(Resource resource) {
    return switch (resource) {
      case ACTIVITY ->
          List.of(
              "one record a day: steps are the sum of the day's buckets",
              "medium is active_minutes; calories and distances are not told");
      case SLEEP ->
          List.of(
              "one record per Sleep, on the local date of bedtime_end",
              "duration is time_in_bed, total the sum of the stages without awake",
              "skin_temperature is the mean of the temperatures of the night, if all were read",
              "recovery goes to the longest sleep of the day");
      case SLEEP_CYCLE -> List.of("sleep_graph, cut to the sleep");
      case HEARTRATE -> List.of("the readings of hr");
      case HRV -> List.of("the readings of hrv in ms, as told: said to be nearer to SDNN");
      case BODY_TEMPERATURE -> List.of("the readings of temp, measured at the finger");
      case STEPS ->
          List.of("a bucket lasts as long as the shortest time from one of the day to the next");
      case GLUCOSE -> List.of("mg/dL / 18.018, of type automatic");
      case VO2_MAX -> List.of("at local noon of the day");
      // Everything else is not made out of these documents.
      default -> List.of();
    };
  }
}
