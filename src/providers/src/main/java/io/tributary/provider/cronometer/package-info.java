/**
 * The adapter of Cronometer, a food diary (decisions in ADR 0113). The normalising part is pure:
 * documents in, neutral records out. Owns no table, address or event of its own.
 */
package io.tributary.provider.cronometer;
