/**
 * Adapter for Dexcom glucose sensors, API v3 (ADR 0101).
 *
 * <p>Records are polled; each region has its own host. The conversion is stateless. The package
 * owns no tables, addresses or events. Start with {@link DexcomAdapter}.
 */
package io.tributary.provider.dexcom;
