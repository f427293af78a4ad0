package io.tributary.ingest;

import io.tributary.model.NormalisedBatch;

/**
 * One batch of one connection, to be stored.
 *
 * @param history a backfill: stored the same, but daily events go to brokers only, if at all
 */
public record IngestRequest(IngestTarget target, NormalisedBatch batch, boolean history) {}
