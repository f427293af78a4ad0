/**
 * The adapter of the Google Fit REST API, v1 (decisions in ADR 0112). The normalising part is pure:
 * documents in, neutral records out. Owns no table, address or event of its own.
 */
package io.tributary.provider.googlefit;
