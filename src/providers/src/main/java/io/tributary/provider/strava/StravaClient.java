package io.tributary.provider.strava;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.DocumentSource;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.FirstObservation;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.Paginator;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** Reads the Strava API. */
final class StravaClient implements DocumentSource<StravaFeed> {
  static final String ACTIVITY_ID = "activity_id";
  static final String STREAMS = "streams";
  static final String DAY = "day";

  private static final int LARGEST_PAGE = 200;

  /**
   * Activities per page. Each takes two of 100 calls per quarter of an hour, and progress is stored
   * only with a page, so a page must fit between two waits beside other reads.
   */
  private static final int ACTIVITIES_PER_PAGE = 15;

  private static final String AFTER = "after";

  /** Numeric order of IDs, which grow with time and have no leading zeros. */
  private static final Comparator<String> NUMERIC_ORDER =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  /** Margin in days: the list is filtered by instants, while days are local. */
  private static final int MARGIN_DAYS = 1;

  private static final Map<String, String> KEYS =
      Map.of(
          "keys",
          "time,latlng,distance,altitude,velocity_smooth,heartrate,cadence,watts,temp",
          "key_by_type",
          "true");

  private final DocCalls calls;

  StravaClient(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(FetchContext<StravaFeed> reading, DocumentKind kind) {
    switch ((StravaDocumentKind) kind) {
      case ACTIVITY -> readActivities(reading);
      case STREAMS ->
          reading.documents().of(StravaDocumentKind.ACTIVITY).forEach(a -> readStreams(reading, a));
      case ATHLETE -> readAthlete(reading);
    }
  }

  @Override
  public Optional<Window> fetch(FetchContext<StravaFeed> reading, FetchTarget wanted) {
    if (!(wanted instanceof FetchTarget.SingleDocument one)
        || reading.feed() != StravaFeed.ACTIVITIES) {
      throw new ProviderException.Rejected("the notification is not about an activity");
    }
    if (!StravaDocumentKind.ACTIVITY.isGranted(reading.accountContext())) {
      throw new ProviderException.ScopeMissing();
    }
    JsonNode whole = calls.get(reading.account(), "/activities/" + one.id(), Map.of());
    reading.add(StravaDocumentKind.ACTIVITY, whole);
    if (StravaDocumentKind.STREAMS.isGranted(reading.accountContext())) {
      reading.documents().markRead(StravaDocumentKind.STREAMS);
      readStreams(reading, LenientJson.of(whole));
    }
    return Optional.empty();
  }

  /**
   * Reads the next few activities of the window, in order of their IDs, so that later uploads come
   * last and are not missed.
   */
  private void readActivities(FetchContext<StravaFeed> reading) {
    NavigableSet<String> left = listIds(reading);
    if (reading.cursor() != null) {
      left = left.tailSet(reading.cursor().path(AFTER).asText(), false);
    }
    List<String> page = left.stream().limit(ACTIVITIES_PER_PAGE).toList();
    for (String id : page) {
      // An activity that was deleted or hidden meanwhile is skipped.
      calls
          .find(reading.account(), "/activities/" + id, Map.of())
          .ifPresent(whole -> reading.add(StravaDocumentKind.ACTIVITY, whole));
    }
    if (page.size() < left.size()) {
      reading.next(Json.object().put(AFTER, page.getLast()));
    }
  }

  /**
   * Returns the IDs of the window's activities. A short page may not be the last; an empty one is.
   */
  private NavigableSet<String> listIds(FetchContext<StravaFeed> reading) {
    Window window = reading.window();
    Map<String, String> query = new HashMap<>();
    query.put("after", epoch(window.first().minusDays(MARGIN_DAYS)));
    query.put("before", epoch(window.last().plusDays(1 + MARGIN_DAYS)));
    query.put("per_page", Integer.toString(LARGEST_PAGE));
    NavigableSet<String> out = new TreeSet<>(NUMERIC_ORDER);
    Paginator.byNumber(
        "activities",
        1,
        page -> {
          query.put("page", Integer.toString(page));
          JsonNode list = calls.get(reading.account(), "/athlete/activities", query);
          if (!list.isArray()) {
            throw new ProviderException.Unavailable("activities response is not a list");
          }
          for (JsonNode summary : list) {
            LenientJson doc = LenientJson.of(summary);
            LocalDate day = StravaTime.day(doc);
            String id = doc.id("id");
            if (id != null && day != null && StravaTime.within(day, window)) {
              out.add(id);
            }
          }
          return !list.isEmpty();
        });
    return out;
  }

  /** Reads the streams, and adds their activity and day. */
  private void readStreams(FetchContext<StravaFeed> reading, LenientJson activity) {
    String id = activity.id("id");
    if (id == null) {
      return;
    }
    calls
        .find(reading.account(), "/activities/" + id + "/streams", KEYS)
        .ifPresent(
            streams -> {
              LocalDate day = StravaTime.day(activity);
              ObjectNode whose = Json.object().put(ACTIVITY_ID, id);
              whose.put(DAY, day == null ? null : day.toString());
              whose.set(STREAMS, streams);
              reading.add(StravaDocumentKind.STREAMS, whose);
            });
  }

  private void readAthlete(FetchContext<StravaFeed> reading) {
    JsonNode answer = calls.get(reading.account(), "/athlete", Map.of());
    Double weight = StravaAthlete.weight(LenientJson.of(answer));
    reading.add(StravaDocumentKind.ATHLETE, FirstObservation.of(reading, "weight", weight), answer);
  }

  private static String epoch(LocalDate day) {
    return Long.toString(day.atStartOfDay(ZoneOffset.UTC).toEpochSecond());
  }
}
