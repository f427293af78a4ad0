/**
 * Reader of workout files in FIT, TCX and GPX format, optionally compressed with gzip.
 *
 * <p>Uploads and provider adapters use it. {@link WorkoutFileReader} detects the format and returns
 * a {@link WorkoutFile}. The package owns no tables, addresses or events. Start with {@link
 * FileReader}.
 */
package io.tributary.workoutfile;
