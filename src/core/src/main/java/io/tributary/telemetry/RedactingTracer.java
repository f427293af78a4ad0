package io.tributary.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.tributary.core.ServiceException;
import io.vertx.core.Context;
import io.vertx.core.eventbus.Message;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.spi.tracing.SpanKind;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.core.tracing.TracingPolicy;
import io.vertx.pgclient.PgException;
import io.vertx.tracing.opentelemetry.Operation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Wraps the tracer of vertx-opentelemetry and removes sensitive data from spans.
 *
 * <p>{@link SpanAttributes} filters attributes. Failures are recorded by kind, never by message. No
 * header is added to outbound calls that leave the service.
 */
final class RedactingTracer implements VertxTracer<Operation, Operation> {
  private static final BiConsumer<String, String> NO_HEADERS = (name, value) -> {};

  private static final List<String> PROBES = List.of("/health/live", "/health/ready", "/metrics");

  static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  private final VertxTracer<Operation, Operation> delegate;
  private final Tracer tracer;
  private final IncomingTraceContext incoming;

  RedactingTracer(
      VertxTracer<Operation, Operation> delegate, Tracer tracer, IncomingTraceContext incoming) {
    this.delegate = delegate;
    this.tracer = tracer;
    this.incoming = incoming;
  }

  /** Returns the tracer for spans that Vert.x does not create. */
  Tracer tracer() {
    return tracer;
  }

  @Override
  public <R> Operation receiveRequest(
      Context context,
      SpanKind kind,
      TracingPolicy policy,
      R request,
      String operation,
      Iterable<Map.Entry<String, String>> headers,
      TagExtractor<R> tags) {
    return switch (request) {
      case HttpServerRequest r when PROBES.contains(r.path()) -> null;
      case HttpServerRequest r ->
          delegate.receiveRequest(
              context,
              kind,
              TracingPolicy.ALWAYS,
              request,
              r.method().name(),
              incoming.acceptedHeaders(r.getHeader("traceparent")),
              new SpanAttributes<>(tags, request));
      case Message<?> m when isTraced(m) ->
          delegate.receiveRequest(
              context,
              kind,
              policy,
              request,
              "serve " + type(m),
              headers,
              new SpanAttributes<>(tags, request));
      default -> null;
    };
  }

  @Override
  public <R> void sendResponse(
      Context context, R response, Operation operation, Throwable failure, TagExtractor<R> tags) {
    if (operation == null) {
      return;
    }
    if (response instanceof HttpServerResponse r && r.getStatusCode() >= 500) {
      operation.span().setStatus(StatusCode.ERROR);
    }
    recordFailure(operation.span(), failure);
    delegate.sendResponse(context, response, operation, null, filtered(tags, response));
  }

  @Override
  public <R> Operation sendRequest(
      Context context,
      SpanKind kind,
      TracingPolicy policy,
      R request,
      String operation,
      BiConsumer<String, String> headers,
      TagExtractor<R> tags) {
    if (request instanceof Message<?> m && !isTraced(m)) {
      return null;
    }
    SpanAttributes<R> told = new SpanAttributes<>(tags, request);
    boolean bus = request instanceof Message<?>;
    return delegate.sendRequest(
        context,
        kind,
        policy,
        request,
        request instanceof Message<?> m ? operation + " " + type(m) : spanName(operation, told),
        bus ? headers : NO_HEADERS,
        told);
  }

  /** Names SQL spans by the first keyword of the statement and other calls by their method. */
  private static String spanName(String operation, SpanAttributes<?> told) {
    String sql = told.get("db.query.text").stripLeading();
    int word = 0;
    while (word < sql.length() && Character.isLetter(sql.charAt(word))) {
      word++;
    }
    return word == 0 ? operation : "sql " + sql.substring(0, word).toLowerCase(Locale.ROOT);
  }

  @Override
  public <R> void receiveResponse(
      Context context, R response, Operation operation, Throwable failure, TagExtractor<R> tags) {
    if (operation == null) {
      return;
    }
    recordFailure(operation.span(), failure);
    delegate.receiveResponse(context, response, operation, null, filtered(tags, response));
  }

  private static <R> TagExtractor<R> filtered(TagExtractor<R> tags, R response) {
    return response == null ? tags : new SpanAttributes<>(tags, response);
  }

  /**
   * Returns whether a bus message gets a span. Wake-ups do not: they are not worth one, and their
   * addresses may contain a team ID.
   */
  private static boolean isTraced(Message<?> message) {
    return message.body() instanceof Record;
  }

  private static String type(Message<?> message) {
    return message.body() == null ? "nothing" : message.body().getClass().getSimpleName();
  }

  /** Records the kind of a failure. Its message may quote input, so it is not recorded. */
  static void recordFailure(Span span, Throwable failure) {
    if (failure == null) {
      return;
    }
    span.setAttribute(ERROR, errorKind(failure));
    if (!(failure instanceof ServiceException)) {
      span.setStatus(StatusCode.ERROR);
    }
  }

  private static String errorKind(Throwable failure) {
    return switch (failure) {
      case PgException pg -> "PgException " + pg.getSqlState();
      case ServiceException r -> "Refusal " + r.reason();
      default -> failure.getClass().getSimpleName();
    };
  }
}
