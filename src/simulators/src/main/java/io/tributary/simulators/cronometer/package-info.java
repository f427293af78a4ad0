/**
 * The Cronometer cloud, as far as anything is known of it: one call per person and day, credentials
 * and revoked tokens in the query, access without an end, no notices. Owns no table, address or
 * event.
 */
package io.tributary.simulators.cronometer;
