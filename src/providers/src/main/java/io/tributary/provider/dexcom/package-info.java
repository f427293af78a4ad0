/**
 * Dexcom, version 3 of its interface: glucose sensors, read by polling, a host per region. Facts
 * and choices are in ADR 0101. Owns no tables, addresses or events.
 */
package io.tributary.provider.dexcom;
