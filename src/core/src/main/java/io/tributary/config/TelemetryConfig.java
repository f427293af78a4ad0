package io.tributary.config;

import java.util.List;

/**
 * OpenTelemetry tracing.
 *
 * @param otlpEndpoint base URL of an OTLP/HTTP collector, {@code /v1/traces} is appended; empty =
 *     no tracing
 * @param otlpHeaders {@code name=value} of headers that the collector requires
 * @param sampling fraction of requests and jobs that are traced, 0 to 1
 * @param trustIncomingSampling whether a caller's {@code traceparent}, if present, decides about
 *     sampling
 */
public record TelemetryConfig(
    String otlpEndpoint, List<String> otlpHeaders, double sampling, boolean trustIncomingSampling) {
  public TelemetryConfig {
    otlpHeaders = List.copyOf(otlpHeaders);
    List<String> headers = otlpHeaders;
    ConfigValidator.of("telemetry")
        .urlOrEmpty("otlp_endpoint", otlpEndpoint)
        .parseable("otlp_headers", () -> requireNamed(headers))
        .parseable("sampling", () -> requireFraction(sampling))
        .throwIfInvalid();
  }

  private static void requireNamed(List<String> headers) {
    if (headers.stream().anyMatch(h -> h.indexOf('=') < 1)) {
      throw new IllegalArgumentException("must be name=value");
    }
  }

  private static void requireFraction(double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("must be 0..1");
    }
  }

  @Override
  public String toString() {
    return "Telemetry[" + otlpEndpoint + ", " + sampling + ", headers ***]";
  }
}
