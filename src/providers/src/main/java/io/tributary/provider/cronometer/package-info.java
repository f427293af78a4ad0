/**
 * Adapter for Cronometer, a food diary (ADR 0113).
 *
 * <p>It is polled with one call per day. The conversion is stateless: documents in, normalized
 * records out. The package owns no tables, addresses or events. Start with {@link
 * CronometerAdapter}.
 */
package io.tributary.provider.cronometer;
