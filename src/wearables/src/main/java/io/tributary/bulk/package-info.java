/**
 * Operations over many users at once, persistent and followed up to their end; connections that are
 * imported, exported and paused. Owns tables bulk_op, bulk_op_entry, bulk_import_part and
 * bulk_export_audit; addresses bulk.command and bulk.finished; hears queues "bulk" and
 * "bulk_import".
 */
package io.tributary.bulk;
