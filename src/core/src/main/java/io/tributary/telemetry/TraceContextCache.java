package io.tributary.telemetry;

import io.opentelemetry.api.trace.SpanContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which trace made what is to be done later, for as long as this process remembers: the newest few
 * thousand, and only traces that are recorded. Rows do not carry traces, so a job that another node
 * does is not linked.
 */
final class TraceContextCache {
  private static final int MOST = 4096;

  private static final Map<Object, SpanContext> LEFT =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, SpanContext> eldest) {
          return size() > MOST;
        }
      };

  private TraceContextCache() {}

  static void leave(Object id, SpanContext trace) {
    if (trace.isSampled()) {
      synchronized (LEFT) {
        LEFT.put(id, trace);
      }
    }
  }

  static Optional<SpanContext> of(Object id) {
    synchronized (LEFT) {
      return Optional.ofNullable(LEFT.get(id));
    }
  }
}
