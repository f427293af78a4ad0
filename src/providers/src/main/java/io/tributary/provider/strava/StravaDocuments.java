package io.tributary.provider.strava;

import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Instant;
import java.util.List;

/** Keys and dates of raw documents, and a description of the mapping of each resource. */
final class StravaDocuments {
  static final DocumentKeys KEYS =
      new DocumentKeys()
          .perDocument(StravaDocumentKind.ACTIVITY, StravaDocuments::activity)
          .perDocument(StravaDocumentKind.STREAMS, StravaDocuments::streams)
          .ofOwner(StravaDocumentKind.ATHLETE);

  private StravaDocuments() {}

  private static RawDocumentBuilder activity(LenientJson doc, AccountContext facts) {
    Instant start = doc.instant("start_date");
    Integer seconds = doc.seconds("elapsed_time");
    return RawDocumentBuilder.of(StravaDocumentKind.ACTIVITY, doc)
        .key(doc.id("id"))
        .endpoints("workouts")
        .resources(Resource.WORKOUTS, Resource.WORKOUT_STREAM, Resource.HEARTRATE)
        .record(Resource.WORKOUTS, doc.id("id"))
        .day(StravaTime.day(doc))
        .at(start)
        .span(start, start == null || seconds == null ? null : start.plusSeconds(seconds));
  }

  private static RawDocumentBuilder streams(LenientJson doc, AccountContext facts) {
    return RawDocumentBuilder.of(StravaDocumentKind.STREAMS, doc)
        .key(doc.id(StravaClient.ACTIVITY_ID))
        .resources(Resource.WORKOUTS, Resource.WORKOUT_STREAM, Resource.HEARTRATE)
        .day(doc.day(StravaClient.DAY));
  }

  static List<String> describeMapping(Resource resource) {
    return switch (resource) {
      case WORKOUTS ->
          List.of(
              "one record per activity, on the date of start_date_local, which is local time",
              "manual entries have type app, activities on a trainer exercise_machine, others"
                  + " watch",
              "calories as reported; for rides without them, the kilojoules of work",
              "device_watts is the average power if a power meter measured it",
              "zones are calculated from the stream and the age on that day, or 30 if it is"
                  + " unknown");
      case WORKOUT_STREAM ->
          List.of(
              "the streams of the activity, at start_date + time",
              "cadence on foot is doubled to steps per minute, because Strava counts one leg");
      case HEARTRATE -> List.of("the heartrate stream of an activity, at start_date + time");
      case BODY ->
          List.of("weight of the athlete, on the day it was first read, because it has no date");
      case PROFILE -> List.of("sex of the athlete");
      default -> List.of();
    };
  }
}
