/**
 * Workouts from uploaded files in the formats FIT, TCX and GPX.
 *
 * <p>Serves {@code workout_file.command} and owns no tables; its events are those of the stored
 * data. A file is parsed completely, converted to workouts, streams and samples, and stored in one
 * transaction.
 *
 * <p>Start with {@link WorkoutFileVerticle}.
 */
package io.tributary.workout;
