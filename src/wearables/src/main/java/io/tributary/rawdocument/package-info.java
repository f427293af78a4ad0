/**
 * Storage of original provider documents for teams that have enabled it.
 *
 * <p>Documents are compressed and encrypted, with one row per source record, and are also sent to
 * brokers as events {@code raw.*}. Owns the tables {@code raw_document} and {@code raw_coverage};
 * serves no address.
 *
 * <p>Start with {@link RawDocumentStore}.
 */
package io.tributary.rawdocument;
