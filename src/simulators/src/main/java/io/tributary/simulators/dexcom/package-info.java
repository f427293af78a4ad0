/**
 * Simulates the Dexcom cloud: authorization with single-use refresh tokens, and version 3 of the
 * data API. It is a separate program: the service does not import it, and it owns no tables,
 * addresses or events. Start with {@link io.tributary.simulators.dexcom.DexcomVendor}.
 */
package io.tributary.simulators.dexcom;
