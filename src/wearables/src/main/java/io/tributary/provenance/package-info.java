/**
 * Explanations of stored data: provenance of records, completeness of days, and remapping of stored
 * documents.
 *
 * <p>Owns the table {@code remap_job} and serves {@code explain.command}. Explanations combine the
 * origin stored with each record, the mapping that produced it and, if the team stores them, its
 * source documents.
 *
 * <p>Start with {@link SummaryExplainer}; remapping starts in {@link RemapJob}.
 */
package io.tributary.provenance;
