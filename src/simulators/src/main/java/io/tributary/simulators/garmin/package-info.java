/**
 * Simulates Garmin's cloud. Clients cannot query days; the vendor notifies them with the data or
 * with callback URLs, and sends history on request. The package owns no tables, addresses or
 * events. Start with {@link io.tributary.simulators.garmin.GarminVendor}.
 */
package io.tributary.simulators.garmin;
