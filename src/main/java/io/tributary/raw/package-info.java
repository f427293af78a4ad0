/**
 * Documents as providers sent them, kept for teams that have switched it on: compressed, sealed,
 * one per source record. Owns table raw_document; no address and no event.
 */
package io.tributary.raw;
