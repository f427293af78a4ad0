/**
 * Simulates the WHOOP cloud, API v2: cycles, sleeps, recoveries, workouts, body measurements, and
 * signed notifications. The package owns no tables, addresses or events. Start with {@link
 * io.tributary.simulators.whoop.WhoopVendor}.
 */
package io.tributary.simulators.whoop;
