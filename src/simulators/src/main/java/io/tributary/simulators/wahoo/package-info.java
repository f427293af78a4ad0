/**
 * The Wahoo cloud, API v1: workouts with summaries, their FIT files, the user, and one webhook per
 * application with its token in the body. Owns no table, address or event.
 */
package io.tributary.simulators.wahoo;
