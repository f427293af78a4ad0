package io.tributary.bulk;

import java.time.Instant;
import java.util.UUID;

/**
 * Bulk operation as the API shows it.
 *
 * @param type link_bulk_import or link_bulk_historical_trigger
 * @param status in_progress, success, failure or aborted
 * @param pending users that are not processed yet
 * @param processed users that were triggered, imported or skipped
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
