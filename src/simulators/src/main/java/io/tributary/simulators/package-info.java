/**
 * Simulators of the external systems that the service connects to: provider clouds and a
 * laboratory. Each runs as a standalone program or embedded in a test. The package holds the
 * command line that they share; it owns no tables, addresses or events. Start with {@link
 * io.tributary.simulators.Simulators}.
 */
package io.tributary.simulators;
