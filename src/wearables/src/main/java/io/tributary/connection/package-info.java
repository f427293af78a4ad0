/**
 * Connections of users with providers: status changes, tokens, resource availability and revocation
 * of grants.
 *
 * <p>Owns the tables connection, deregistration and revocation, the address connection.command and
 * the events provider.connection.*.
 *
 * <p>A connection is connected, paused or in error. Every link increments its generation, so work
 * that began under an older link cannot write. Removing a connection queues the revocation of its
 * grant at the provider.
 *
 * <p>Start with {@link io.tributary.connection.ConnectionLifecycle}, then {@link
 * io.tributary.connection.AccessTokenProvider}.
 */
package io.tributary.connection;
