/**
 * Provider-neutral health data: resources, summaries, samples, workout streams, their identities
 * and their JSON form.
 *
 * <p>Pure values without I/O and without Vert.x. Providers produce them, ingest stores them, and
 * reads render them. Owns no table, address or event. Start with {@link Resource} and {@link
 * Summary}.
 */
package io.tributary.model;
