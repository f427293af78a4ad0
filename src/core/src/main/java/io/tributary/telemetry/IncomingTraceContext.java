package io.tributary.telemetry;

import io.tributary.config.TelemetryConfig;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Trace context accepted from a caller's {@code traceparent}.
 *
 * <p>The trace and span IDs are always used, so that both sides use the same trace ID. The sampled
 * flag is used only if the operator enables it; otherwise any caller could force recording. Other
 * trace headers are ignored.
 */
record IncomingTraceContext(double sampling, boolean trustSampledFlag) {
  private static final Pattern TRACEPARENT =
      Pattern.compile("(00-[0-9a-f]{32}-[0-9a-f]{16})-([0-9a-f]{2})");

  static IncomingTraceContext of(TelemetryConfig settings) {
    return new IncomingTraceContext(settings.sampling(), settings.trustIncomingSampling());
  }

  /** Returns the headers that the tracer may see. */
  Iterable<Map.Entry<String, String>> acceptedHeaders(String traceparent) {
    if (traceparent == null) {
      return List.of();
    }
    Matcher m = TRACEPARENT.matcher(traceparent);
    if (!m.matches()) {
      return List.of();
    }
    String flags =
        trustSampledFlag
            ? m.group(2)
            : ThreadLocalRandom.current().nextDouble() < sampling ? "01" : "00";
    return List.of(Map.entry("traceparent", m.group(1) + "-" + flags));
  }
}
