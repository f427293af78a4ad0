package io.tributary.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Cursor;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.event.EventTypes;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.webhook.WebhookMessages.Count;
import io.tributary.webhook.WebhookMessages.Expunge;
import io.tributary.webhook.WebhookMessages.Recover;
import io.tributary.webhook.WebhookMessages.Replay;
import io.tributary.webhook.WebhookMessages.Resend;
import io.tributary.webhook.WebhookMessages.Scope;
import io.tributary.webhook.WebhookMessages.SendExample;
import io.tributary.webhook.WebhookMessages.Sent;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Routes for the message log of an endpoint in the management API. */
public final class MessageLogRoutes implements Routes.Source {
  private static final String MESSAGES = WebhookPaths.ENDPOINT + "/message";
  private static final String MESSAGE = MESSAGES + "/{message_id}";
  private static final Duration MAX_RECOVERY_AGE = Duration.ofDays(14);
  private static final Duration DEFAULT_STATS_WINDOW = Duration.ofDays(1);
  private static final int TYPE_LENGTH = 200;

  private final Bus bus;
  private final MessageLog log;
  private final Clock clock;

  public MessageLogRoutes(Bus bus, MessageLog log, Clock clock) {
    this.bus = bus;
    this.log = log;
    this.clock = clock;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(MESSAGES, RouteAccess.MANAGEMENT, this::list)
        .get(MESSAGE, RouteAccess.MANAGEMENT, this::read)
        .post(MESSAGE + "/resend", RouteAccess.MANAGEMENT, this::resend)
        .delete(MESSAGE + "/payload", RouteAccess.MANAGEMENT, this::expunge)
        .post(WebhookPaths.ENDPOINT + "/recover", RouteAccess.MANAGEMENT, this::recover)
        .post(WebhookPaths.ENDPOINT + "/replay", RouteAccess.MANAGEMENT, this::replay)
        .post(WebhookPaths.ENDPOINT + "/send_example", RouteAccess.MANAGEMENT, this::example)
        .get(WebhookPaths.ENDPOINT + "/stats", RouteAccess.MANAGEMENT, this::stats);
  }

  private Future<Response> list(RequestContext call) {
    Scope scope = WebhookPaths.scope(call);
    String endpoint = WebhookPaths.endpoint(call);
    MessageFilter filter =
        new MessageFilter(
            call.query().choice("status", MessageStatus::of, MessageStatus.wires()).orElse(null),
            type(call).orElse(null),
            WebhookPaths.instant(call, "since").orElse(null),
            WebhookPaths.instant(call, "until").orElse(null),
            call.query().uuid("user_id").orElse(null));
    requireOrder(call, filter.since(), filter.until());
    int limit = call.query().integer("limit", 50, 1, 250);
    String cursor = call.query().text("next_cursor").orElse(null);
    call.requireValid();
    List<Object> filters = Arrays.asList("message", scope, endpoint, filter);
    String after = Cursor.decode(cursor, filters, 1).map(List::getFirst).orElse(null);
    return log.page(scope, endpoint, filter, after, limit)
        .map(
            page -> {
              ObjectNode out = Json.object();
              out.set("data", Json.tree(page.messages()));
              return Response.ok(
                  out.put(
                      "next_cursor",
                      page.next() == null ? null : Cursor.encode(filters, List.of(page.next()))));
            });
  }

  private static Optional<String> type(RequestContext call) {
    Optional<String> type = call.query().text("event_type");
    if (type.isPresent() && !EventTypeFilter.isKnown(type.get())) {
      call.query().addError("event_type", EventTypeFilter.unknownMessage(type.get()), "enum");
    }
    return type;
  }

  private static void requireOrder(RequestContext call, Instant since, Instant until) {
    if (since != null && until != null && until.isBefore(since)) {
      call.query().addError("until", "Input should not be before since", "value_error");
    }
  }

  private Future<Response> read(RequestContext call) {
    return log.find(
            WebhookPaths.scope(call), WebhookPaths.endpoint(call), call.pathParameter("message_id"))
        .map(Response::ok);
  }

  private Future<Response> resend(RequestContext call) {
    Resend command =
        new Resend(
            WebhookPaths.scope(call),
            WebhookPaths.endpoint(call),
            call.pathParameter("message_id"));
    return bus.<Sent>request(Address.WEBHOOK, command).map(sent -> Response.of(202, sent));
  }

  private Future<Response> expunge(RequestContext call) {
    Expunge command =
        new Expunge(
            WebhookPaths.scope(call),
            WebhookPaths.endpoint(call),
            call.pathParameter("message_id"));
    return bus.<Ack>request(Address.WEBHOOK, command).map(done -> Response.noContent());
  }

  private Future<Response> recover(RequestContext call) {
    Scope scope = WebhookPaths.scope(call);
    JsonFields body = call.body();
    Instant since = instant(body, "since", true);
    Instant until = instant(body, "until", false);
    if (since != null && since.isBefore(clock.instant().minus(MAX_RECOVERY_AGE))) {
      body.addError("since", "Input should be at most 14 days ago", "value_error");
    }
    requireOrder(body, since, until);
    call.requireValid();
    return bus.<Count>request(
            Address.WEBHOOK_BATCH, new Recover(scope, WebhookPaths.endpoint(call), since, until))
        .map(count -> Response.of(202, count));
  }

  private Future<Response> replay(RequestContext call) {
    Scope scope = WebhookPaths.scope(call);
    JsonFields body = call.body();
    Instant since = instant(body, "since", true);
    Instant until = instant(body, "until", true);
    requireOrder(body, since, until);
    Replay command =
        new Replay(
            scope,
            WebhookPaths.endpoint(call),
            since,
            until,
            body.text("event_type", TYPE_LENGTH).flatMap(t -> requireKnown(body, t)).orElse(null),
            body.uuid("user_id").orElse(null));
    call.requireValid();
    return bus.<Count>request(Address.WEBHOOK_BATCH, command).map(count -> Response.of(202, count));
  }

  private Future<Response> example(RequestContext call) {
    Scope scope = WebhookPaths.scope(call);
    JsonFields body = call.body();
    String type = body.requiredText("event_type", 1, TYPE_LENGTH);
    if (type != null && !EventTypes.isKnown(type)) {
      body.addError("event_type", "Unknown event type: " + type, "enum");
    }
    call.requireValid();
    return bus.<Sent>request(
            Address.WEBHOOK, new SendExample(scope, WebhookPaths.endpoint(call), type))
        .map(sent -> Response.of(202, sent));
  }

  private Future<Response> stats(RequestContext call) {
    Scope scope = WebhookPaths.scope(call);
    Instant until = WebhookPaths.instant(call, "until").orElseGet(clock::instant);
    Instant since =
        WebhookPaths.instant(call, "since").orElseGet(() -> until.minus(DEFAULT_STATS_WINDOW));
    requireOrder(call, since, until);
    call.requireValid();
    return log.stats(scope, WebhookPaths.endpoint(call), since, until).map(Response::ok);
  }

  private static Instant instant(JsonFields body, String name, boolean required) {
    Optional<String> text =
        required ? Optional.ofNullable(body.requiredText(name, 1, 40)) : body.text(name, 40);
    return text.flatMap(
            t -> {
              Optional<Instant> at = Times.parseInstant(t);
              return at.isPresent()
                  ? at
                  : body.addError(name, "Input should be an ISO date-time", "datetime_parsing");
            })
        .orElse(null);
  }

  private static void requireOrder(JsonFields body, Instant since, Instant until) {
    if (since != null && until != null && until.isBefore(since)) {
      body.addError("until", "Input should not be before since", "value_error");
    }
  }

  private static Optional<String> requireKnown(JsonFields body, String type) {
    return EventTypeFilter.isKnown(type)
        ? Optional.of(type)
        : body.addError("event_type", EventTypeFilter.unknownMessage(type), "enum");
  }
}
