/**
 * Simulates Eight Sleep's cloud: logins and refreshes in JSON, the profile, days and nights. The
 * API is not published; the behavior is that which open clients of the app have observed. The
 * package owns no tables, addresses or events. Start with {@link
 * io.tributary.simulators.eightsleep.EightSleepVendor}.
 */
package io.tributary.simulators.eightsleep;
