/**
 * Invented data for demo connections of providers that have no simulator: the same for a user and
 * provider on every node and at every read. Owns no table, address or event.
 */
package io.tributary.provider.demo;
