/**
 * The adapter of WHOOP, API v2 (decisions in ADR 0102). The normalising part is pure: documents in,
 * neutral records out. Owns no table, address or event of its own.
 */
package io.tributary.provider.whoop;
