/**
 * The adapter of the Fitbit Web API (decisions in ADR 0105). The normalising part is pure:
 * documents in, neutral records out. Owns no table, address or event of its own.
 */
package io.tributary.provider.fitbit;
