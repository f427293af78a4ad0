/**
 * Adapter for the Oura Ring, API v2 (ADR 0010).
 *
 * <p>Documents are polled and also announced by notifications. The conversion is stateless: raw
 * documents in, normalized records out. The package owns no tables, addresses or events. Start with
 * {@link OuraAdapter}.
 */
package io.tributary.provider.oura;
