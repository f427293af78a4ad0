/**
 * Joins the nodes of one database into a clustered event bus (ADR 0120).
 *
 * <p>Hazelcast keeps the member list. Connections to the member port are authenticated with the
 * cluster secret, and the event bus between nodes uses mutual TLS. Owns no table, and no
 * authoritative state is kept here: correctness depends on the database alone.
 *
 * <p>Start with {@link Cluster}.
 */
package io.tributary.cluster;
