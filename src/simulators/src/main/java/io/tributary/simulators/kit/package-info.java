/**
 * What every simulated vendor cloud needs: a clock, people and their true days, OAuth and logins by
 * a vendor's rules, quotas, notifications, faults, and the levers of testers. A vendor is a {@link
 * io.tributary.simulators.kit.SimVendor} and runs in a {@link io.tributary.simulators.kit.Sim}.
 * Owns no tables, addresses or events; the service does not import it.
 */
package io.tributary.simulators.kit;
