package io.tributary.provider.whoop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AccountContext;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.DocumentSource;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.FirstObservation;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.Paginator;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the WHOOP API. */
final class WhoopClient implements DocumentSource<WhoopFeed> {
  /** Field that is added to a stored recovery. */
  static final String SLEEP_DAY = "sleep_day";

  /** Largest page of the API. */
  private static final int PAGE_SIZE = 25;

  /**
   * Margin in days. Days are local and depend on the end of a record or on noon after its start,
   * while the API filters by instants: two more days at both ends suffice in any time zone.
   */
  private static final int MARGIN_DAYS = 2;

  private static final int LATEST_DAYS = 2;

  private final DocCalls calls;

  WhoopClient(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(FetchContext<WhoopFeed> reading, DocumentKind kind) {
    WhoopDocumentKind own = (WhoopDocumentKind) kind;
    if (own == WhoopDocumentKind.BODY) {
      readBody(reading);
      return;
    }
    Map<String, String> range = range(reading.window());
    Paginator.byToken(
        own.wire(),
        "next_token",
        token -> {
          Map<String, String> query = new LinkedHashMap<>(range);
          // The query parameter has another name than the response field.
          token.ifPresent(t -> query.put("nextToken", t));
          JsonNode answer = calls.get(reading.account(), own.path(), query);
          JsonNode records = Paginator.list(own.wire(), answer, "records");
          if (own == WhoopDocumentKind.RECOVERY) {
            records.forEach(record -> recovery(reading, record));
          } else {
            reading.add(own, inWindow(own, records, reading.window(), reading.accountContext()));
          }
          return answer;
        });
  }

  /**
   * Reads one record, and with a sleep the recovery that completes it. Cycles have no
   * notifications, so the days around the notified record are read.
   */
  @Override
  public Optional<Window> fetch(FetchContext<WhoopFeed> reading, FetchTarget wanted) {
    WhoopDocumentKind main = reading.feed().plan().mainKinds().getFirst();
    if (!(wanted instanceof FetchTarget.SingleDocument one) || main == WhoopDocumentKind.BODY) {
      throw new ProviderException.Rejected("the notification is not about a record");
    }
    if (!main.isGranted(reading.accountContext())) {
      throw new ProviderException.ScopeMissing();
    }
    if (main == WhoopDocumentKind.CYCLE) {
      return Optional.of(cycleWindow(reading, one));
    }
    JsonNode record = calls.get(reading.account(), main.path() + "/" + one.id(), Map.of());
    reading.add(main, record);
    if (main == WhoopDocumentKind.SLEEP
        && WhoopDocumentKind.RECOVERY.isGranted(reading.accountContext())) {
      recovery(reading.account(), LenientJson.of(record), one).ifPresent(r -> recovery(reading, r));
    }
    return Optional.empty();
  }

  /**
   * Returns the days whose cycles a record may have changed. A sleep ends one cycle and starts the
   * next, and a workout after midnight belongs to the day before. If the record is unreadable, the
   * latest days are returned.
   */
  private Window cycleWindow(FetchContext<WhoopFeed> reading, FetchTarget.SingleDocument told) {
    WhoopDocumentKind kind =
        told.kind().equals(WhoopDocumentKind.WORKOUT.wire())
            ? WhoopDocumentKind.WORKOUT
            : WhoopDocumentKind.SLEEP;
    Instant now = reading.window().now();
    LocalDate today = reading.window().last();
    Window latest = new Window(today.minusDays(LATEST_DAYS), today.plusDays(1), now);
    if (!kind.isGranted(reading.accountContext())) {
      return latest;
    }
    return calls
        .find(reading.account(), kind.path() + "/" + told.id(), Map.of())
        .map(record -> WhoopTime.day(kind, LenientJson.of(record), reading.accountContext()))
        .map(day -> new Window(day.minusDays(1), day.plusDays(1), now))
        .orElse(latest);
  }

  /**
   * Adds a recovery with the day of its sleep, which it does not contain. If its sleep was not
   * read, it belongs to other days.
   */
  private static void recovery(FetchContext<WhoopFeed> reading, JsonNode record) {
    String sleep = LenientJson.of(record).id("sleep_id");
    reading.documents().of(WhoopDocumentKind.SLEEP).stream()
        .filter(s -> sleep != null && sleep.equals(s.id("id")))
        .findFirst()
        .ifPresent(
            s -> {
              LocalDate day = WhoopTime.day(WhoopDocumentKind.SLEEP, s, reading.accountContext());
              if (day != null && record instanceof ObjectNode object) {
                object.put(SLEEP_DAY, day.toString());
              }
              reading.add(WhoopDocumentKind.RECOVERY, record);
            });
  }

  /**
   * Reads the recovery of a sleep through its cycle.
   *
   * @throws ProviderException.Rejected if it was notified but does not exist yet; without it the
   *     sleep would lose its values
   */
  private Optional<JsonNode> recovery(
      Account account, LenientJson sleep, FetchTarget.SingleDocument told) {
    String cycle = sleep.id("cycle_id");
    Optional<JsonNode> found =
        cycle == null || Boolean.TRUE.equals(sleep.flag("nap"))
            ? Optional.empty()
            : calls.find(
                account, WhoopDocumentKind.CYCLE.path() + "/" + cycle + "/recovery", Map.of());
    if (found.isEmpty() && told.kind().equals(WhoopDocumentKind.RECOVERY.wire())) {
      throw new ProviderException.Rejected("status 404");
    }
    return found;
  }

  private static Map<String, String> range(Window window) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("start", midnight(window.first().minusDays(MARGIN_DAYS)));
    query.put("end", midnight(window.last().plusDays(MARGIN_DAYS)));
    query.put("limit", Integer.toString(PAGE_SIZE));
    return query;
  }

  private static String midnight(LocalDate day) {
    return day + "T00:00:00.000Z";
  }

  /**
   * Returns the records of the window's days, because a sleep at the edge of the read range may
   * lack its recovery. Records without a day stay, to be refused by name.
   */
  private static JsonNode inWindow(
      WhoopDocumentKind kind, JsonNode records, Window window, AccountContext facts) {
    ArrayNode out = Json.array();
    for (JsonNode record : records) {
      LocalDate day = WhoopTime.day(kind, LenientJson.of(record), facts);
      if (day == null || !day.isBefore(window.first()) && !day.isAfter(window.last())) {
        out.add(record);
      }
    }
    return out;
  }

  private void readBody(FetchContext<WhoopFeed> reading) {
    JsonNode answer = calls.get(reading.account(), WhoopDocumentKind.BODY.path(), Map.of());
    Double weight = WhoopBody.weight(LenientJson.of(answer));
    reading.add(WhoopDocumentKind.BODY, FirstObservation.of(reading, "weight", weight), answer);
  }
}
