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
  private static final int MAX_RANGE_DAYS = 30;

  private static final String LARGEST_PAGE = "100";

  private final DocCalls calls;

  FitbitClient(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(FetchContext<FitbitFeed> reading, DocumentKind kind) {
    FitbitDocumentKind own = (FitbitDocumentKind) kind;
    switch (own) {
      case DAY -> readDays(reading, own, "/activities/date/%s.json", "summary");
      case STEPS, DISTANCE, CALORIES -> readMinutes(reading, own, own.wire());
      case HEART -> readHeartRates(reading);
      case NIGHT -> readRange(reading, own, "/1.2/user/-/sleep", "");
      case BREATHS -> readBreathingRates(reading);
      case WEIGHT_LOG -> readRange(reading, own, ME + "/body/log/weight", "");
      case FAT_LOG -> readRange(reading, own, ME + "/body/log/fat", "");
      case VARIABILITY -> readRange(reading, own, ME + "/hrv", "/all");
      case OXYGEN -> readRange(reading, own, ME + "/spo2", "");
      case SKIN -> readRange(reading, own, ME + "/temp/skin", "");
      case CORE -> readRange(reading, own, ME + "/temp/core", "");
      case CARDIO -> readRange(reading, own, ME + "/cardioscore", "");
      case EXERCISE -> readExercises(reading);
      case FOODS -> readDays(reading, own, "/foods/log/date/%s.json", "foods");
      case WATER -> readDays(reading, own, "/foods/log/water/date/%s.json", "summary");
      case USER ->
          reading.add(
              own,
              requireField(calls.get(reading.account(), ME + "/profile.json", Map.of()), "user"));
      case DEVICE ->
          reading.add(own, list(calls.get(reading.account(), ME + "/devices.json", Map.of()), own));
    }
  }

  /** Returns the part of the window that has begun in the zone of the user. */
  private static Optional<Window> begunWindow(FetchContext<FitbitFeed> reading) {
    Window window = reading.window();
    LocalDate today =
        window.now().atZone(FitbitTime.zone(window.last(), reading.accountContext())).toLocalDate();
    return window.first().isAfter(today)
        ? Optional.empty()
        : Optional.of(
            window.last().isAfter(today)
                ? new Window(window.first(), today, window.now(), window.newData())
                : window);
  }

  private void readDays(
      FetchContext<FitbitFeed> reading, FitbitDocumentKind kind, String path, String needed) {
    for (LocalDate day : begunWindow(reading).map(DayWindows::days).orElse(List.of())) {
      JsonNode answer = calls.get(reading.account(), ME + path.formatted(day), Map.of());
      reading.add(kind, day, requireField(answer, needed));
    }
  }

  private void readMinutes(
      FetchContext<FitbitFeed> reading, FitbitDocumentKind kind, String resource) {
    readDays(
        reading,
        kind,
        "/activities/" + resource + "/date/%s/1d/1min.json",
        "activities-" + resource + "-intraday");
  }

  /** Reads heart rates by the minute, which Fitbit must approve for the application. */
  private void readHeartRates(FetchContext<FitbitFeed> reading) {
    if (Boolean.FALSE.equals(
        LenientJson.of(reading.account().app().details()).flag("is_hr_enabled"))) {
      throw new ProviderException.ScopeMissing();
    }
    readMinutes(reading, FitbitDocumentKind.HEART, "heart");
  }

  /**
   * Reads breathing rates by stage, which require Fitbit's approval; without it the night is
   * complete otherwise.
   */
  private void readBreathingRates(FetchContext<FitbitFeed> reading) {
    try {
      readRange(reading, FitbitDocumentKind.BREATHS, ME + "/br", "/all");
    } catch (ProviderException.ScopeMissing withoutLeave) {
      // Breathing rates are samples of their own; no other record lacks a field without them.
    }
  }

  private void readRange(
      FetchContext<FitbitFeed> reading, FitbitDocumentKind kind, String path, String detail) {
    int most = kind == FitbitDocumentKind.NIGHT ? FitbitFeed.SLEEP.windowDays() : MAX_RANGE_DAYS;
    begunWindow(reading)
        .map(w -> DayWindows.split(w, most))
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
  private void readExercises(FetchContext<FitbitFeed> reading) {
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
    Paginator.readAll(
        "exercises",
        Optional.<URI>empty(),
        at -> {
          JsonNode answer =
              at.isPresent()
                  ? calls.get(reading.account(), at.get())
                  : calls.get(reading.account(), ME + "/activities/list.json", query);
          boolean beyond = false;
          for (JsonNode entry : Paginator.list("exercises", answer, "activities")) {
            OffsetInstant start =
                LenientJson.of(entry).stamp("startTime", reading.accountContext().zone());
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
      throw new ProviderException.Unavailable("the URL of the next page is invalid");
    }
  }

  /** Rejects a response without the requested field, because an error is not an empty day. */
  private static JsonNode requireField(JsonNode answer, String field) {
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
