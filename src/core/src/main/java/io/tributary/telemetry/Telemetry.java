package io.tributary.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.tributary.config.TelemetryConfig;
import io.tributary.metrics.VertxPoolMetrics;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.tracing.opentelemetry.OpenTelemetryOptions;
import io.vertx.tracing.opentelemetry.OpenTelemetryTracingFactory;
import io.vertx.tracing.opentelemetry.Operation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * OpenTelemetry tracing of one node: spans are created, sampled and exported in batches by the SDK.
 * Without a configured collector no SDK is created and Vert.x gets no tracer.
 */
public final class Telemetry implements AutoCloseable {
  private static final int MAX_ATTRIBUTE_LENGTH = 4000;
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(5);

  private final TelemetryConfig settings;
  private final Optional<OpenTelemetrySdk> sdk;

  private Telemetry(TelemetryConfig settings, Optional<OpenTelemetrySdk> sdk) {
    this.settings = settings;
    this.sdk = sdk;
  }

  /**
   * @param node value of {@code service.instance.id}
   */
  public static Telemetry of(TelemetryConfig settings, String node) {
    return new Telemetry(
        settings,
        settings.otlpEndpoint().isEmpty() ? Optional.empty() : Optional.of(sdk(settings, node)));
  }

  private static OpenTelemetrySdk sdk(TelemetryConfig settings, String node) {
    OtlpHttpSpanExporterBuilder exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(settings.otlpEndpoint().replaceAll("/+$", "") + "/v1/traces")
            .setCompression("gzip");
    settings
        .otlpHeaders()
        .forEach(
            h ->
                exporter.addHeader(
                    h.substring(0, h.indexOf('=')), h.substring(h.indexOf('=') + 1)));
    return OpenTelemetrySdk.builder()
        // Baggage is not propagated, because it would carry content from callers.
        .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
        .setTracerProvider(
            SdkTracerProvider.builder()
                .setResource(
                    Resource.create(
                        Attributes.of(
                            AttributeKey.stringKey("service.name"),
                            "tributary",
                            AttributeKey.stringKey("service.instance.id"),
                            node)))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.sampling())))
                .setSpanLimits(
                    SpanLimits.builder().setMaxAttributeValueLength(MAX_ATTRIBUTE_LENGTH).build())
                .addSpanProcessor(BatchSpanProcessor.builder(exporter.build()).build())
                .build())
        .build();
  }

  /**
   * Returns a Vert.x builder, with the tracer if tracing is enabled.
   *
   * @param pools metrics of the Vert.x pools
   */
  public VertxBuilder vertx(VertxPoolMetrics pools) {
    VertxBuilder builder = Vertx.builder().withMetrics(options -> pools);
    sdk.ifPresent(
        s ->
            builder.withTracer(
                options ->
                    new RedactingTracer(
                        tracer(s),
                        s.getTracer("io.tributary"),
                        IncomingTraceContext.of(settings))));
    return builder;
  }

  @SuppressWarnings("unchecked")
  private static VertxTracer<Operation, Operation> tracer(OpenTelemetrySdk sdk) {
    return (VertxTracer<Operation, Operation>)
        new OpenTelemetryTracingFactory(sdk).tracer(new OpenTelemetryOptions());
  }

  /** Exports the remaining spans, waiting for at most five seconds. */
  @Override
  public void close() {
    sdk.ifPresent(
        s -> s.getSdkTracerProvider().shutdown().join(FLUSH_TIMEOUT.toSeconds(), TimeUnit.SECONDS));
  }
}
