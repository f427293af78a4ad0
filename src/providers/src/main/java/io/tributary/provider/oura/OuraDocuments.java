package io.tributary.provider.oura;

import static io.tributary.provider.oura.OuraCollection.DAILY_ACTIVITY;
import static io.tributary.provider.oura.OuraCollection.DAILY_READINESS;
import static io.tributary.provider.oura.OuraCollection.DAILY_SLEEP;
import static io.tributary.provider.oura.OuraCollection.DAILY_SPO2;
import static io.tributary.provider.oura.OuraCollection.HEARTRATE;
import static io.tributary.provider.oura.OuraCollection.PERSONAL_INFO;
import static io.tributary.provider.oura.OuraCollection.RING_CONFIGURATION;
import static io.tributary.provider.oura.OuraCollection.SESSION;
import static io.tributary.provider.oura.OuraCollection.SLEEP;
import static io.tributary.provider.oura.OuraCollection.VO2_MAX;
import static io.tributary.provider.oura.OuraCollection.WORKOUT;

import io.tributary.core.Times;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;

/**
 * Keys and dates of raw documents. Heart rates, which are single readings, are stored by UTC day,
 * because a window always reads whole UTC days.
 */
final class OuraDocuments {
  private static final Set<Resource> NIGHT_RESOURCES =
      Set.of(
          Resource.SLEEP,
          Resource.SLEEP_CYCLE,
          Resource.HRV,
          Resource.RESPIRATORY_RATE,
          Resource.BODY_TEMPERATURE_DELTA,
          Resource.HEARTRATE,
          Resource.BLOOD_OXYGEN);

  static final DocumentKeys KEYS =
      new DocumentKeys()
          .perDocument(PERSONAL_INFO, OuraDocuments::personal)
          .perDocument(
              RING_CONFIGURATION,
              (doc, facts) ->
                  RawDocumentBuilder.of(RING_CONFIGURATION, doc)
                      .key(doc.text("id"))
                      .endpoints("devices"))
          .perDocument(DAILY_ACTIVITY, OuraDocuments::activity)
          .perDocument(SLEEP, OuraDocuments::sleep)
          .perDocument(
              DAILY_SLEEP, (doc, facts) -> daily(DAILY_SLEEP, doc).resources(Resource.SLEEP))
          .perDocument(
              DAILY_READINESS,
              (doc, facts) ->
                  daily(DAILY_READINESS, doc)
                      .resources(Resource.SLEEP, Resource.BODY_TEMPERATURE_DELTA))
          .byUtcDay(HEARTRATE, Set.of(Resource.HEARTRATE), OuraDocuments::heartRate)
          .perDocument(WORKOUT, OuraDocuments::workout)
          .perDocument(SESSION, OuraDocuments::session)
          .perDocument(
              DAILY_SPO2, (doc, facts) -> daily(DAILY_SPO2, doc).resources(Resource.BLOOD_OXYGEN))
          .perDocument(VO2_MAX, OuraDocuments::vo2);

  private OuraDocuments() {}

  private static RawDocumentBuilder personal(LenientJson doc, AccountContext facts) {
    ZoneId zone = facts.zone().orElse(ZoneOffset.UTC);
    Instant at = facts.connectedAt();
    return RawDocumentBuilder.of(PERSONAL_INFO, doc)
        .key("personal_info")
        .endpoints("profile", "body")
        .resources(Resource.PROFILE, Resource.BODY)
        .record(Resource.PROFILE, "profile")
        .record(Resource.BODY, Times.format(at))
        .day(at.atZone(zone).toLocalDate())
        .at(at);
  }

  /** Returns a daily document; a new one of the same day replaces it, whatever its ID. */
  private static RawDocumentBuilder daily(OuraCollection kind, LenientJson doc) {
    LocalDate day = doc.day("day");
    return RawDocumentBuilder.of(kind, doc)
        .key(day == null ? null : day.toString())
        .day(day)
        .at(day == null ? null : day.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  private static RawDocumentBuilder activity(LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day("day");
    OffsetInstant at = doc.stamp("timestamp", facts.zone());
    RawDocumentBuilder raw =
        daily(DAILY_ACTIVITY, doc)
            .endpoints("activity")
            .resources(Resource.ACTIVITY)
            .record(Resource.ACTIVITY, day == null ? null : day.toString());
    return at == null ? raw : raw.at(at);
  }

  private static RawDocumentBuilder sleep(LenientJson doc, AccountContext facts) {
    OffsetInstant start = doc.stamp("bedtime_start", facts.zone());
    OffsetInstant end = doc.stamp("bedtime_end", facts.zone());
    String id = doc.text("id");
    String key = id == null && start != null ? Times.format(start.at()) : id;
    return RawDocumentBuilder.of(SLEEP, doc)
        .key(key)
        .endpoints("sleep")
        .resources(NIGHT_RESOURCES)
        .record(Resource.SLEEP, key)
        .record(Resource.SLEEP_CYCLE, key)
        .day(doc.day("day"))
        .dayIfAbsent(end)
        .at(end)
        .span(start, end);
  }

  private static RawDocumentBuilder workout(LenientJson doc, AccountContext facts) {
    OffsetInstant start = doc.stamp("start_datetime", facts.zone());
    return RawDocumentBuilder.of(WORKOUT, doc)
        .key(doc.text("id"))
        .endpoints("workouts")
        .resources(Resource.WORKOUTS)
        .record(Resource.WORKOUTS, doc.text("id"))
        .day(doc.day("day"))
        .dayIfAbsent(start)
        .at(start)
        .span(start, doc.stamp("end_datetime", facts.zone()));
  }

  private static RawDocumentBuilder session(LenientJson doc, AccountContext facts) {
    OffsetInstant start = doc.stamp("start_datetime", facts.zone());
    return RawDocumentBuilder.of(SESSION, doc)
        .key(doc.text("id"))
        .resources(Resource.MINDFULNESS_MINUTES)
        .day(doc.day("day"))
        .dayIfAbsent(start)
        .at(start)
        .span(start, start);
  }

  private static RawDocumentBuilder vo2(LenientJson doc, AccountContext facts) {
    OffsetInstant at = doc.stamp("timestamp", facts.zone());
    return RawDocumentBuilder.of(VO2_MAX, doc)
        .key(doc.text("id"))
        .keyIfAbsent(at == null ? null : Times.format(at.at()))
        .resources(Resource.VO2_MAX)
        .day(doc.day("day"))
        .at(at)
        .span(at, at);
  }

  private static Instant heartRate(LenientJson doc, AccountContext facts) {
    OffsetInstant at = doc.stamp("timestamp", facts.zone());
    return at == null ? null : at.at();
  }
}
