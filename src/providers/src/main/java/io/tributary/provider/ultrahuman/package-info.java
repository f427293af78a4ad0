/**
 * Adapter for the Ultrahuman partnership API (ADR 0110).
 *
 * <p>All data are polled, one call per day. The conversion is stateless: documents in, normalized
 * records out. The package owns no tables, addresses or events. Start with {@link
 * UltrahumanAdapter}.
 */
package io.tributary.provider.ultrahuman;
