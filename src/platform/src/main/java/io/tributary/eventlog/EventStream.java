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
  private static final int EVENTS = 500;
  private static final int BYTES = 256 * 1024;
  private static final int RECONNECT_MS = 1000;

  /** Delay before checking again for an event that waits for a concurrent transaction to commit. */
  private static final long SOON_MS = 20;

  private final EventStreamRegistry.Tools tools;
  private final EventLogConfig settings;
  private final Counter told;
  private final RequestContext call;
  private final EventFilter filters;
  private final EventPage first;
  private final Vertx vertx;
  private final Context context = Vertx.currentContext();
  private final List<Long> timers = new ArrayList<>();
  private MessageConsumer<String> wakes;
  private StreamingResponse reply;
  private LogPosition place;
  private boolean reading;
  private boolean again;
  private boolean blocked;
  private boolean over;
  private long blockedSince;
  private long soon = SOON_MS;
  private boolean soonAgain;

  EventStream(
      EventStreamRegistry.Tools tools,
      Counter told,
      RequestContext call,
      EventFilter filters,
      EventPage first) {
    this.tools = tools;
    this.settings = tools.settings();
    this.told = told;
    this.call = call;
    this.filters = filters;
    this.first = first;
    this.vertx = tools.vertx();
  }

  /**
   * Reads the first page before the response begins, so that an error is an ordinary error
   * response.
   */
  static Future<EventPage> first(
      EventStreamRegistry.Tools tools, EventFilter filters, LogPosition place) {
    return tools.reader().read(filters, place, EVENTS, BYTES);
  }

  Future<Response> run() {
    reply = StreamingResponse.begin(call, TYPE, this::close);
    if (over) {
      return reply.done();
    }
    reply.write(Buffer.buffer("retry: " + RECONNECT_MS + "\n\n"));
    wakes = tools.db().wakeups().on(Outbox.logQueue(filters.tenant().team()), this::woken);
    every(settings.poll().toMillis(), this::poll);
    every(settings.heartbeat().toMillis(), this::beat);
    every(settings.keyCheck().toMillis(), this::checkKey);
    every(Math.max(10, settings.slowReader().toMillis() / 10), this::checkReader);
    take(first);
    return reply.done();
  }

  private void every(long ms, Runnable action) {
    timers.add(vertx.setPeriodic(ms, id -> action.run()));
  }

  private void close() {
    over = true;
    timers.forEach(vertx::cancelTimer);
    if (wakes != null) {
      wakes.unregister();
    }
  }

  private void woken() {
    soon = SOON_MS;
    poll();
  }

  private void poll() {
    if (over || blocked) {
      return;
    }
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    again = false;
    first(tools, filters, place)
        .onComplete(
            page -> {
              reading = false;
              take(page);
            },
            t -> {
              reading = false;
              failed(t);
            });
  }

  private void take(EventPage page) {
    if (over) {
      return;
    }
    if (!page.rows().isEmpty()) {
      reply.write(written(page));
      told.increment(page.rows().size());
      soon = SOON_MS;
    }
    place = page.next();
    if (reply.full()) {
      blocked = true;
      blockedSince = System.nanoTime();
      reply.whenDrained(
          () -> {
            blocked = false;
            poll();
          });
    } else if (page.more() || again) {
      context.runOnContext(v -> poll());
    } else if (page.open() && soon < settings.poll().toMillis()) {
      if (!soonAgain) {
        soonAgain = true;
        vertx.setTimer(
            soon,
            id -> {
              soonAgain = false;
              poll();
            });
      }
      soon *= 2;
    }
  }

  private Buffer written(EventPage page) {
    Buffer out = Buffer.buffer(BYTES / 8);
    for (EventPage.Row row : page.rows()) {
      text(out, "id: ").appendString(EventReader.after(page, row).cursor(filters));
      text(out, "\nevent: ").appendString(row.type());
      text(out, "\ndata: ");
      // The stored body contains no line breaks.
      if (row.body() == null) {
        text(out, "null");
      } else {
        out.appendBuffer(row.body());
      }
      text(out, "\n\n");
    }
    return out;
  }

  private static Buffer text(Buffer out, String ascii) {
    return out.appendBytes(ascii.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Sends a heartbeat, which also moves the client's position past events that its filter excludes.
   */
  private void beat() {
    if (!blocked) {
      reply.write(Buffer.buffer(": heartbeat\nid: " + place.cursor(filters) + "\n\n"));
    }
  }

  private void checkKey() {
    tools
        .gatekeeper()
        .team(call.request())
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
    if (blocked && System.nanoTime() - blockedSince > settings.slowReader().toNanos()) {
      reply.cut();
    }
  }

  /**
   * Keeps the stream open if the database is unavailable. Any other error ends the stream; the
   * client gets the error when it reconnects.
   */
  private void failed(Throwable t) {
    if (t instanceof ServiceException r && r.reason() == ServiceException.Reason.UNAVAILABLE) {
      return;
    }
    if (!(t instanceof ServiceException)) {
      LOG.log(Level.ERROR, "event stream team=" + filters.tenant().team(), t);
    }
    reply.end();
  }
}
