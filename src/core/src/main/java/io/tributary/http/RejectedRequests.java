package io.tributary.http;

import io.micrometer.core.instrument.Counter;
import io.tributary.metrics.Metrics;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts what the edge refused or cut because of a limit; shared by all event loops. */
public final class RejectedRequests {
  /** Which limit it was. */
  enum Why {
    /** Too many requests are being served. */
    IN_FLIGHT,
    /** The team has its part of them. */
    FAIR_PART,
    /** The key has used up its requests of the minute. */
    KEY_RATE,
    /** Too many connections. */
    CONNECTIONS,
    /** Too many TLS handshakes are under way. */
    HANDSHAKES,
    /** The head of a request came too slowly. */
    SLOW_HEAD,
    /** Its body did. */
    SLOW_BODY,
    /** The client does not read its answer. */
    SLOW_READER,
    /** Head or body are too long. */
    TOO_LARGE
  }

  private final Map<Why, Counter> counters = new EnumMap<>(Why.class);

  public RejectedRequests(Metrics meters) {
    for (Why why : Why.values()) {
      counters.put(
          why,
          meters.counter(
              "tributary_http_turned_away_total", "why", why.name().toLowerCase(Locale.ROOT)));
    }
  }

  void count(Why why) {
    counters.get(why).increment();
  }

  /** How many there were. */
  long counted(Why why) {
    return (long) counters.get(why).count();
  }
}
