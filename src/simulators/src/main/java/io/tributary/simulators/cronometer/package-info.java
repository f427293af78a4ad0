/**
 * Simulates the Cronometer cloud as far as its API is known. The API has one call per person and
 * day, client credentials and the token to revoke in the query, access tokens without expiry, and
 * no notifications. The package owns no tables, addresses or events. Start with {@link
 * io.tributary.simulators.cronometer.CronometerVendor}.
 */
package io.tributary.simulators.cronometer;
