/**
 * Connections of users with providers: states, tokens, availability, deregistration. Owns tables
 * connection and deregistration, address connection.command, events provider.connection.*.
 */
package io.tributary.connection;
