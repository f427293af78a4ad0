/**
 * Adapter for the Wahoo Cloud API, v1 (ADR 0109).
 *
 * <p>Workouts are polled and also announced by notifications. The conversion is stateless:
 * documents and FIT files in, normalized records out. The package owns no tables, addresses or
 * events. Start with {@link WahooAdapter}.
 */
package io.tributary.provider.wahoo;
