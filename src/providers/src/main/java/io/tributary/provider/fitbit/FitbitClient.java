package io.tributary.provider.fitbit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DayWindows;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.FeedPuller;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.Paginator;
import java.net.URI;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the Fitbit API. Days that have not begun yet are not requested. */
final class FitbitClient implements FeedPuller.Source<FitbitFeed> {
  static final String ME = "/1/user/-";

  /** Maximum range in days of a request for nightly details. */
  private static final int MOST_DAYS = 30;

  private static final String LARGEST_PAGE = "100";

  private final DocCalls calls;

  FitbitClient(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(FetchContext<FitbitFeed> reading, DocumentKind kind) {
    FitbitDocumentKind own = (FitbitDocumentKind) kind;
    switch (own) {
      case DAY -> days(reading, own, "/activities/date/%s.json", "summary");
      case STEPS, DISTANCE, CALORIES -> minutes(reading, own, own.wire());
      case HEART -> heart(reading);
      case NIGHT -> range(reading, own, "/1.2/user/-/sleep", "");
      case BREATHS -> breaths(reading);
      case WEIGHT_LOG -> range(reading, own, ME + "/body/log/weight", "");
      case FAT_LOG -> range(reading, own, ME + "/body/log/fat", "");
      case VARIABILITY -> range(reading, own, ME + "/hrv", "/all");
      case OXYGEN -> range(reading, own, ME + "/spo2", "");
      case SKIN -> range(reading, own, ME + "/temp/skin", "");
      case CORE -> range(reading, own, ME + "/temp/core", "");
      case CARDIO -> range(reading, own, ME + "/cardioscore", "");
      case EXERCISE -> exercises(reading);
      case FOODS -> days(reading, own, "/foods/log/date/%s.json", "foods");
      case WATER -> days(reading, own, "/foods/log/water/date/%s.json", "summary");
      case USER ->
          reading.add(
              own, held(calls.get(reading.account(), ME + "/profile.json", Map.of()), "user"));
      case DEVICE ->
          reading.add(own, list(calls.get(reading.account(), ME + "/devices.json", Map.of()), own));
    }
  }

  /** Returns the part of the window that has begun in the zone of the user. */
  private static Optional<Window> begun(FetchContext<FitbitFeed> reading) {
    Window window = reading.window();
    LocalDate today =
        window.now().atZone(FitbitTime.zone(window.last(), reading.facts())).toLocalDate();
    return window.first().isAfter(today)
        ? Optional.empty()
        : Optional.of(
            window.last().isAfter(today)
                ? new Window(window.first(), today, window.now(), window.news())
                : window);
  }

  private void days(
      FetchContext<FitbitFeed> reading, FitbitDocumentKind kind, String path, String needed) {
    for (LocalDate day : begun(reading).map(DayWindows::each).orElse(List.of())) {
      JsonNode answer = calls.get(reading.account(), ME + path.formatted(day), Map.of());
      reading.add(kind, day, held(answer, needed));
    }
  }

  private void minutes(FetchContext<FitbitFeed> reading, FitbitDocumentKind kind, String resource) {
    days(
        reading,
        kind,
        "/activities/" + resource + "/date/%s/1d/1min.json",
        "activities-" + resource + "-intraday");
  }

  /** Reads heart rates by the minute, which Fitbit must approve for the application. */
  private void heart(FetchContext<FitbitFeed> reading) {
    if (Boolean.FALSE.equals(
        LenientJson.of(reading.account().app().details()).flag("is_hr_enabled"))) {
      throw new ProviderException.ScopeMissing();
    }
    minutes(reading, FitbitDocumentKind.HEART, "heart");
  }

  /**
   * Reads breathing rates by stage, which require Fitbit's approval; without it the night is
   * complete otherwise.
   */
  private void breaths(FetchContext<FitbitFeed> reading) {
    try {
      range(reading, FitbitDocumentKind.BREATHS, ME + "/br", "/all");
    } catch (ProviderException.ScopeMissing withoutLeave) {
      // Breathing rates are samples of their own; no other record lacks a field without them.
    }
  }

  private void range(
      FetchContext<FitbitFeed> reading, FitbitDocumentKind kind, String path, String detail) {
    int most = kind == FitbitDocumentKind.NIGHT ? FitbitFeed.SLEEP.windowDays() : MOST_DAYS;
    begun(reading)
        .map(w -> DayWindows.parts(w, most))
        .orElse(List.of())
        .forEach(
            w ->
                reading.add(
                    kind,
                    list(
                        calls.get(
                            reading.account(),
                            path + "/date/" + w.first() + "/" + w.last() + detail + ".json",
                            Map.of()),
                        kind)));
  }

  /** Reads exercises from the day before the window on, page by page, until one starts after it. */
  private void exercises(FetchContext<FitbitFeed> reading) {
    Window window = reading.window();
    Map<String, String> query =
        Map.of(
            "afterDate",
            window.first().minusDays(1).toString(),
            "sort",
            "asc",
            "limit",
            LARGEST_PAGE,
            "offset",
            "0");
    Paginator.walk(
        "exercises",
        Optional.<URI>empty(),
        at -> {
          JsonNode answer =
              at.isPresent()
                  ? calls.get(reading.account(), at.get())
                  : calls.get(reading.account(), ME + "/activities/list.json", query);
          boolean beyond = false;
          for (JsonNode entry : Paginator.list("exercises", answer, "activities")) {
            OffsetInstant start = LenientJson.of(entry).stamp("startTime", reading.facts().zone());
            // Entries without a time stay, so that the normalizer refuses them by name.
            if (start != null && start.date().isAfter(window.last())) {
              beyond = true;
            } else if (start == null || !start.date().isBefore(window.first())) {
              reading.add(FitbitDocumentKind.EXERCISE, entry);
            }
          }
          return beyond ? Optional.empty() : next(answer).map(Optional::of);
        });
  }

  private static Optional<URI> next(JsonNode answer) {
    try {
      return Paginator.token(answer.path("pagination"), "next").map(URI::create);
    } catch (IllegalArgumentException e) {
      throw new ProviderException.Unavailable("the next page is at no address");
    }
  }

  /** Rejects a response without the requested field, because an error is not an empty day. */
  private static JsonNode held(JsonNode answer, String field) {
    if (!answer.path(field).isContainerNode()) {
      throw new ProviderException.Unavailable("answer without " + field);
    }
    return answer;
  }

  /** Returns a bare list, or the only list in a response. */
  private static JsonNode list(JsonNode answer, FitbitDocumentKind kind) {
    if (answer.isArray()) {
      return answer;
    }
    List<JsonNode> lists = new ArrayList<>();
    answer.forEach(
        member -> {
          if (member.isArray()) {
            lists.add(member);
          }
        });
    if (lists.size() != 1 || answer.path("success").isBoolean()) {
      throw new ProviderException.Unavailable(kind.wire() + " without a list");
    }
    return lists.getFirst();
  }
}
