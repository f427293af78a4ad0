package io.tributary.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.tracing.VertxTracer;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Spans for work that Vert.x does not trace by itself: jobs, and work that changes threads. Without
 * a tracer the methods only run the given work.
 */
public final class Tracing {
  private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  private static final AttributeKey<String> JOB = AttributeKey.stringKey("tributary.job");

  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");

  private final Optional<RedactingTracer> tracer;

  private Tracing(Optional<RedactingTracer> tracer) {
    this.tracer = tracer;
  }

  public static Tracing on(Vertx vertx) {
    VertxTracer<?, ?> tracer = ((VertxInternal) vertx).tracer();
    return new Tracing(tracer instanceof RedactingTracer q ? Optional.of(q) : Optional.empty());
  }

  /** Sets the route of the current request span. */
  public static void setRoute(String method, String template) {
    Span.current().updateName(method + " " + template).setAttribute(ROUTE, template);
  }

  /** Returns the current trace ID as 32 hex digits; empty if there is none. */
  public static Optional<String> traceId() {
    SpanContext now = Span.current().getSpanContext();
    return now.isValid() ? Optional.of(now.getTraceId()) : Optional.empty();
  }

  /**
   * Sets the subject of the current job. Its ID becomes an attribute, and the span is linked to the
   * trace that {@link #remember} recorded under the ID.
   */
  public static void setSubject(Object id) {
    Span now = Span.current();
    if (now.isRecording()) {
      now.setAttribute(JOB, id.toString());
      TraceContextCache.get(id).ifPresent(now::addLink);
    }
  }

  /** Sets an attribute of the current span. The value must never come from users or callers. */
  public static void setAttribute(String name, String value) {
    Span.current().setAttribute("tributary." + name, value);
  }

  /**
   * Records the current trace under an ID, so that later work on it, which is a separate trace,
   * links to this one.
   */
  public static void remember(Object id) {
    TraceContextCache.put(id, Span.current().getSpanContext());
  }

  /** Records a failure on the current span. */
  public static void recordFailure(Throwable failure) {
    RedactingTracer.recordFailure(Span.current(), failure);
  }

  /**
   * Returns the context on which work of this thread continues. With tracing it is a duplicated
   * context, so that other work of the same verticle does not join the trace.
   */
  public Context contextFor(Context verticle) {
    ContextInternal now = ContextInternal.current();
    return tracer.isPresent()
            && now != null
            && now.isDuplicate()
            && now.unwrap() == unwrapped(verticle)
        ? now
        : verticle;
  }

  private static Context unwrapped(Context context) {
    return ((ContextInternal) context).unwrap();
  }

  /**
   * Runs work on the verticle's context as a separate trace, subject to sampling.
   *
   * @param name low-cardinality name: the kind of job, never an individual job
   */
  public void runJob(Context verticle, String name, Runnable work) {
    if (tracer.isEmpty()) {
      verticle.runOnContext(v -> work.run());
      return;
    }
    Context own = ((ContextInternal) verticle).duplicate();
    own.runOnContext(
        v -> {
          Span span = startRootSpan(name, SpanKind.CONSUMER);
          try (Scope scope = span.makeCurrent()) {
            work.run();
          } catch (RuntimeException | Error e) {
            RedactingTracer.recordFailure(span, e);
            throw e;
          } finally {
            span.end();
          }
        });
  }

  /** Traces an asynchronous operation as a separate trace. */
  public <T> Future<T> traceRoot(String name, Object about, Supplier<Future<T>> work) {
    Span span = startSpan(name, about);
    return work.get()
        .onComplete(
            r -> {
              RedactingTracer.recordFailure(span, r.cause());
              span.end();
            });
  }

  /**
   * Starts a separate trace whose span the caller ends; returns an invalid span without a tracer.
   */
  public Span startSpan(String name, Object about) {
    if (tracer.isEmpty()) {
      return Span.getInvalid();
    }
    SpanBuilder builder =
        tracer.get().tracer().spanBuilder(name).setNoParent().setSpanKind(SpanKind.CLIENT);
    TraceContextCache.get(about).ifPresent(builder::addLink);
    return builder.setAttribute(JOB, about.toString()).startSpan();
  }

  /**
   * Ends a span of {@link #startSpan}.
   *
   * @param status HTTP status; 0 if there was no response
   * @param fault kind of failure, if any
   */
  public static void endSpan(Span span, int status, Optional<String> fault) {
    if (status > 0) {
      span.setAttribute(STATUS, (long) status);
    }
    fault.ifPresent(f -> span.setStatus(StatusCode.ERROR).setAttribute(RedactingTracer.ERROR, f));
    span.end();
  }

  private Span startRootSpan(String name, SpanKind kind) {
    return tracer.get().tracer().spanBuilder(name).setNoParent().setSpanKind(kind).startSpan();
  }

  /** Traces an asynchronous operation as a child span of the current trace, if there is one. */
  public <T> Future<T> traceChild(String name, Supplier<Future<T>> work) {
    if (tracer.isEmpty() || !Span.current().isRecording()) {
      return work.get();
    }
    Span span = tracer.get().tracer().spanBuilder(name).startSpan();
    return work.get()
        .onComplete(
            r -> {
              RedactingTracer.recordFailure(span, r.cause());
              span.end();
            });
  }
}
