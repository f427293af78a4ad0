/**
 * Laboratory testing in the sandbox: runs that drive orders to a status, and the simulator that
 * plays the laboratory.
 *
 * <p>Owns the table {@code lab_sandbox_run} and the queue {@code lab-sandbox}. {@link
 * io.tributary.lab.sandbox.SandboxPath} plans a run, {@link
 * io.tributary.lab.sandbox.SandboxStepExecutor} executes its steps, and {@link
 * io.tributary.lab.sandbox.SimulatorProcess} runs the simulator.
 *
 * <p>Start with {@link io.tributary.lab.sandbox.SandboxRoutes}.
 */
package io.tributary.lab.sandbox;
