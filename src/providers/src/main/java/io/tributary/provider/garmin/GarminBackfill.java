package io.tributary.provider.garmin;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.FetchContext;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests the history of a window, one summary type per page, so that a restart resumes where it
 * was. The results arrive later as ordinary notifications.
 */
final class GarminBackfill {
  private static final System.Logger LOG = System.getLogger(GarminBackfill.class.getName());
  private static final int ALREADY_REQUESTED = 409;
  private static final String TYPE = "type";
  private static final String UNTIL = "until";

  private final DocCalls calls;

  GarminBackfill(ProviderHttp http) {
    this.calls =
        new DocCalls(
            http,
            (answer, usual) ->
                answer.status() == ALREADY_REQUESTED
                    ? java.util.Optional.empty()
                    : ErrorMapping.STATUS.toException(answer, usual),
            account -> account.app().urls().api());
  }

  void request(FetchContext<GarminFeed> reading) {
    List<GarminDocumentKind> kinds =
        GarminDocumentKind.summaries().stream()
            .filter(k -> k.isGranted(reading.accountContext()))
            .toList();
    JsonNode cursor = reading.cursor();
    int at = cursor == null ? 0 : cursor.path(TYPE).asInt();
    // The end is the same for all types and after a restart, so that Garmin recognizes a repeated
    // request.
    long until = cursor == null ? windowEnd(reading.window()) : cursor.path(UNTIL).asLong();
    if (at < kinds.size()) {
      request(reading.account(), kinds.get(at), midnight(reading.window().first()), until);
    }
    if (at + 1 < kinds.size()) {
      reading.next(Json.object().put(TYPE, at + 1).put(UNTIL, until));
    }
  }

  /** Returns the end of the window, at most the current time. */
  private static long windowEnd(Window window) {
    Instant end = Instant.ofEpochSecond(midnight(window.last().plusDays(1)));
    return (end.isAfter(window.now()) ? window.now() : end).getEpochSecond();
  }

  private static long midnight(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toEpochSecond();
  }

  /** Requests one type; if Garmin refuses it, the other types are still requested. */
  private void request(Account account, GarminDocumentKind kind, long from, long until) {
    if (until <= from) {
      return;
    }
    Map<String, String> query = new LinkedHashMap<>();
    query.put("summaryStartTimeInSeconds", Long.toString(from));
    query.put("summaryEndTimeInSeconds", Long.toString(until));
    // The quota counts days of data.
    long days = Math.ceilDiv(until - from, Duration.ofDays(1).toSeconds());
    if (days > 1) {
      account.acquirePermits((int) days - 1);
    }
    try {
      calls.send(
          account,
          ProviderRequest.get(account.app().urls().api() + "/backfill/" + kind.backfill())
              .query(query),
          answer -> answer.status());
    } catch (ProviderException.ScopeMissing | ProviderException.Rejected e) {
      LOG.log(
          Level.WARNING,
          "provider=garmin backfill of type=" + kind.wire() + " refused: " + e.getMessage());
    }
  }
}
