/**
 * OpenTelemetry traces: what is recorded, what is redacted, and where traces are exported.
 *
 * <p>{@link Telemetry} configures the SDK, {@link RedactingTracer} filters the spans of Vert.x, and
 * {@link Tracing} adds spans for jobs. Owns no table, address or event. Start with {@link Tracing}.
 */
package io.tributary.telemetry;
