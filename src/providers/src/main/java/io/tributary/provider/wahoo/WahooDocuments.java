package io.tributary.provider.wahoo;

import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Keys and dates of raw documents, and a description of the mapping of each resource. */
final class WahooDocuments {
  static final DocumentKeys KEYS =
      new DocumentKeys()
          .perDocument(WahooDocumentKind.WORKOUT, WahooDocuments::workout)
          .perDocument(WahooDocumentKind.FILE, WahooDocuments::file)
          .ofOwner(WahooDocumentKind.USER);

  private WahooDocuments() {}

  private static RawDocumentBuilder workout(LenientJson doc, AccountContext facts) {
    Instant start = WahooTime.start(doc);
    Duration length = WahooTime.length(doc);
    return RawDocumentBuilder.of(WahooDocumentKind.WORKOUT, doc)
        .key(doc.id("id"))
        .endpoints("workouts")
        .resources(Resource.WORKOUTS, Resource.WORKOUT_STREAM, Resource.HEARTRATE)
        .record(Resource.WORKOUTS, doc.id("id"))
        .day(WahooTime.day(doc, facts))
        .at(start)
        .span(start, start == null || length == null ? null : start.plus(length));
  }

  private static RawDocumentBuilder file(LenientJson doc, AccountContext facts) {
    return RawDocumentBuilder.of(WahooDocumentKind.FILE, doc)
        .key(doc.id(WahooFile.WORKOUT_ID))
        .resources(Resource.WORKOUTS, Resource.WORKOUT_STREAM, Resource.HEARTRATE)
        .day(doc.day(WahooFile.DAY));
  }

  static List<String> describeMapping(Resource resource) {
    return switch (resource) {
      case WORKOUTS ->
          List.of(
              "one record per workout with a summary: one without is only planned",
              "on the date of starts in the fallback zone, else in UTC; its offset is unknown",
              "it ends after duration_total_accum, else after the minutes of the calendar",
              "of type exercise_machine when workout_type_id is a trainer or the like",
              "max_hr and the zones by 220 - age come out of the FIT file",
              "watts of zero are those of no meter: none");
      case WORKOUT_STREAM ->
          List.of(
              "the records of the FIT file",
              "cadence is doubled on foot, where the file counts one leg: steps a minute");
      case HEARTRATE -> List.of("the heart rates of the FIT file");
      case BODY -> List.of("weight of the user, on the day it was first read: it has no date");
      case PROFILE -> List.of("height to whole centimetres, birth and gender of the user");
      default -> List.of();
    };
  }
}
