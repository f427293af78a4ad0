/**
 * Recordings of workouts in files: FIT, TCX and GPX, packed or not. {@code FileReader} reads one,
 * of an upload or of a provider; {@code Recording} is what it holds. Owns no table, address or
 * event.
 */
package io.tributary.workoutfile;
