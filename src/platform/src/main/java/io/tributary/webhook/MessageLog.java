package io.tributary.webhook;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.webhook.WebhookMessageRepo.ScanResult;
import io.tributary.webhook.WebhookMessages.Scope;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Log of an endpoint's messages and their attempts. Endpoints of another organization, team or
 * environment are answered with 404. Runs on event loops.
 */
public final class MessageLog {
  /** Maximum number of rows that one search scans before it returns its hits and a cursor. */
  private static final int MAX_SCANNED_ROWS = 100_000;

  private static final int FIRST_SCAN_ROWS = 1_000;
  private static final int MAX_SCAN_ROWS = 20_000;

  /** The number of manual attempts is not limited, but a response must be. */
  private static final int MAX_ATTEMPTS = 250;

  private final EndpointRepo endpoints;
  private final WebhookMessageRepo messages;

  public MessageLog(Db db) {
    this.endpoints = new EndpointRepo(db);
    this.messages = new WebhookMessageRepo(db);
  }

  /**
   * Message at an endpoint.
   *
   * @param createdAt to the millisecond, the precision of time windows
   * @param status {@link MessageStatus#wire}
   * @param attemptCount number of scheduled attempts so far
   * @param nextAttemptAt time of the next attempt; null if there is none, or if an earlier message
   *     of the user must be delivered first
   */
  public record Entry(
      String messageId,
      String eventType,
      UUID userId,
      Instant createdAt,
      String status,
      int attemptCount,
      Instant nextAttemptAt) {}

  /**
   * Page of messages, newest first.
   *
   * @param next message to continue after; null at the end. A search for rare messages may return
   *     few or no messages and still have a next page
   */
  public record Page(List<Entry> messages, String next) {
    public Page {
      messages = List.copyOf(messages);
    }
  }

  /**
   * Delivery attempt.
   *
   * @param number number in the schedule, from 1; -1 for a manual attempt
   * @param responseStatusCode 0 if there was no response
   * @param errorClass null on success
   * @param responseBody the beginning of the body; null if there was none
   * @param responseBodyEncoding utf-8 for text; base64 for other data
   */
  public record AttemptView(
      UUID id,
      int number,
      Instant startedAt,
      int durationMs,
      int responseStatusCode,
      String errorClass,
      String responseBody,
      String responseBodyEncoding) {}

  /**
   * Message with its payload and attempts.
   *
   * @param body the JSON that is sent, byte for byte; null if expired or removed
   * @param attempts in chronological order
   */
  public record Detail(
      String messageId,
      String eventType,
      UUID userId,
      Instant createdAt,
      String status,
      int attemptCount,
      Instant nextAttemptAt,
      @JsonRawValue String body,
      List<AttemptView> attempts) {}

  /** Number of messages of a window by status. */
  public record Stats(
      Instant since, Instant until, int pending, int delivered, int failed, int canceled) {}

  /**
   * @param after end of the previous page; null to start with the newest message
   */
  public Future<Page> page(
      Scope scope, String endpoint, MessageFilter filter, String after, int limit) {
    String low = WebhookMessageRepo.lowestId(filter.since());
    String high = WebhookMessageRepo.upperBoundId(filter.until());
    String from = after == null || after.compareTo(high) > 0 ? high : after;
    return endpoints
        .requireExists(scope, endpoint)
        .compose(
            e -> {
              Search search = new Search(endpoint, filter, low, limit);
              return search.scan(
                  from, search.unfiltered ? limit + 1 : Math.max(FIRST_SCAN_ROWS, limit + 1));
            });
  }

  /** Scans larger and larger parts of the log until a page is full. */
  private final class Search {
    private final String endpoint;
    private final MessageFilter filter;
    private final String low;
    private final int limit;

    /** True if every scanned row matches the filter. */
    private final boolean unfiltered;

    private final List<Entry> hits = new ArrayList<>();
    private int scanned;

    Search(String endpoint, MessageFilter filter, String low, int limit) {
      this.endpoint = endpoint;
      this.filter = filter;
      this.low = low;
      this.limit = limit;
      this.unfiltered =
          filter.status() == null && filter.eventType() == null && filter.user() == null;
    }

    Future<Page> scan(String before, int look) {
      return messages
          .search(endpoint, filter, low, before, look, limit + 1 - hits.size())
          .compose(found -> onScanned(found, look));
    }

    private Future<Page> onScanned(ScanResult found, int look) {
      hits.addAll(found.hits());
      scanned += found.scanned();
      if (hits.size() > limit) {
        List<Entry> page = hits.subList(0, limit);
        return Future.succeededFuture(new Page(page, page.getLast().messageId()));
      }
      if (found.scanned() < look) {
        return Future.succeededFuture(new Page(hits, null));
      }
      return scanned >= MAX_SCANNED_ROWS
          ? Future.succeededFuture(new Page(hits, found.last()))
          : scan(found.last(), Math.min(5 * look, MAX_SCAN_ROWS));
    }
  }

  public Future<Detail> find(Scope scope, String endpoint, String message) {
    return endpoints
        .requireExists(scope, endpoint)
        .compose(e -> messages.find(endpoint, message))
        .map(row -> row.orElseThrow(() -> ServiceException.notFound("message")))
        .compose(
            row ->
                messages
                    .attempts(endpoint, message, MAX_ATTEMPTS)
                    .map(attempts -> detail(row, attempts.reversed())));
  }

  private static Detail detail(WebhookMessageRepo.MessageWithBody row, List<AttemptView> attempts) {
    Entry e = row.entry();
    return new Detail(
        e.messageId(),
        e.eventType(),
        e.userId(),
        e.createdAt(),
        e.status(),
        e.attemptCount(),
        e.nextAttemptAt(),
        row.body() == null ? null : new String(row.body(), StandardCharsets.UTF_8),
        List.copyOf(attempts));
  }

  /** Counts the messages created in [since, until). */
  public Future<Stats> stats(Scope scope, String endpoint, Instant since, Instant until) {
    return endpoints
        .requireExists(scope, endpoint)
        .compose(
            e ->
                messages.stats(
                    endpoint,
                    WebhookMessageRepo.lowestId(since),
                    WebhookMessageRepo.upperBoundId(until)))
        .map(
            rows -> {
              int[] counts = new int[MessageStatus.values().length];
              rows.forEach(r -> counts[r.status().ordinal()] += r.count());
              return new Stats(
                  since,
                  until,
                  counts[MessageStatus.PENDING.ordinal()],
                  counts[MessageStatus.DELIVERED.ordinal()],
                  counts[MessageStatus.FAILED.ordinal()],
                  counts[MessageStatus.CANCELED.ordinal()]);
            });
  }
}
