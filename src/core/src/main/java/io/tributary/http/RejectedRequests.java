package io.tributary.http;

import io.micrometer.core.instrument.Counter;
import io.tributary.metrics.Metrics;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Counts requests and connections that were rejected or closed because of a limit. Shared by all
 * event loops.
 */
public final class RejectedRequests {
  /** Limit that was exceeded. */
  enum RejectionReason {
    /** Limit on requests in flight. */
    IN_FLIGHT,
    /** The team already uses its fair share of the request slots. */
    FAIR_PART,
    /** The key exceeded its rate limit. */
    KEY_RATE,
    /** Limit on connections. */
    CONNECTIONS,
    /** Limit on TLS handshakes in progress. */
    HANDSHAKES,
    /** The request head arrived too slowly. */
    SLOW_HEAD,
    /** The request body arrived too slowly. */
    SLOW_BODY,
    /** The client does not read the response. */
    SLOW_READER,
    /** The head or body is too long. */
    TOO_LARGE
  }

  private final Map<RejectionReason, Counter> counters = new EnumMap<>(RejectionReason.class);

  public RejectedRequests(Metrics meters) {
    for (RejectionReason reason : RejectionReason.values()) {
      counters.put(
          reason,
          meters.counter(
              "tributary_http_requests_rejected_total",
              "reason",
              reason.name().toLowerCase(Locale.ROOT)));
    }
  }

  void count(RejectionReason reason) {
    counters.get(reason).increment();
  }

  /** Returns the current count. */
  long currentCount(RejectionReason reason) {
    return (long) counters.get(reason).count();
  }
}
