/**
 * Adapter for WHOOP, API v2 (ADR 0102).
 *
 * <p>Records are polled and also announced by notifications. The conversion is stateless: documents
 * in, normalized records out. The package owns no tables, addresses or events. Start with {@link
 * WhoopAdapter}.
 */
package io.tributary.provider.whoop;
