package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of the exchange with laboratories.
 *
 * @param links directory of the files that describe the connection to each laboratory, looked up
 *     below the conf directory first; empty = none
 * @param simulator control URL of the laboratory simulator for the sandbox; empty = a child
 *     process, started on first use
 * @param simulatorStart time limit for the child process to start listening
 * @param sandboxHost host at which the simulator delivers results to this node
 * @param sandboxPort port at which the simulator delivers results to this node; 0 = any free port
 * @param sandboxWaits whether sandbox orders are sent only when a test run requests it
 * @param sandboxFhir slugs of laboratories that use FHIR in the sandbox
 * @param claimEvery poll interval for due work, besides wake-ups
 * @param slots messages that a node builds or parses concurrently
 * @param lease lease of claimed work
 * @param waits pauses before a message is sent again; the last one repeats
 * @param answerTimeout time limit for a laboratory's acknowledgment
 * @param applicationTimeout time limit for a laboratory's application acknowledgment after it has
 *     stored a message; after that an operator is alerted
 * @param readTries attempts to process a received message that fails because of an internal error
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
        .throwIfInvalid();
  }

  /** Returns the pause after the given number of attempts. */
  public Duration retryDelay(int attempts) {
    return waits.get(Math.min(Math.max(attempts, 1), waits.size()) - 1);
  }
}
