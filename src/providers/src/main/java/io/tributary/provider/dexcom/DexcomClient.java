package io.tributary.provider.dexcom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.FeedPuller;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.Paginator;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the Dexcom API. Days are UTC days, because the API filters by system time, so adjacent
 * windows share no records.
 *
 * <p>The data range is requested first, because most windows of a long history and most polls of an
 * inactive account are empty. A poll requests the range of what was <em>uploaded</em> since the
 * first day of its window. If that range starts before the window, as after weeks without a phone
 * or after the upload of a receiver, the older days are read as well, page by page. An empty page
 * after the last one then records the completion, when all pages are stored.
 */
final class DexcomClient implements FeedPuller.Source<DexcomFeed> {
  static final String BASE = "/v3/users/self/";

  /**
   * Maximum number of days before the window: a receiver stores a month, a phone may be away
   * longer.
   */
  private static final int MAX_LATE_DAYS = 90;

  /** Safety margin: the provider publishes data up to three hours after receiving them. */
  private static final Duration PUBLICATION_DELAY = Duration.ofHours(6);

  private static final String LATE_READ = "late_read";
  private static final String FIRST = "first";
  private static final String LAST = "last";
  private static final String OLDEST = "oldest";
  private static final String STARTED = "begun";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

  private final DocCalls calls;

  DexcomClient(DocCalls calls) {
    this.calls = calls;
  }

  /** A range of days, both inclusive. */
  private record Days(LocalDate first, LocalDate last) {
    Map<String, String> query() {
      return Map.of(
          "startDate", TIME.format(first.atStartOfDay(ZoneOffset.UTC)),
          "endDate", TIME.format(last.plusDays(1).atStartOfDay(ZoneOffset.UTC)));
    }

    boolean overlaps(Days other) {
      return !first.isAfter(other.last) && !last.isBefore(other.first);
    }
  }

  @Override
  public void read(FetchContext<DexcomFeed> reading, DocumentKind kind) {
    switch ((DexcomDocumentKind) kind) {
      case DATA_RANGE -> readRange(reading);
      case EGVS, CALIBRATIONS, EVENTS -> readRecords(reading, (DexcomDocumentKind) kind);
      case DEVICES -> readDevices(reading);
    }
  }

  private void readRange(FetchContext<DexcomFeed> reading) {
    JsonNode cursor = reading.cursor();
    if (cursor == null) {
      Map<String, String> query =
          reading.window().newData()
              ? Map.of("lastSyncTime", TIME.format(unreadSince(reading)))
              : Map.of();
      JsonNode answer = calls.get(reading.account(), path(DexcomDocumentKind.DATA_RANGE), query);
      reading.add(DexcomDocumentKind.DATA_RANGE, answer);
      if (reading.window().newData()) {
        planOlderPages(reading, answer);
      }
    } else if (cursor.has(FIRST)) {
      LocalDate first = LocalDate.parse(cursor.get(FIRST).asText());
      LocalDate oldest = LocalDate.parse(cursor.get(OLDEST).asText());
      reading.next(nextCursor(first, oldest, cursor.get(STARTED).asText()));
    } else {
      reading.account().updateState(Json.object().put(LATE_READ, cursor.get(STARTED).asText()));
    }
  }

  /** Returns the instant since which uploads are unread; earlier polls have read the older ones. */
  private static Instant unreadSince(FetchContext<DexcomFeed> reading) {
    Instant first = reading.window().first().atStartOfDay(ZoneOffset.UTC).toInstant();
    Instant late =
        Optional.ofNullable(LenientJson.of(reading.account().state()).instant(LATE_READ))
            .map(at -> at.minus(PUBLICATION_DELAY))
            .orElse(first);
    return late.isAfter(first) ? late : first;
  }

  /** Plans the pages for days that are older than the window. */
  private static void planOlderPages(FetchContext<DexcomFeed> reading, JsonNode range) {
    Window window = reading.window();
    LocalDate bound = window.first().minusDays(MAX_LATE_DAYS);
    Stream.of(DexcomDocumentKind.EGVS, DexcomDocumentKind.CALIBRATIONS, DexcomDocumentKind.EVENTS)
        .flatMap(k -> days(range, k).stream())
        .map(Days::first)
        .min(LocalDate::compareTo)
        .filter(d -> d.isBefore(window.first()))
        .map(d -> d.isBefore(bound) ? bound : d)
        .ifPresent(d -> reading.next(nextCursor(window.first(), d, window.now().toString())));
  }

  /**
   * Returns the cursor of the page before these days; if none is left, that of the final empty
   * page.
   */
  private static ObjectNode nextCursor(LocalDate read, LocalDate oldest, String begun) {
    ObjectNode out = Json.object().put(STARTED, begun);
    if (!oldest.isBefore(read)) {
      return out;
    }
    LocalDate first = read.minusDays(DexcomFeed.MAX_RANGE_DAYS);
    return out.put(FIRST, (first.isBefore(oldest) ? oldest : first).toString())
        .put(LAST, read.minusDays(1).toString())
        .put(OLDEST, oldest.toString());
  }

  private void readRecords(FetchContext<DexcomFeed> reading, DexcomDocumentKind kind) {
    Optional<Days> days = pageDays(reading, kind);
    if (days.isPresent()) {
      JsonNode answer = calls.get(reading.account(), path(kind), days.get().query());
      reading.add(kind, Paginator.list(kind.wire(), answer, "records"));
    }
  }

  /** Returns the days of the page, if this kind may have records there. */
  private static Optional<Days> pageDays(
      FetchContext<DexcomFeed> reading, DexcomDocumentKind kind) {
    JsonNode cursor = reading.cursor();
    if (cursor == null) {
      Days page = new Days(reading.window().first(), reading.window().last());
      return reading.documents().of(DexcomDocumentKind.DATA_RANGE).stream()
          .flatMap(r -> days(r.node(), kind).stream())
          .filter(page::overlaps)
          .map(d -> page)
          .findFirst();
    }
    return cursor.has(FIRST)
        ? Optional.of(
            new Days(
                LocalDate.parse(cursor.get(FIRST).asText()),
                LocalDate.parse(cursor.get(LAST).asText())))
        : Optional.empty();
  }

  /** Returns the days from the first to the last record of a kind; empty if there are none. */
  private static Optional<Days> days(JsonNode range, DexcomDocumentKind kind) {
    LenientJson span = LenientJson.of(range).child(kind.wire());
    if (!span.has("start") || !span.has("end")) {
      return Optional.empty();
    }
    return Optional.of(new Days(day(span, "start"), day(span, "end")));
  }

  private static LocalDate day(LenientJson span, String end) {
    return span.child(end)
        .requiredStamp("systemTime", Optional.of(ZoneOffset.UTC))
        .at()
        .truncatedTo(ChronoUnit.SECONDS)
        .atOffset(ZoneOffset.UTC)
        .toLocalDate();
  }

  /** Reads the devices only if there are new records, because devices have no time of their own. */
  private void readDevices(FetchContext<DexcomFeed> reading) {
    boolean any =
        Stream.of(
                DexcomDocumentKind.EGVS, DexcomDocumentKind.CALIBRATIONS, DexcomDocumentKind.EVENTS)
            .anyMatch(k -> !reading.documents().of(k).isEmpty());
    if (any && reading.cursor() == null) {
      JsonNode answer = calls.get(reading.account(), path(DexcomDocumentKind.DEVICES), Map.of());
      reading.add(
          DexcomDocumentKind.DEVICES,
          Paginator.list(DexcomDocumentKind.DEVICES.wire(), answer, "records"));
    }
  }

  private static String path(DexcomDocumentKind kind) {
    return BASE + kind.wire();
  }
}
