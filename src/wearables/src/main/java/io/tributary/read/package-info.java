/**
 * Reads of stored health data, streamed from the database to the client.
 *
 * <p>Summaries are returned one object per source. Timeseries are read from blocks slot by slot,
 * grouped by source, as a plain array, or with sources merged ({@link SourceMerge}). Serves {@code
 * stream.query}; owns no tables or events.
 *
 * <p>Start with {@link SampleRoutes}.
 */
package io.tributary.read;
