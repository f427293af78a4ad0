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
  private static final int MAX_ENTRIES = 4096;

  private static final Map<Object, SpanContext> CONTEXTS =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, SpanContext> eldest) {
          return size() > MAX_ENTRIES;
        }
      };

  private TraceContextCache() {}

  static void put(Object id, SpanContext trace) {
    if (trace.isSampled()) {
      synchronized (CONTEXTS) {
        CONTEXTS.put(id, trace);
      }
    }
  }

  static Optional<SpanContext> get(Object id) {
    synchronized (CONTEXTS) {
      return Optional.ofNullable(CONTEXTS.get(id));
    }
  }
}
