/**
 * Operations over many users at once: historical triggers, and import, export and pause of
 * connections.
 *
 * <p>Owns the tables bulk_op, bulk_op_entry, bulk_import_batch and bulk_export_audit and the
 * addresses bulk.command and bulk.finished. Listens on the queues "bulk" and "bulk_import".
 *
 * <p>An operation is persistent: the request writes one entry per user, entries end as triggers are
 * granted or grants are imported, and the operation ends when no entry is pending.
 *
 * <p>Start with {@link io.tributary.bulk.BulkVerticle}.
 */
package io.tributary.bulk;
