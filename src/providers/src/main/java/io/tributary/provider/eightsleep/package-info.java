/**
 * Adapter for Eight Sleep mattresses (ADR 0111).
 *
 * <p>Nights are polled with the user's own password. The API is not publicly documented. The
 * package owns no tables, addresses or events. Start with {@link EightSleepAdapter}.
 */
package io.tributary.provider.eightsleep;
