/**
 * Simulates the Wahoo cloud, API v1: workouts with summaries, their FIT files, the user, and one
 * webhook per application with its token in the body. The package owns no tables, addresses or
 * events. Start with {@link io.tributary.simulators.wahoo.WahooVendor}.
 */
package io.tributary.simulators.wahoo;
