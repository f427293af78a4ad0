package io.tributary.provider.googlefit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DayWindows;
import io.tributary.provider.document.DayWindows.InstantRange;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.FeedPuller;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.Paginator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Reads the Google Fit API. */
final class GoogleFitClient implements FeedPuller.Source<GoogleFitFeed> {
  /** Fields that are added to a document of the API. */
  static final String DEVICE = "device_type";

  static final String SESSION = "session_id";
  static final String POINT = "point";

  private static final String NEXT = "nextPageToken";
  private static final String ME = "/users/me/";
  private static final Duration QUARTER = Duration.ofMinutes(15);

  /** Source of the steps that the Google Fit app shows. */
  private static final String APP_STEPS_SOURCE =
      "derived:com.google.step_count.delta:com.google.android.gms:estimated_steps";

  private final DocCalls calls;
  private final GoogleFitDataSources streams;

  GoogleFitClient(DocCalls calls) {
    this.calls = calls;
    this.streams = new GoogleFitDataSources(calls);
  }

  @Override
  public void read(FetchContext<GoogleFitFeed> reading, DocumentKind kind) {
    GoogleFitDocumentKind own = (GoogleFitDocumentKind) kind;
    Window window = reading.window();
    switch (own.call()) {
      case DAYS ->
          readBuckets(
              reading, own, DayWindows.inZone(zone(reading), window), dayBucket(zone(reading)));
      case UTC_DAYS -> readBuckets(reading, own, utcSpan(window), bucketOf(Duration.ofDays(1)));
      case QUARTERS -> readBuckets(reading, own, utcSpan(window), bucketOf(QUARTER));
      case POINTS -> readPoints(reading, own, utcSpan(window));
      case NIGHTS -> readPoints(reading, own, nightSpan(window));
      case ALL -> readPoints(reading, own, new InstantRange(Instant.EPOCH, window.now()));
      case SESSIONS -> readSessions(reading, own);
      case SESSION_SUMS -> readSums(reading, own);
    }
  }

  /** Returns the zone of days: that of the user, otherwise UTC. */
  private static ZoneId zone(FetchContext<GoogleFitFeed> reading) {
    return GoogleFitTime.dayZone(reading.accountContext());
  }

  /** Returns UTC days, because points have no offset. */
  private static InstantRange utcSpan(Window window) {
    return DayWindows.inZone(ZoneOffset.UTC, window);
  }

  /** Returns whole UTC days around all nights that end in the window, in any time zone. */
  private static InstantRange nightSpan(Window window) {
    return new InstantRange(
        window.first().minusDays(2).atStartOfDay(ZoneOffset.UTC).toInstant(),
        window.last().plusDays(2).atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  private static ObjectNode dayBucket(ZoneId zone) {
    ObjectNode bucket = bucketOf(Duration.ofDays(1));
    bucket.putObject("period").put("type", "day").put("value", 1).put("timeZoneId", zone.getId());
    return bucket;
  }

  private static ObjectNode bucketOf(Duration length) {
    return Json.object().put("durationMillis", length.toMillis());
  }

  /** Adds buckets that are not empty. */
  private void readBuckets(
      FetchContext<GoogleFitFeed> reading,
      GoogleFitDocumentKind kind,
      InstantRange span,
      ObjectNode bucket) {
    for (JsonNode one : aggregate(reading, kind, span, bucket)) {
      for (JsonNode set : one.path("dataset")) {
        if (!set.path(POINT).isEmpty()) {
          reading.add(kind, one);
          break;
        }
      }
    }
  }

  private JsonNode aggregate(
      FetchContext<GoogleFitFeed> reading,
      GoogleFitDocumentKind kind,
      InstantRange span,
      ObjectNode bucket) {
    ObjectNode body = Json.object();
    ObjectNode by = body.putArray("aggregateBy").addObject().put("dataTypeName", kind.type());
    if (kind == GoogleFitDocumentKind.STEPS || kind == GoogleFitDocumentKind.DAY_STEPS) {
      by.put("dataSourceId", APP_STEPS_SOURCE);
    }
    body.set("bucketByTime", bucket);
    body.put("startTimeMillis", span.from().toEpochMilli());
    body.put("endTimeMillis", span.to().toEpochMilli());
    String url = reading.account().app().urls().api() + ME + "dataset:aggregate";
    JsonNode answer =
        calls.send(
            reading.account(), ProviderRequest.post(url).json(body), GoogleFitErrorMapping::body);
    // An empty answer means that the user has no data of this type.
    return answer.isEmpty() ? Json.array() : Paginator.list(kind.wire(), answer, "bucket");
  }

  private void readPoints(
      FetchContext<GoogleFitFeed> reading, GoogleFitDocumentKind kind, InstantRange span) {
    streams
        .of(reading.account(), kind)
        .forEach(
            (id, devices) -> {
              String path =
                  ME
                      + "dataSources/"
                      + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20")
                      + "/datasets/"
                      + GoogleFitTime.nanos(span.from())
                      + "-"
                      + GoogleFitTime.nanos(span.to());
              Paginator.byToken(
                  kind.wire(),
                  NEXT,
                  token -> {
                    Map<String, String> query = new LinkedHashMap<>();
                    token.ifPresent(t -> query.put("pageToken", t));
                    JsonNode answer = calls.get(reading.account(), path, query);
                    for (JsonNode point : list(kind, answer, POINT)) {
                      Instant at = GoogleFitTime.start(LenientJson.withTextNumbers(point));
                      if (at == null || !at.isBefore(span.from()) && at.isBefore(span.to())) {
                        reading.add(kind, withDevice(point, devices.of(point)));
                      }
                    }
                    return answer;
                  });
            });
  }

  private static ObjectNode withDevice(JsonNode point, String device) {
    ObjectNode out = Json.object();
    if (device != null) {
      out.put(DEVICE, device);
    }
    out.set(POINT, point);
    return out;
  }

  /**
   * Reads sessions. A sleep belongs to the day on which it ends, a workout to that on which it
   * begins. Sessions are filtered by their end, so one more day is requested.
   */
  private void readSessions(FetchContext<GoogleFitFeed> reading, GoogleFitDocumentKind kind) {
    Window window = reading.window();
    InstantRange span = DayWindows.inZone(zone(reading), window);
    Predicate<JsonNode> wanted =
        session -> {
          LenientJson doc = LenientJson.withTextNumbers(session);
          boolean sleep = kind == GoogleFitDocumentKind.SLEEP;
          OffsetInstant at =
              sleep
                  ? GoogleFitTime.end(doc, reading.accountContext())
                  : GoogleFitTime.begin(doc, reading.accountContext());
          LocalDate day = at == null ? null : at.date();
          return sleep == GoogleFitSports.isSleep(doc)
              && (sleep || GoogleFitSports.isWorkout(doc))
              && (day == null || !day.isBefore(window.first()) && !day.isAfter(window.last()));
        };
    Paginator.byToken(
        kind.wire(),
        NEXT,
        token -> {
          Map<String, String> query = new LinkedHashMap<>();
          query.put("startTime", span.from().toString());
          query.put("endTime", span.to().plus(Duration.ofDays(1)).toString());
          if (kind == GoogleFitDocumentKind.SLEEP) {
            query.put("activityType", GoogleFitSports.SLEEP);
          }
          token.ifPresent(t -> query.put("pageToken", t));
          JsonNode answer = calls.get(reading.account(), ME + "sessions", query);
          ArrayNode kept = Json.array();
          list(kind, answer, "session")
              .forEach(
                  session -> {
                    if (wanted.test(session)) {
                      kept.add(session);
                    }
                  });
          reading.add(kind, kept);
          return answer;
        });
  }

  private void readSums(FetchContext<GoogleFitFeed> reading, GoogleFitDocumentKind kind) {
    GoogleFitDocumentKind sessions = reading.feed().plan().mainKinds().getFirst();
    for (LenientJson session : reading.documents().of(sessions)) {
      String id = session.id("id");
      OffsetInstant from = GoogleFitTime.begin(session, reading.accountContext());
      OffsetInstant to = GoogleFitTime.end(session, reading.accountContext());
      if (id != null && from != null && to != null && from.at().isBefore(to.at())) {
        InstantRange span = new InstantRange(from.at(), to.at());
        ObjectNode bucket = bucketOf(Duration.between(span.from(), span.to()));
        for (JsonNode one : aggregate(reading, kind, span, bucket)) {
          ObjectNode named = Json.object().put(SESSION, id);
          named.setAll((ObjectNode) one);
          reading.add(kind, named);
        }
      }
    }
  }

  /** Returns a list of a response, in which an empty list may be omitted. */
  static JsonNode list(DocumentKind kind, JsonNode answer, String field) {
    return answer.isObject() && !answer.has(field) && !answer.has("error")
        ? Json.array()
        : Paginator.list(kind.wire(), answer, field);
  }
}
