package io.tributary.provider.googlehealth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.FeedPuller;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.Paginator;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the Google Health API: points reconciled over all sources, and sums. */
final class GoogleHealthClient implements FeedPuller.Source<GoogleHealthFeed> {
  private static final String NEXT = "nextPageToken";

  /** Cursor field of a page that is not the last: UTC day of the next page. */
  private static final String DAY = "day";

  /** Largest page of the API; for sleeps and workouts it returns fewer. */
  private static final int PAGE_SIZE = 10_000;

  /** Quarters of an hour align with the days of all time zones. */
  private static final String WINDOW_SIZE = "900s";

  private final DocCalls calls;

  GoogleHealthClient(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(FetchContext<GoogleHealthFeed> reading, DocumentKind kind) {
    GoogleHealthDocumentKind own = (GoogleHealthDocumentKind) kind;
    switch (own.call()) {
      case SAMPLE -> readSamples(reading, own);
      case INTERVAL, SESSION, NIGHT, DAILY, ALL ->
          readPoints(reading, own, filter(own, reading.window()));
      case WINDOWS -> readSums(reading, own, "rollUp", windows(reading.window()));
      case DAYS -> readDailySums(reading, own);
    }
  }

  /**
   * Reads samples. Heart rates are measured about every second, so each UTC day is a page; a whole
   * window would be too large.
   */
  private void readSamples(FetchContext<GoogleHealthFeed> reading, GoogleHealthDocumentKind kind) {
    Window window = reading.window();
    if (reading.feed() != GoogleHealthFeed.HEART) {
      readPoints(reading, kind, filter(kind, window));
      return;
    }
    LocalDate day =
        reading.cursor() == null
            ? window.first().minusDays(1)
            : LocalDate.parse(reading.cursor().path(DAY).asText());
    LocalDate next = day.plusDays(1);
    readPoints(reading, kind, rangeFilter(kind, midnight(day), midnight(next)));
    if (!day.isAfter(window.last()) && !midnightOf(next).isAfter(window.now())) {
      reading.next(Json.object().put(DAY, next.toString()));
    }
  }

  private void readPoints(
      FetchContext<GoogleHealthFeed> reading, GoogleHealthDocumentKind kind, String filter) {
    Paginator.byToken(
        kind.wire(),
        NEXT,
        token -> {
          Map<String, String> query = new LinkedHashMap<>();
          query.put("pageSize", Integer.toString(PAGE_SIZE));
          if (!filter.isEmpty()) {
            query.put("filter", filter);
          }
          token.ifPresent(t -> query.put("pageToken", t));
          JsonNode answer = calls.get(reading.account(), path(kind, "reconcile"), query);
          JsonNode points = list(kind, answer, "dataPoints");
          reading.add(
              kind,
              kind.call() == GoogleHealthDocumentKind.Call.NIGHT
                  ? endingInWindow(points, reading)
                  : points);
          return answer;
        });
  }

  /**
   * Reads daily sums. Not every account has active energy; without it the day contains the other
   * sums.
   */
  private void readDailySums(
      FetchContext<GoogleHealthFeed> reading, GoogleHealthDocumentKind kind) {
    try {
      readSums(reading, kind, "dailyRollUp", civilDays(reading.window()));
    } catch (ProviderException.Rejected | ProviderException.ScopeMissing e) {
      if (kind != GoogleHealthDocumentKind.DAY_ENERGY) {
        throw e;
      }
    }
  }

  private void readSums(
      FetchContext<GoogleHealthFeed> reading,
      GoogleHealthDocumentKind kind,
      String call,
      ObjectNode body) {
    Paginator.byToken(
        kind.wire(),
        NEXT,
        token -> {
          ObjectNode asked = body.deepCopy().put("pageSize", PAGE_SIZE);
          token.ifPresent(t -> asked.put("pageToken", t));
          JsonNode answer = calls.post(reading.account(), path(kind, call), asked);
          reading.add(kind, list(kind, answer, "rollupDataPoints"));
          return answer;
        });
  }

  private static String path(GoogleHealthDocumentKind kind, String call) {
    return "/v4/users/me/dataTypes/" + kind.type() + "/dataPoints:" + call;
  }

  /** Returns a list of a response, in which an empty list is omitted. */
  private static JsonNode list(GoogleHealthDocumentKind kind, JsonNode answer, String field) {
    return answer.isObject() && !answer.has(field) && !answer.has("error")
        ? Json.array()
        : Paginator.list(kind.wire(), answer, field);
  }

  /**
   * Returns the filter of a window. Days are local. If the API filters by instants, the whole UTC
   * days around them are requested, and records of other days are dropped afterwards.
   */
  private static String filter(GoogleHealthDocumentKind kind, Window window) {
    LocalDate first = window.first();
    LocalDate end = window.last().plusDays(1);
    return switch (kind.call()) {
      case INTERVAL, NIGHT, SAMPLE ->
          rangeFilter(kind, midnight(first.minusDays(1)), midnight(end.plusDays(1)));
      case SESSION -> rangeFilter(kind, first + "T00:00:00", end + "T00:00:00");
      case DAILY -> rangeFilter(kind, first.toString(), end.toString());
      case ALL, WINDOWS, DAYS -> "";
    };
  }

  private static String rangeFilter(GoogleHealthDocumentKind kind, String from, String to) {
    String field = kind.snakeCase() + "." + kind.call().field();
    return field + " >= \"" + from + "\" AND " + field + " < \"" + to + "\"";
  }

  private static String midnight(LocalDate day) {
    return day + "T00:00:00Z";
  }

  private static Instant midnightOf(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  /**
   * Returns the sleeps that end on a day of the window; those without an end are left to be
   * refused.
   */
  private static JsonNode endingInWindow(JsonNode points, FetchContext<GoogleHealthFeed> reading) {
    Window window = reading.window();
    ArrayNode out = Json.array();
    for (JsonNode point : points) {
      LocalDate day =
          GoogleHealthDocuments.endDay(
              LenientJson.withTextNumbers(point), reading.accountContext());
      if (day == null || !day.isBefore(window.first()) && !day.isAfter(window.last())) {
        out.add(point);
      }
    }
    return out;
  }

  private static ObjectNode windows(Window window) {
    ObjectNode body = Json.object();
    body.putObject("range")
        .put("startTime", midnight(window.first().minusDays(1)))
        .put("endTime", midnight(window.last().plusDays(2)));
    return body.put("windowSize", WINDOW_SIZE);
  }

  /** Returns a range of calendar days, whose end is exclusive. */
  private static ObjectNode civilDays(Window window) {
    ObjectNode body = Json.object();
    ObjectNode range = body.putObject("range");
    range.putObject("start").set("date", civilDate(window.first()));
    range.putObject("end").set("date", civilDate(window.last().plusDays(1)));
    return body.put("windowSizeDays", 1);
  }

  private static ObjectNode civilDate(LocalDate day) {
    return Json.object()
        .put("year", day.getYear())
        .put("month", day.getMonthValue())
        .put("day", day.getDayOfMonth());
  }
}
