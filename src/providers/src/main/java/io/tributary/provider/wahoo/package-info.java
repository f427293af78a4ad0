/**
 * The adapter of Wahoo, Cloud API v1 (decisions in ADR 0109). The normalising part is pure:
 * documents and FIT files in, neutral records out. Owns no table, address or event of its own.
 */
package io.tributary.provider.wahoo;
