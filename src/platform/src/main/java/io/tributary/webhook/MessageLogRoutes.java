package io.tributary.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.Done;
import io.tributary.event.EventTypes;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Fields;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.Cursor;
import io.tributary.kernel.Json;
import io.tributary.kernel.Times;
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

/** The message log of an endpoint in the management API: webhooks.md §6. */
public final class MessageLogRoutes implements Routes.Source {
  private static final String MESSAGES = Scopes.ENDPOINT + "/message";
  private static final String MESSAGE = MESSAGES + "/{message_id}";
  private static final Duration RECOVERABLE = Duration.ofDays(14);
  private static final Duration STATS = Duration.ofDays(1);
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
        .get(MESSAGES, Access.MANAGEMENT, this::list)
        .get(MESSAGE, Access.MANAGEMENT, this::read)
        .post(MESSAGE + "/resend", Access.MANAGEMENT, this::resend)
        .delete(MESSAGE + "/payload", Access.MANAGEMENT, this::expunge)
        .post(Scopes.ENDPOINT + "/recover", Access.MANAGEMENT, this::recover)
        .post(Scopes.ENDPOINT + "/replay", Access.MANAGEMENT, this::replay)
        .post(Scopes.ENDPOINT + "/send_example", Access.MANAGEMENT, this::example)
        .get(Scopes.ENDPOINT + "/stats", Access.MANAGEMENT, this::stats);
  }

  private Future<Reply> list(Call call) {
    Scope scope = Scopes.of(call);
    String endpoint = Scopes.endpoint(call);
    MessageFilter filter =
        new MessageFilter(
            call.query().choice("status", MessageStatus::of, MessageStatus.wires()).orElse(null),
            type(call).orElse(null),
            Scopes.instant(call, "since").orElse(null),
            Scopes.instant(call, "until").orElse(null),
            call.query().uuid("user_id").orElse(null));
    order(call, filter.since(), filter.until());
    int limit = call.query().integer("limit", 50, 1, 250);
    String cursor = call.query().text("next_cursor").orElse(null);
    call.check();
    List<Object> filters = Arrays.asList("message", scope, endpoint, filter);
    String after = Cursor.read(cursor, filters, 1).map(List::getFirst).orElse(null);
    return log.page(scope, endpoint, filter, after, limit)
        .map(
            page -> {
              ObjectNode out = Json.object();
              out.set("data", Json.tree(page.messages()));
              return Reply.ok(
                  out.put(
                      "next_cursor",
                      page.next() == null ? null : Cursor.write(filters, List.of(page.next()))));
            });
  }

  private static Optional<String> type(Call call) {
    Optional<String> type = call.query().text("event_type");
    if (type.isPresent() && !FilterTypes.known(type.get())) {
      call.query().add("event_type", FilterTypes.unknown(type.get()), "enum");
    }
    return type;
  }

  private static void order(Call call, Instant since, Instant until) {
    if (since != null && until != null && until.isBefore(since)) {
      call.query().add("until", "Input should not be before since", "value_error");
    }
  }

  private Future<Reply> read(Call call) {
    return log.one(Scopes.of(call), Scopes.endpoint(call), call.path("message_id")).map(Reply::ok);
  }

  private Future<Reply> resend(Call call) {
    Resend command = new Resend(Scopes.of(call), Scopes.endpoint(call), call.path("message_id"));
    return bus.<Sent>ask(Address.WEBHOOK, command).map(sent -> Reply.of(202, sent));
  }

  private Future<Reply> expunge(Call call) {
    Expunge command = new Expunge(Scopes.of(call), Scopes.endpoint(call), call.path("message_id"));
    return bus.<Done>ask(Address.WEBHOOK, command).map(done -> Reply.noContent());
  }

  private Future<Reply> recover(Call call) {
    Scope scope = Scopes.of(call);
    Fields body = call.body();
    Instant since = instant(body, "since", true);
    Instant until = instant(body, "until", false);
    if (since != null && since.isBefore(clock.instant().minus(RECOVERABLE))) {
      body.fault("since", "Input should be at most 14 days ago", "value_error");
    }
    order(body, since, until);
    call.check();
    return bus.<Count>ask(
            Address.WEBHOOK_BATCH, new Recover(scope, Scopes.endpoint(call), since, until))
        .map(count -> Reply.of(202, count));
  }

  private Future<Reply> replay(Call call) {
    Scope scope = Scopes.of(call);
    Fields body = call.body();
    Instant since = instant(body, "since", true);
    Instant until = instant(body, "until", true);
    order(body, since, until);
    Replay command =
        new Replay(
            scope,
            Scopes.endpoint(call),
            since,
            until,
            body.text("event_type", TYPE_LENGTH).flatMap(t -> known(body, t)).orElse(null),
            body.uuid("user_id").orElse(null));
    call.check();
    return bus.<Count>ask(Address.WEBHOOK_BATCH, command).map(count -> Reply.of(202, count));
  }

  private Future<Reply> example(Call call) {
    Scope scope = Scopes.of(call);
    Fields body = call.body();
    String type = body.requiredText("event_type", 1, TYPE_LENGTH);
    if (type != null && !EventTypes.known(type)) {
      body.fault("event_type", "Unknown event type: " + type, "enum");
    }
    call.check();
    return bus.<Sent>ask(Address.WEBHOOK, new SendExample(scope, Scopes.endpoint(call), type))
        .map(sent -> Reply.of(202, sent));
  }

  private Future<Reply> stats(Call call) {
    Scope scope = Scopes.of(call);
    Instant until = Scopes.instant(call, "until").orElseGet(clock::instant);
    Instant since = Scopes.instant(call, "since").orElseGet(() -> until.minus(STATS));
    order(call, since, until);
    call.check();
    return log.stats(scope, Scopes.endpoint(call), since, until).map(Reply::ok);
  }

  private static Instant instant(Fields body, String name, boolean required) {
    Optional<String> text =
        required ? Optional.ofNullable(body.requiredText(name, 1, 40)) : body.text(name, 40);
    return text.flatMap(
            t -> {
              Optional<Instant> at = Times.instant(t);
              return at.isPresent()
                  ? at
                  : body.fault(name, "Input should be an ISO date-time", "datetime_parsing");
            })
        .orElse(null);
  }

  private static void order(Fields body, Instant since, Instant until) {
    if (since != null && until != null && until.isBefore(since)) {
      body.fault("until", "Input should not be before since", "value_error");
    }
  }

  private static Optional<String> known(Fields body, String type) {
    return FilterTypes.known(type)
        ? Optional.of(type)
        : body.fault("event_type", FilterTypes.unknown(type), "enum");
  }
}
