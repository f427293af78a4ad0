/**
 * The adapter of Ultrahuman, partnership API (decisions in ADR 0110). The normalising part is pure:
 * documents in, neutral records out. Owns no table, address or event of its own.
 */
package io.tributary.provider.ultrahuman;
