/**
 * The adapter of the Oura ring, API v2. The normalising part is pure: raw documents in, neutral
 * records out (decisions in ADR 0010). Owns no table, address or event of its own.
 */
package io.tributary.provider.oura;
