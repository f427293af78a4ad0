/**
 * Typed messages on the Vert.x event bus: addresses, codec, error replies and the wrappers of all
 * handlers.
 *
 * <p>Commands are served on the caller's own node. Leased actors are reached on the node that holds
 * their lease, at an address that ends in the lease epoch. Owns no table; src/docs/bus.md lists the
 * addresses.
 *
 * <p>Start with {@link Bus}.
 */
package io.tributary.bus;
