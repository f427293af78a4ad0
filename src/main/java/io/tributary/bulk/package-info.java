/**
 * Operations over many users at once, persistent and followed up to their end. Owns tables bulk_op
 * and bulk_op_entry; addresses bulk.command and bulk.finished; hears queue "bulk".
 */
package io.tributary.bulk;
