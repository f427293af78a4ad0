/**
 * The adapter of the Google Health API, v4 (decisions in ADR 0100). The normalising part is pure:
 * documents in, neutral records out. Owns no table, address or event of its own.
 */
package io.tributary.provider.googlehealth;
