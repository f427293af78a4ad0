package io.tributary.provider.whoop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.Wanted;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocKind;
import io.tributary.provider.doc.FirstSeen;
import io.tributary.provider.doc.Pages;
import io.tributary.provider.doc.Reading;
import io.tributary.provider.doc.SingleSource;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The calls behind each kind of documents. */
final class WhoopSource implements SingleSource<WhoopFeed> {
  /** What is added to a recovery that is kept. */
  static final String SLEEP_DAY = "sleep_day";

  /** The vendor's largest page. */
  private static final int LIMIT = 25;

  /**
   * Days are local and belong to a record's end or the noon after its begin, while the vendor is
   * asked by instants: two days more at both ends hold everything wherever somebody was.
   */
  private static final int MARGIN_DAYS = 2;

  private static final int LATEST_DAYS = 2;

  private final DocCalls calls;

  WhoopSource(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(Reading<WhoopFeed> reading, DocKind kind) {
    WhoopKind own = (WhoopKind) kind;
    if (own == WhoopKind.BODY) {
      body(reading);
      return;
    }
    Map<String, String> range = range(reading.window());
    Pages.byToken(
        own.wire(),
        "next_token",
        token -> {
          Map<String, String> query = new LinkedHashMap<>(range);
          // The name in the query is not the one in the answer.
          token.ifPresent(t -> query.put("nextToken", t));
          JsonNode answer = calls.get(reading.account(), own.path(), query);
          JsonNode records = Pages.list(own.wire(), answer, "records");
          if (own == WhoopKind.RECOVERY) {
            records.forEach(record -> recovery(reading, record));
          } else {
            reading.add(own, within(own, records, reading.window(), reading.facts()));
          }
          return answer;
        });
  }

  /**
   * One record, and with a sleep the recovery that completes it. Of cycles, of which nothing is
   * told, the days around the record that was.
   */
  @Override
  public Optional<Window> fetch(Reading<WhoopFeed> reading, Wanted wanted) {
    WhoopKind main = reading.feed().plan().main().getFirst();
    if (!(wanted instanceof Wanted.One one) || main == WhoopKind.BODY) {
      throw new ProviderFault.Rejected("a notice of something that is no record");
    }
    if (!main.granted(reading.facts())) {
      throw new ProviderFault.ScopeMissing();
    }
    if (main == WhoopKind.CYCLE) {
      return Optional.of(around(reading, one));
    }
    JsonNode record = calls.get(reading.account(), main.path() + "/" + one.id(), Map.of());
    reading.add(main, record);
    if (main == WhoopKind.SLEEP && WhoopKind.RECOVERY.granted(reading.facts())) {
      recovery(reading.account(), Doc.of(record), one).ifPresent(r -> recovery(reading, r));
    }
    return Optional.empty();
  }

  /**
   * The days whose cycles a record may have changed: a sleep ends one cycle and begins the next,
   * and a workout after midnight belongs to the day before. Where the record cannot be read, the
   * latest.
   */
  private Window around(Reading<WhoopFeed> reading, Wanted.One told) {
    WhoopKind kind =
        told.kind().equals(WhoopKind.WORKOUT.wire()) ? WhoopKind.WORKOUT : WhoopKind.SLEEP;
    Instant now = reading.window().now();
    LocalDate today = reading.window().last();
    Window latest = new Window(today.minusDays(LATEST_DAYS), today.plusDays(1), now);
    if (!kind.granted(reading.facts())) {
      return latest;
    }
    return calls
        .find(reading.account(), kind.path() + "/" + told.id(), Map.of())
        .map(record -> WhoopTime.day(kind, Doc.of(record), reading.facts()))
        .map(day -> new Window(day.minusDays(1), day.plusDays(1), now))
        .orElse(latest);
  }

  /**
   * Adds a recovery with the day of its sleep, which it does not tell itself. One whose sleep is
   * not among those read belongs to other days.
   */
  private static void recovery(Reading<WhoopFeed> reading, JsonNode record) {
    String sleep = Doc.of(record).id("sleep_id");
    reading.documents().of(WhoopKind.SLEEP).stream()
        .filter(s -> sleep != null && sleep.equals(s.id("id")))
        .findFirst()
        .ifPresent(
            s -> {
              LocalDate day = WhoopTime.day(WhoopKind.SLEEP, s, reading.facts());
              if (day != null && record instanceof ObjectNode object) {
                object.put(SLEEP_DAY, day.toString());
              }
              reading.add(WhoopKind.RECOVERY, record);
            });
  }

  /**
   * The recovery of a sleep is found through its cycle.
   *
   * @throws ProviderFault.Rejected when a notice told of it and it is not there (yet): without it
   *     the sleep would lose what it has
   */
  private Optional<JsonNode> recovery(Account account, Doc sleep, Wanted.One told) {
    String cycle = sleep.id("cycle_id");
    Optional<JsonNode> found =
        cycle == null || Boolean.TRUE.equals(sleep.flag("nap"))
            ? Optional.empty()
            : calls.find(account, WhoopKind.CYCLE.path() + "/" + cycle + "/recovery", Map.of());
    if (found.isEmpty() && told.kind().equals(WhoopKind.RECOVERY.wire())) {
      throw new ProviderFault.Rejected("status 404");
    }
    return found;
  }

  private static Map<String, String> range(Window window) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("start", midnight(window.first().minusDays(MARGIN_DAYS)));
    query.put("end", midnight(window.last().plusDays(MARGIN_DAYS)));
    query.put("limit", Integer.toString(LIMIT));
    return query;
  }

  private static String midnight(LocalDate day) {
    return day + "T00:00:00.000Z";
  }

  /**
   * What belongs to the window's days: a sleep at the edge of what was read may lack its recovery.
   * What tells no day is left to be refused by name.
   */
  private static JsonNode within(
      WhoopKind kind, JsonNode records, Window window, AccountFacts facts) {
    ArrayNode out = Json.array();
    for (JsonNode record : records) {
      LocalDate day = WhoopTime.day(kind, Doc.of(record), facts);
      if (day == null || !day.isBefore(window.first()) && !day.isAfter(window.last())) {
        out.add(record);
      }
    }
    return out;
  }

  private void body(Reading<WhoopFeed> reading) {
    JsonNode answer = calls.get(reading.account(), WhoopKind.BODY.path(), Map.of());
    Double weight = WhoopBody.weight(Doc.of(answer));
    reading.add(WhoopKind.BODY, FirstSeen.of(reading, "weight", weight), answer);
  }
}
