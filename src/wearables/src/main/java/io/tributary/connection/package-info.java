/**
 * Connections of users with providers: states, tokens, availability, deregistration. Owns tables
 * connection, deregistration and revocation, address connection.command, events
 * provider.connection.*.
 */
package io.tributary.connection;
