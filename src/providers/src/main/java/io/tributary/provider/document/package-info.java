/**
 * Document-based provider adapters: reads a vendor's JSON documents and converts them to records.
 * Contains tolerant readers of JSON and times, pagination, and the rules by which documents are
 * stored and mapped again later. See ADR 0114 for the decision. Owns no tables, addresses or
 * events.
 *
 * <p>Start with {@link DocumentPipeline}.
 */
package io.tributary.provider.document;
