/**
 * The Ultrahuman cloud, partnership API: one call per person and day, errors at status 200, no
 * notices. Owns no table, address or event.
 */
package io.tributary.simulators.ultrahuman;
