/**
 * Traces of OpenTelemetry: what is recorded, what is left out, and where they go. Owns no table,
 * address or event.
 */
package io.tributary.telemetry;
