/**
 * Adapter for Polar, AccessLink API v3: exercises, days, nights and heart rates of a watch (ADR
 * 0107).
 *
 * <p>Records are polled and also announced by notifications. Many times have no UTC offset; {@code
 * PolarOffsets} derives it from exercises and nights. The package owns no tables, addresses or
 * events. Start with {@link PolarAdapter}.
 */
package io.tributary.provider.polar;
