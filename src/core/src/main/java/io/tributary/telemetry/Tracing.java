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
 * Spans of what Vert.x does not trace by itself: jobs, and work that changes threads. Where nothing
 * is traced every method only does what it was given.
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

  /** The request that is served now has found its route. */
  public static void route(String method, String template) {
    Span.current().updateName(method + " " + template).setAttribute(ROUTE, template);
  }

  /** The trace that this thread works for: 32 hex digits; empty when it works for none. */
  public static Optional<String> trace() {
    SpanContext now = Span.current().getSpanContext();
    return now.isValid() ? Optional.of(now.getTraceId()) : Optional.empty();
  }

  /**
   * What the job of this thread is about: told as its id, and linked to the trace that left its
   * track under it.
   */
  public static void about(Object id) {
    Span now = Span.current();
    if (now.isRecording()) {
      now.setAttribute(JOB, id.toString());
      TraceContextCache.of(id).ifPresent(now::addLink);
    }
  }

  /** A word that is known of it. It never comes from users or callers. */
  public static void note(String name, String word) {
    Span.current().setAttribute("tributary." + name, word);
  }

  /** What is about to be done of this will be another trace, which is linked to this one. */
  public static void leave(Object id) {
    TraceContextCache.leave(id, Span.current().getSpanContext());
  }

  /** The work that goes on now has failed. */
  public static void failed(Throwable failure) {
    RedactingTracer.failed(Span.current(), failure);
  }

  /**
   * Where work is to go on that began on this thread: with a trace on a context of its own, so that
   * other work of the same verticle does not get into it.
   */
  public Context here(Context verticle) {
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
   * Runs the work on the verticle's context as a trace of its own, unless sampling leaves it out.
   *
   * @param name low in number: of a kind of job, never of one job
   */
  public void job(Context verticle, String name, Runnable work) {
    if (tracer.isEmpty()) {
      verticle.runOnContext(v -> work.run());
      return;
    }
    Context own = ((ContextInternal) verticle).duplicate();
    own.runOnContext(
        v -> {
          Span span = root(name, SpanKind.CONSUMER);
          try (Scope scope = span.makeCurrent()) {
            work.run();
          } catch (RuntimeException | Error e) {
            RedactingTracer.failed(span, e);
            throw e;
          } finally {
            span.end();
          }
        });
  }

  /** The future's time as a trace of its own. */
  public <T> Future<T> trip(String name, Object about, Supplier<Future<T>> work) {
    Span span = begin(name, about);
    return work.get()
        .onComplete(
            r -> {
              RedactingTracer.failed(span, r.cause());
              span.end();
            });
  }

  /** A trace of its own that the caller ends. Where nothing is traced it is none. */
  public Span begin(String name, Object about) {
    if (tracer.isEmpty()) {
      return Span.getInvalid();
    }
    SpanBuilder builder =
        tracer.get().tracer().spanBuilder(name).setNoParent().setSpanKind(SpanKind.CLIENT);
    TraceContextCache.of(about).ifPresent(builder::addLink);
    return builder.setAttribute(JOB, about.toString()).startSpan();
  }

  /**
   * Ends a span of {@link #begin}.
   *
   * @param status of HTTP; 0 when there was no answer
   * @param fault its kind, if there was one
   */
  public static void ended(Span span, int status, Optional<String> fault) {
    if (status > 0) {
      span.setAttribute(STATUS, (long) status);
    }
    fault.ifPresent(f -> span.setStatus(StatusCode.ERROR).setAttribute(RedactingTracer.ERROR, f));
    span.end();
  }

  private Span root(String name, SpanKind kind) {
    return tracer.get().tracer().spanBuilder(name).setNoParent().setSpanKind(kind).startSpan();
  }

  /** The future's time as a span of the current trace, if there is one. */
  public <T> Future<T> step(String name, Supplier<Future<T>> work) {
    if (tracer.isEmpty() || !Span.current().isRecording()) {
      return work.get();
    }
    Span span = tracer.get().tracer().spanBuilder(name).startSpan();
    return work.get()
        .onComplete(
            r -> {
              RedactingTracer.failed(span, r.cause());
              span.end();
            });
  }
}
