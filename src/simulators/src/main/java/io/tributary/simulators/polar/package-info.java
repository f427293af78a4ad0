/**
 * Simulates Polar's cloud, AccessLink v3: exercises, days, nights, heart rates, the user, and one
 * signed webhook per application. The package owns no tables, addresses or events. Start with
 * {@link io.tributary.simulators.polar.PolarVendor}.
 */
package io.tributary.simulators.polar;
