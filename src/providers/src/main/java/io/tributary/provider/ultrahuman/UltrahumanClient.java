package io.tributary.provider.ultrahuman;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderCalls;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.document.DayWindows;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.FeedPuller;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.Paginator;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/** Reads the Ultrahuman API: one call per day, and one for the evening before a window. */
final class UltrahumanClient implements FeedPuller.Source<UltrahumanFeed> {
  static final String DATA = "/user_data";

  /** Zone in which a day begins first. */
  private static final ZoneOffset EARLIEST_ZONE = ZoneOffset.ofHours(14);

  private final ProviderCalls calls;

  UltrahumanClient(ProviderHttp http, ErrorMapping rules) {
    this.calls =
        new ProviderCalls(http, (answer, usual) -> faultUnlessAbsent(rules, answer, usual));
  }

  private static Optional<ProviderException> faultUnlessAbsent(
      ErrorMapping rules, ProviderResponse answer, Duration usual) {
    return isAbsent(answer) ? Optional.empty() : rules.toException(answer, usual);
  }

  /** Returns whether the day does not exist. */
  private static boolean isAbsent(ProviderResponse answer) {
    int status = UltrahumanErrorMapping.status(answer);
    return status == 404 || status == 204;
  }

  @Override
  public void read(FetchContext<UltrahumanFeed> reading, DocumentKind kind) {
    switch ((UltrahumanDocumentKind) kind) {
      case DAY -> readDays(reading);
      case EVENING -> readEvening(reading);
    }
  }

  private void readDays(FetchContext<UltrahumanFeed> reading) {
    LocalDate latest = reading.window().now().atOffset(EARLIEST_ZONE).toLocalDate();
    for (LocalDate day : DayWindows.days(reading.window())) {
      if (!day.isAfter(latest)) {
        // An empty day is stored too, as evidence that it was read.
        reading.add(UltrahumanDocumentKind.DAY, day, answer(readMetrics(reading.account(), day)));
      }
    }
  }

  /**
   * Reads the evening only if a sleep of the first day began before it; all other days are read
   * anyway.
   */
  private void readEvening(FetchContext<UltrahumanFeed> reading) {
    LocalDate first = reading.window().first();
    boolean needed =
        reading.documents().of(UltrahumanDocumentKind.DAY).stream()
            .filter(d -> first.equals(d.day(FetchContext.ASKED_DAY)))
            .map(d -> new UltrahumanDay(d, reading.accountContext()))
            .anyMatch(UltrahumanClient::beganBefore);
    if (!needed) {
      return;
    }
    ArrayNode warmth = Json.array();
    for (JsonNode metric : readMetrics(reading.account(), first.minusDays(1))) {
      if (metric.path("type").asText().equalsIgnoreCase("temp")) {
        warmth.add(metric);
      }
    }
    reading.add(UltrahumanDocumentKind.EVENING, first.minusDays(1), answer(warmth));
  }

  private static boolean beganBefore(UltrahumanDay day) {
    return day.objectsOf("sleep").stream()
        .map(s -> s.epoch("bedtime_start", ChronoUnit.SECONDS))
        .anyMatch(at -> at != null && before(day, at));
  }

  private static boolean before(UltrahumanDay day, Instant at) {
    return day.time().wall(at).toLocalDate().isBefore(day.time().day());
  }

  private static ObjectNode answer(ArrayNode metrics) {
    ObjectNode out = Json.object();
    out.set(UltrahumanDay.METRICS, metrics);
    return out;
  }

  /** Returns all metrics of a day; empty if there are none. */
  private ArrayNode readMetrics(Account account, LocalDate day) {
    return calls.send(
        account,
        token ->
            ProviderRequest.get(account.app().urls().api() + DATA + "/metrics")
                .query(Map.of("date", day.toString()))
                .bearer(token),
        answer -> isAbsent(answer) ? Json.array() : list(answer.json().path("data")));
  }

  private static ArrayNode list(JsonNode data) {
    JsonNode list = data.isArray() ? data : Paginator.list("a day", data, UltrahumanDay.METRICS);
    return (ArrayNode) list;
  }
}
