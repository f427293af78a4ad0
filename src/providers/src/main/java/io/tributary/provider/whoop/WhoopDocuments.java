package io.tributary.provider.whoop;

import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** Keys and dates of raw documents, and a description of the mapping of each resource. */
final class WhoopDocuments {
  static final DocumentKeys KEYS =
      new DocumentKeys()
          .perDocument(WhoopDocumentKind.CYCLE, WhoopDocuments::cycle)
          .perDocument(WhoopDocumentKind.SLEEP, WhoopDocuments::sleep)
          .perDocument(WhoopDocumentKind.RECOVERY, WhoopDocuments::recovery)
          .perDocument(WhoopDocumentKind.WORKOUT, WhoopDocuments::workout)
          .ofOwner(WhoopDocumentKind.BODY);

  private WhoopDocuments() {}

  private static RawDocumentBuilder cycle(LenientJson doc, AccountContext facts) {
    LocalDate day = WhoopTime.day(WhoopDocumentKind.CYCLE, doc, facts);
    return RawDocumentBuilder.of(WhoopDocumentKind.CYCLE, doc)
        .key(doc.id("id"))
        .endpoints("activity")
        .resources(Resource.ACTIVITY)
        .record(Resource.ACTIVITY, day == null ? null : day.toString())
        .day(day)
        .at(doc.instant("start"));
  }

  private static RawDocumentBuilder sleep(LenientJson doc, AccountContext facts) {
    Instant end = doc.instant("end");
    return RawDocumentBuilder.of(WhoopDocumentKind.SLEEP, doc)
        .key(doc.id("id"))
        .endpoints("sleep")
        .resources(Resource.SLEEP, Resource.HRV, Resource.BLOOD_OXYGEN)
        .record(Resource.SLEEP, doc.id("id"))
        .day(WhoopTime.day(WhoopDocumentKind.SLEEP, doc, facts))
        .at(end)
        .span(doc.instant("start"), end);
  }

  /**
   * Returns a recovery. Its only time is that of its creation, and it belongs to the day of its
   * sleep. One that was stored without that day belongs to the day of its creation.
   */
  private static RawDocumentBuilder recovery(LenientJson doc, AccountContext facts) {
    Instant made = doc.instant("created_at");
    LocalDate day = doc.day(WhoopClient.SLEEP_DAY);
    if (day == null && made != null) {
      day = OffsetInstant.inZone(OffsetInstant.zone(facts.zone()), made).date();
    }
    return RawDocumentBuilder.of(WhoopDocumentKind.RECOVERY, doc)
        .key(doc.id("sleep_id"))
        .resources(Resource.SLEEP, Resource.HRV, Resource.BLOOD_OXYGEN)
        .day(day)
        .at(made);
  }

  private static RawDocumentBuilder workout(LenientJson doc, AccountContext facts) {
    Instant start = doc.instant("start");
    return RawDocumentBuilder.of(WhoopDocumentKind.WORKOUT, doc)
        .key(doc.id("id"))
        .endpoints("workouts")
        .resources(Resource.WORKOUTS)
        .record(Resource.WORKOUTS, doc.id("id"))
        .day(WhoopTime.day(WhoopDocumentKind.WORKOUT, doc, facts))
        .at(start)
        .span(start, doc.instant("end"));
  }

  static List<String> describeMapping(Resource resource) {
    return switch (resource) {
      case ACTIVITY ->
          List.of(
              "one record per scored cycle, on the local date twelve hours after its start; of two"
                  + " on one day, the one with more kilojoules is used",
              "calories are kilojoules / 4.184; the band does not measure steps or distance");
      case SLEEP ->
          List.of(
              "one record per sleep; nap is a nap confirmed by the member, others are long or"
                  + " short by the time asleep",
              "stages are sums in whole seconds; time without data is not counted",
              "readiness, resting heart rate, HRV and skin temperature are from the recovery"
                  + " that refers to this sleep",
              "a sleep whose score is pending is tentative and has no stages");
      case HRV -> List.of("hrv_rmssd_milli of a recovery, at the end of its sleep");
      case BLOOD_OXYGEN -> List.of("spo2_percentage of a recovery, at the end of its sleep");
      case WORKOUTS ->
          List.of(
              "one record per workout; calories are kilojoules / 4.184, the six zones are the"
                  + " vendor's");
      case BODY -> List.of("weight_kilogram, on the day it was first read, because it has no date");
      case PROFILE -> List.of("height_meter in cm");
      default -> List.of();
    };
  }
}
