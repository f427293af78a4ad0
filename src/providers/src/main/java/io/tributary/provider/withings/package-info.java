/**
 * Adapter for Withings (ADR 0103).
 *
 * <p>Records are polled and also announced by notifications. The conversion is stateless: documents
 * in, normalized records out. The package owns no tables, addresses or events. Start with {@link
 * WithingsAdapter}.
 */
package io.tributary.provider.withings;
