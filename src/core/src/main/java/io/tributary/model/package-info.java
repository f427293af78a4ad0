/**
 * The neutral health record: resources, summaries, samples, their identities and their wire form.
 * Pure values, no I/O and no Vert.x; providers produce them, ingest stores them, reads render them.
 * Owns no table, address or event.
 */
package io.tributary.model;
