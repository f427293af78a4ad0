/**
 * Storage of normalized batches, with change detection and events.
 *
 * <p>Owns the tables {@code summary}, {@code workout_stream}, {@code series}, {@code
 * sample_context}, {@code origin}, {@code sample_block} and {@code resource_status}, and the events
 * {@code daily.data.*}. There is one row per identity, and only real changes emit events. {@link
 * GroupCommit} combines concurrent batches into one transaction; samples are stored in blocks
 * ({@link SampleStore}).
 *
 * <p>Start with {@link Ingest}.
 */
package io.tributary.ingest;
