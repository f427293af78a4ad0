/**
 * Typed messages on the event bus: addresses, codec, refusals that cross it, and the wrappers every
 * handler runs in. Owns no table.
 */
package io.tributary.bus;
