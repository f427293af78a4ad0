package io.tributary.telemetry;

import io.tributary.config.TelemetryConfig;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is believed of a caller's {@code traceparent}: its ids always, so that both sides name the
 * trace alike, but whether it is recorded only where the operator says so. Else anybody could have
 * everything recorded. Other headers of traces are not read.
 */
record IncomingTraceContext(double sampling, boolean followed) {
  private static final Pattern TRACEPARENT =
      Pattern.compile("(00-[0-9a-f]{32}-[0-9a-f]{16})-([0-9a-f]{2})");

  static IncomingTraceContext of(TelemetryConfig settings) {
    return new IncomingTraceContext(settings.sampling(), settings.followCallers());
  }

  /** The headers of a request as the tracer may see them. */
  Iterable<Map.Entry<String, String>> believed(String traceparent) {
    if (traceparent == null) {
      return List.of();
    }
    Matcher m = TRACEPARENT.matcher(traceparent);
    if (!m.matches()) {
      return List.of();
    }
    String flags =
        followed ? m.group(2) : ThreadLocalRandom.current().nextDouble() < sampling ? "01" : "00";
    return List.of(Map.entry("traceparent", m.group(1) + "-" + flags));
  }
}
