/**
 * Simulates the Ultrahuman cloud, partnership API: one call per person and day, errors at status
 * 200, no notifications. The package owns no tables, addresses or events. Start with {@link
 * io.tributary.simulators.ultrahuman.UltrahumanVendor}.
 */
package io.tributary.simulators.ultrahuman;
