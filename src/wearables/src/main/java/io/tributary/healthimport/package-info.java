/**
 * Import of uploaded Apple Health exports.
 *
 * <p>Owns the tables {@code file_import} and {@code file_import_pending_record}, the folder {@code
 * imports} of the data directory, and the queue {@code file_import}. An upload stays on the node
 * that received it. That node claims the import and works through the phases of {@link
 * ImportPhase}; each batch commits together with its position, so that an interrupted run resumes
 * there.
 *
 * <p>Start with {@link AppleHealthImporter}.
 */
package io.tributary.healthimport;
