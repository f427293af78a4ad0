package io.tributary.eventlog;

import io.micrometer.core.instrument.Counter;
import io.tributary.config.EventLogConfig;
import io.tributary.core.ServiceException;
import io.tributary.event.Outbox;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.StreamingResponse;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageConsumer;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Server-sent event stream of one client that follows the log.
 *
 * <p>It reads when the outbox notifies it, and additionally at an interval. It reads nothing while
 * the client is slow or the database is unavailable. Runs on one event loop.
 */
final class EventStream {
  private static final System.Logger LOG = System.getLogger(EventStream.class.getName());
  private static final String TYPE = "text/event-stream; charset=utf-8";
  private static final int PAGE_EVENTS = 500;
  private static final int PAGE_BYTES = 256 * 1024;
  private static final int RECONNECT_MS = 1000;

  /** Delay before checking again for an event that waits for a concurrent transaction to commit. */
  private static final long RETRY_MS = 20;

  private final EventStreamRegistry.StreamDependencies tools;
  private final EventLogConfig settings;
  private final Counter delivered;
  private final RequestContext call;
  private final EventFilter filters;
  private final EventPage firstPage;
  private final Vertx vertx;
  private final Context context = Vertx.currentContext();
  private final List<Long> timers = new ArrayList<>();
  private MessageConsumer<String> wakeups;
  private StreamingResponse reply;
  private LogPosition position;
  private boolean reading;
  private boolean readAgain;
  private boolean blocked;
  private boolean ended;
  private long blockedSince;
  private long retryMs = RETRY_MS;
  private boolean retryScheduled;

  EventStream(
      EventStreamRegistry.StreamDependencies tools,
      Counter delivered,
      RequestContext call,
      EventFilter filters,
      EventPage first) {
    this.tools = tools;
    this.settings = tools.settings();
    this.delivered = delivered;
    this.call = call;
    this.filters = filters;
    this.firstPage = first;
    this.vertx = tools.vertx();
  }

  /**
   * Reads the first page before the response begins, so that an error is an ordinary error
   * response.
   */
  static Future<EventPage> readPage(
      EventStreamRegistry.StreamDependencies tools, EventFilter filters, LogPosition place) {
    return tools.reader().read(filters, place, PAGE_EVENTS, PAGE_BYTES);
  }

  Future<Response> run() {
    reply = StreamingResponse.begin(call, TYPE, this::close);
    if (ended) {
      return reply.ended();
    }
    reply.write(Buffer.buffer("retry: " + RECONNECT_MS + "\n\n"));
    wakeups =
        tools
            .db()
            .queueNotifier()
            .onWake(Outbox.eventLogQueue(filters.tenant().team()), this::onWakeup);
    schedule(settings.pollInterval().toMillis(), this::poll);
    schedule(settings.heartbeatInterval().toMillis(), this::sendHeartbeat);
    schedule(settings.keyCheckInterval().toMillis(), this::checkKey);
    schedule(Math.max(10, settings.slowClientTimeout().toMillis() / 10), this::checkReader);
    acceptPage(firstPage);
    return reply.ended();
  }

  private void schedule(long ms, Runnable action) {
    timers.add(vertx.setPeriodic(ms, id -> action.run()));
  }

  private void close() {
    ended = true;
    timers.forEach(vertx::cancelTimer);
    if (wakeups != null) {
      wakeups.unregister();
    }
  }

  private void onWakeup() {
    retryMs = RETRY_MS;
    poll();
  }

  private void poll() {
    if (ended || blocked) {
      return;
    }
    if (reading) {
      readAgain = true;
      return;
    }
    reading = true;
    readAgain = false;
    readPage(tools, filters, position)
        .onComplete(
            page -> {
              reading = false;
              acceptPage(page);
            },
            t -> {
              reading = false;
              onFailure(t);
            });
  }

  private void acceptPage(EventPage page) {
    if (ended) {
      return;
    }
    if (!page.rows().isEmpty()) {
      reply.write(render(page));
      delivered.increment(page.rows().size());
      retryMs = RETRY_MS;
    }
    position = page.next();
    if (reply.shouldPause()) {
      blocked = true;
      blockedSince = System.nanoTime();
      reply.onceWritable(
          () -> {
            blocked = false;
            poll();
          });
    } else if (page.hasMore() || readAgain) {
      context.runOnContext(v -> poll());
    } else if (page.hasUncommitted() && retryMs < settings.pollInterval().toMillis()) {
      if (!retryScheduled) {
        retryScheduled = true;
        vertx.setTimer(
            retryMs,
            id -> {
              retryScheduled = false;
              poll();
            });
      }
      retryMs *= 2;
    }
  }

  private Buffer render(EventPage page) {
    Buffer out = Buffer.buffer(PAGE_BYTES / 8);
    for (EventPage.Row row : page.rows()) {
      appendAscii(out, "id: ").appendString(EventReader.after(page, row).encode(filters));
      appendAscii(out, "\nevent: ").appendString(row.type());
      appendAscii(out, "\ndata: ");
      // The stored body contains no line breaks.
      if (row.body() == null) {
        appendAscii(out, "null");
      } else {
        out.appendBuffer(row.body());
      }
      appendAscii(out, "\n\n");
    }
    return out;
  }

  private static Buffer appendAscii(Buffer out, String ascii) {
    return out.appendBytes(ascii.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Sends a heartbeat, which also moves the client's position past events that its filter excludes.
   */
  private void sendHeartbeat() {
    if (!blocked) {
      reply.write(Buffer.buffer(": heartbeat\nid: " + position.encode(filters) + "\n\n"));
    }
  }

  private void checkKey() {
    tools
        .authenticator()
        .authenticateTeam(call.request())
        .onComplete(
            caller -> {
              if (!caller.tenant().equals(Optional.of(filters.tenant()))) {
                reply.end();
              }
            },
            t -> {
              if (t instanceof ServiceException r
                  && r.reason() == ServiceException.Reason.UNKNOWN_KEY) {
                reply.end();
              }
            });
  }

  private void checkReader() {
    if (blocked && System.nanoTime() - blockedSince > settings.slowClientTimeout().toNanos()) {
      reply.abort();
    }
  }

  /**
   * Keeps the stream open if the database is unavailable. Any other error ends the stream; the
   * client gets the error when it reconnects.
   */
  private void onFailure(Throwable t) {
    if (t instanceof ServiceException r && r.reason() == ServiceException.Reason.UNAVAILABLE) {
      return;
    }
    if (!(t instanceof ServiceException)) {
      LOG.log(Level.ERROR, "event stream team=" + filters.tenant().team(), t);
    }
    reply.end();
  }
}
