package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Traffic with laboratories.
 *
 * @param links folder of the files that say how each laboratory is reached, looked for below the
 *     folder of the settings first; empty = none
 * @param simulator control address of the laboratory simulator that the sandbox uses; empty = one
 *     is started as a child process when it is first needed
 * @param simulatorStart how long the child process may take until it listens
 * @param sandboxHost where the simulator finds this node with its results; {@code sandboxPort} 0 =
 *     any free port
 * @param sandboxWaits whether orders of the sandbox are sent only when a test run asks for it
 * @param sandboxFhir slugs of laboratories that speak FHIR in the sandbox
 * @param claimEvery pace at which due work is looked for without being told
 * @param slots messages that one node makes or reads at once
 * @param lease how long claimed work is safe from other claimants
 * @param waits pauses before a message is sent again; the last one is for all that follow
 * @param answerTimeout how long a laboratory may take to answer
 * @param applicationTimeout how long it may take after it has stored a message, until somebody is
 *     called
 * @param readTries how often a message that came is read when a fault of ours prevents it
 */
public record LabExchangeConfig(
    String links,
    String simulator,
    Duration simulatorStart,
    String sandboxHost,
    int sandboxPort,
    boolean sandboxWaits,
    List<String> sandboxFhir,
    Duration claimEvery,
    int slots,
    Duration lease,
    List<Duration> waits,
    Duration answerTimeout,
    Duration applicationTimeout,
    int readTries) {
  public LabExchangeConfig {
    waits = List.copyOf(waits);
    sandboxFhir = List.copyOf(sandboxFhir);
    ConfigValidator.of("lab_exchange")
        .urlOrEmpty("simulator", simulator)
        .atLeast("simulator_start", simulatorStart, Duration.ofMillis(100))
        .range("sandbox_port", sandboxPort, 0, 65535)
        .atLeast("claim_every", claimEvery, Duration.ofMillis(10))
        .range("slots", slots, 1, 100)
        .atLeast("lease", lease, Duration.ofMillis(100))
        .range("waits", waits.size(), 1, 20)
        .atLeast("answer_timeout", answerTimeout, Duration.ofMillis(10))
        .atLeast("application_timeout", applicationTimeout, Duration.ofMillis(10))
        .range("read_tries", readTries, 1, 1000)
        .done();
  }

  /** The pause after so many attempts. */
  public Duration waitAfter(int attempts) {
    return waits.get(Math.min(Math.max(attempts, 1), waits.size()) - 1);
  }
}
