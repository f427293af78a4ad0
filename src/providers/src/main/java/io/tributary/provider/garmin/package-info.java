/**
 * The adapter of Garmin, Health and Activity API (decisions in ADR 0104). Nothing is polled:
 * notices bring the data or name where they lie, and history is asked for and then told like any
 * news. The normalising part is pure. Owns no table, address or event of its own.
 */
package io.tributary.provider.garmin;
