package io.tributary.provider.oura;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.DocumentSource;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.Paginator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the collections of the Oura API. */
final class OuraClient implements DocumentSource<OuraFeed> {
  private static final String BASE = "/v2/usercollection/";

  private final DocCalls calls;

  OuraClient(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(FetchContext<OuraFeed> reading, DocumentKind kind) {
    OuraCollection collection = (OuraCollection) kind;
    String path = BASE + collection.wire();
    Map<String, String> range = range(reading.feed(), collection, reading.window());
    if (collection == OuraCollection.PERSONAL_INFO) {
      reading.add(kind, calls.get(reading.account(), path, range));
      return;
    }
    Paginator.byToken(
        collection.wire(),
        "next_token",
        token -> {
          Map<String, String> query = new LinkedHashMap<>(range);
          token.ifPresent(t -> query.put("next_token", t));
          JsonNode answer = calls.get(reading.account(), path, query);
          reading.add(kind, Paginator.list(collection.wire(), answer, "data"));
          return answer;
        });
  }

  /**
   * Returns the day of the notified document, which is then read like any other day. A notification
   * names a document without its day, and documents of a day are joined.
   */
  @Override
  public Optional<Window> fetch(FetchContext<OuraFeed> reading, FetchTarget wanted) {
    if (reading.feed() == OuraFeed.RING) {
      return Optional.of(reading.window());
    }
    if (!(wanted instanceof FetchTarget.SingleDocument(String kind, String id))) {
      throw new IllegalArgumentException("an Oura notification must identify a single document");
    }
    String name = kind.equals("vo2_max") ? OuraCollection.VO2_MAX.wire() : kind;
    String segment = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    JsonNode document = calls.get(reading.account(), BASE + name + "/" + segment, Map.of());
    try {
      LocalDate day = LocalDate.parse(document.path("day").asText(""));
      return Optional.of(new Window(day, day, reading.window().now()));
    } catch (DateTimeParseException e) {
      throw new ProviderException.Unavailable(name + " without a day");
    }
  }

  /**
   * Returns the range of a request. Heart rates are requested by instants, and their days depend on
   * the offsets of nearby documents, so one more day at both ends is read and dropped afterwards.
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
