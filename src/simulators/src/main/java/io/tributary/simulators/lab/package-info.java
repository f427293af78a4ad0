/**
 * Simulates a laboratory in one process, for the sandbox and for tests. It accepts orders over MLLP
 * and FHIR, acknowledges them, sends results to the configured destination, and fails at the
 * configured rates. It uses the frames and headers of {@code lab.protocol}, so that both sides
 * agree on the bytes. It owns no tables, addresses or events. Start with {@link
 * io.tributary.simulators.lab.LabSimulator}.
 */
package io.tributary.simulators.lab;
