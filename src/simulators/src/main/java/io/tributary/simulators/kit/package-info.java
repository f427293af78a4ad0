/**
 * Framework for simulated vendor clouds. It provides a clock, people with the ground truth of their
 * days, OAuth and password logins, quotas, notifications, faults, and control endpoints for
 * testers.
 *
 * <p>A vendor implements {@link io.tributary.simulators.kit.SimVendor} and runs in a {@link
 * io.tributary.simulators.kit.Sim}. All state of a simulator belongs to one event loop. The package
 * owns no tables, addresses or events, and the service does not import it. Start with {@link
 * io.tributary.simulators.kit.Sim}.
 */
package io.tributary.simulators.kit;
