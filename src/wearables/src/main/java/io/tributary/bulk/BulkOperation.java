package io.tributary.bulk;

import java.time.Instant;
import java.util.UUID;

/**
 * An operation as clients see it.
 *
 * @param type link_bulk_import or link_bulk_historical_trigger
 * @param status in_progress, success, failure or aborted
 * @param pending users that wait for their turn
 * @param processed users that were triggered or passed over
 * @param endedAt null while in progress
 */
record BulkOperation(
    UUID id,
    String type,
    String status,
    String provider,
    int pending,
    int processed,
    Instant startedAt,
    Instant endedAt) {}
