package io.tributary.provider.strava;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.Wanted;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocKind;
import io.tributary.provider.doc.FeedPuller;
import io.tributary.provider.doc.FirstSeen;
import io.tributary.provider.doc.Pages;
import io.tributary.provider.doc.Reading;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

/** The calls behind each kind of documents. */
final class StravaSource implements FeedPuller.Source<StravaFeed> {
  static final String ACTIVITY_ID = "activity_id";
  static final String STREAMS = "streams";
  static final String DAY = "day";

  private static final int LARGEST_PAGE = 200;

  /** The list is asked for by instants while days are local. */
  private static final int MARGIN_DAYS = 1;

  private static final Map<String, String> KEYS =
      Map.of(
          "keys",
          "time,latlng,distance,altitude,velocity_smooth,heartrate,cadence,watts,temp",
          "key_by_type",
          "true");

  private final DocCalls calls;

  StravaSource(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(Reading<StravaFeed> reading, DocKind kind) {
    switch ((StravaKind) kind) {
      case ACTIVITY -> activities(reading);
      case STREAMS -> reading.documents().of(StravaKind.ACTIVITY).forEach(a -> streams(reading, a));
      case ATHLETE -> athlete(reading);
    }
  }

  @Override
  public Optional<Window> fetch(Reading<StravaFeed> reading, Wanted wanted) {
    if (!(wanted instanceof Wanted.One one) || reading.feed() != StravaFeed.ACTIVITIES) {
      throw new ProviderFault.Rejected("a notice of something that is no activity");
    }
    if (!StravaKind.ACTIVITY.granted(reading.facts())) {
      throw new ProviderFault.ScopeMissing();
    }
    JsonNode whole = calls.get(reading.account(), "/activities/" + one.id(), Map.of());
    reading.add(StravaKind.ACTIVITY, whole);
    if (StravaKind.STREAMS.granted(reading.facts())) {
      reading.documents().read(StravaKind.STREAMS);
      streams(reading, Doc.of(whole));
    }
    return Optional.empty();
  }

  /** A page may be short without being the last one, so it ends with an empty one. */
  private void activities(Reading<StravaFeed> reading) {
    Window window = reading.window();
    Account account = reading.account();
    String after = epoch(window.first().minusDays(MARGIN_DAYS));
    String before = epoch(window.last().plusDays(1 + MARGIN_DAYS));
    Pages.byNumber(
        "activities",
        1,
        page -> {
          JsonNode list =
              calls.get(
                  account,
                  "/athlete/activities",
                  Map.of(
                      "after",
                      after,
                      "before",
                      before,
                      "page",
                      Integer.toString(page),
                      "per_page",
                      Integer.toString(LARGEST_PAGE)));
          if (!list.isArray()) {
            throw new ProviderFault.Unavailable("activities are no list");
          }
          for (JsonNode summary : list) {
            Doc doc = Doc.of(summary);
            LocalDate day = StravaTime.day(doc);
            String id = doc.id("id");
            if (id != null && day != null && StravaTime.within(day, window)) {
              // One that was deleted or hidden meanwhile is left out.
              calls
                  .find(account, "/activities/" + id, Map.of())
                  .ifPresent(whole -> reading.add(StravaKind.ACTIVITY, whole));
            }
          }
          return !list.isEmpty();
        });
  }

  /** With all that makes records of them: whose they are, and on which day. */
  private void streams(Reading<StravaFeed> reading, Doc activity) {
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
              reading.add(StravaKind.STREAMS, whose);
            });
  }

  private void athlete(Reading<StravaFeed> reading) {
    JsonNode answer = calls.get(reading.account(), "/athlete", Map.of());
    Double weight = StravaAthlete.weight(Doc.of(answer));
    reading.add(StravaKind.ATHLETE, FirstSeen.day(reading, "weight", weight), answer);
  }

  private static String epoch(LocalDate day) {
    return Long.toString(day.atStartOfDay(ZoneOffset.UTC).toEpochSecond());
  }
}
