package io.tributary.provider.oura;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocKind;
import io.tributary.provider.doc.FeedPuller;
import io.tributary.provider.doc.Pages;
import io.tributary.provider.doc.Reading;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.Map;

/** The calls behind each collection. */
final class OuraSource implements FeedPuller.Source<OuraFeed> {
  private static final String BASE = "/v2/usercollection/";

  private final DocCalls calls;

  OuraSource(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(Reading<OuraFeed> reading, DocKind kind) {
    OuraCollection collection = (OuraCollection) kind;
    String path = BASE + collection.wire();
    Map<String, String> range = range(reading.feed(), collection, reading.window());
    if (collection == OuraCollection.PERSONAL_INFO) {
      reading.add(kind, calls.get(reading.account(), path, range));
      return;
    }
    Pages.byToken(
        collection.wire(),
        "next_token",
        token -> {
          Map<String, String> query = new LinkedHashMap<>(range);
          token.ifPresent(t -> query.put("next_token", t));
          JsonNode answer = calls.get(reading.account(), path, query);
          reading.add(kind, Pages.list(collection.wire(), answer, "data"));
          return answer;
        });
  }

  /**
   * Heart rates come by instants, their days depend on the offsets of nearby documents: a day more
   * at both ends, which is cut off afterwards.
   */
  private static Map<String, String> range(
      OuraFeed feed, OuraCollection collection, Window window) {
    LocalDate first = window.first();
    LocalDate last = window.last();
    if (feed.cutToWindow()) {
      first = first.minusDays(1);
      last = last.plusDays(1);
    }
    return switch (collection) {
      case PERSONAL_INFO, RING_CONFIGURATION -> Map.of();
      case HEARTRATE ->
          Map.of(
              "start_datetime", first + "T00:00:00Z",
              "end_datetime", last.atTime(LocalTime.of(23, 59, 59)) + "Z");
      default -> Map.of("start_date", first.toString(), "end_date", last.toString());
    };
  }
}
