/**
 * Simulates the Withings cloud: calls by form and action, errors inside responses of status 200,
 * and unsigned notifications per person and kind. The package owns no tables, addresses or events.
 * Start with {@link io.tributary.simulators.withings.WithingsVendor}.
 */
package io.tributary.simulators.withings;
