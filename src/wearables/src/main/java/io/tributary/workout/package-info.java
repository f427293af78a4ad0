/**
 * Workouts out of files that devices write: FIT, TCX and GPX. Owns no table; address {@code
 * workout_file.command}; the events are those of what it stores.
 */
package io.tributary.workout;
