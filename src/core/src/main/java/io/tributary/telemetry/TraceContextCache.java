package io.tributary.telemetry;

import io.opentelemetry.api.trace.SpanContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Links later work to the trace that caused it, by ID, for the lifetime of the process.
 *
 * <p>It keeps the newest 4096 entries, and only sampled traces. Rows do not store trace IDs, so a
 * job that another node runs is not linked.
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
