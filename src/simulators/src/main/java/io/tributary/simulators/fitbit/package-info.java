/**
 * Simulates the Fitbit cloud: consent with PKCE, single-use refresh tokens, documents in local time
 * without an offset, subscribers with verification, and signed notifications. The package owns no
 * tables, addresses or events. Start with {@link io.tributary.simulators.fitbit.FitbitVendor}.
 */
package io.tributary.simulators.fitbit;
