/**
 * Simulates the Oura cloud: OAuth pages and tokens, the v2 data endpoints, webhook subscriptions
 * with their delivery, and {@code /control/} endpoints for tests. It is a separate program: the
 * service does not import it, and it owns no tables, addresses or events. Start with {@link
 * io.tributary.simulators.oura.OuraSimulator}.
 */
package io.tributary.simulators.oura;
