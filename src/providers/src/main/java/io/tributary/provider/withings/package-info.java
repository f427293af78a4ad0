/**
 * The adapter of Withings (decisions in ADR 0103). The normalising part is pure: documents in,
 * neutral records out. Owns no table, address or event of its own.
 */
package io.tributary.provider.withings;
