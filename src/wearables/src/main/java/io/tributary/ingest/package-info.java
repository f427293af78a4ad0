/**
 * Stores normalised batches and tells what is new: one row per identity, events only for real
 * changes. Owns tables summary, workout_stream, series, sample_context, origin, sample_block,
 * resource_attempt; events {@code daily.data.*}.
 */
package io.tributary.ingest;
