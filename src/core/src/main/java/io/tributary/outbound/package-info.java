/**
 * Calls to addresses that others chose: which URLs and addresses are allowed, and lookups that
 * connect only to what was checked. Owns no table, address or event.
 */
package io.tributary.outbound;
