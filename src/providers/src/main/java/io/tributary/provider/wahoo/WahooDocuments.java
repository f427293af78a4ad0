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
              "one record per workout with a summary; workouts without one are only planned",
              "on the date of starts in the fallback zone, otherwise UTC; its offset is unknown",
              "it ends after duration_total_accum, otherwise after the planned minutes",
              "type exercise_machine if workout_type_id is a trainer or similar",
              "max_hr and the zones based on 220 - age come from the FIT file",
              "zero watts mean that there was no power meter and are omitted");
      case WORKOUT_STREAM ->
          List.of(
              "the records of the FIT file",
              "cadence on foot is doubled to steps per minute, because the file counts one leg");
      case HEARTRATE -> List.of("the heart rates of the FIT file");
      case BODY ->
          List.of("weight of the user, on the day it was first read, because it has no date");
      case PROFILE -> List.of("height in whole centimeters, date of birth and gender of the user");
      default -> List.of();
    };
  }
}
