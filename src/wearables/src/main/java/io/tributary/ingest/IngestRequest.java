package io.tributary.ingest;

import io.tributary.model.NormalizedBatch;

/**
 * Batch of one connection to be stored.
 *
 * @param history whether the batch is a backfill, which is stored the same way but emits daily
 *     events only to brokers, if at all
 */
public record IngestRequest(IngestTarget target, NormalizedBatch batch, boolean history) {}
