/**
 * How adapters read a vendor's documents and turn them into records: tolerant readers of JSON and
 * of times, calls in pages, what is kept of them and how it is mapped again (src/docs/providers.md
 * and ADR 0114). Owns no table, address or event.
 */
package io.tributary.provider.document;
