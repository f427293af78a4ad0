/**
 * Adapter for the Garmin Health and Activity APIs (ADR 0104).
 *
 * <p>No data are polled: notifications contain the data or their URL, and history is requested and
 * then pushed in the same way. The conversion is stateless. The package owns no tables, addresses
 * or events. Start with {@link GarminAdapter}.
 */
package io.tributary.provider.garmin;
