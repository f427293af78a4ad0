package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of the exchange with laboratories.
 *
 * @param connectionsDir directory of the files that describe the connection to each laboratory,
 *     looked up below the conf directory first; empty = none
 * @param simulatorUrl control URL of the laboratory simulator for the sandbox; empty = a child
 *     process, started on first use
 * @param simulatorStartupTimeout time limit for the child process to start listening
 * @param sandboxHost host at which the simulator delivers results to this node
 * @param sandboxPort port at which the simulator delivers results to this node; 0 = any free port
 * @param sandboxManualDispatch whether sandbox orders are sent only when a test run requests it
 * @param sandboxFhir slugs of laboratories that use FHIR in the sandbox
 * @param claimInterval poll interval for due work, besides wake-ups
 * @param concurrency messages that a node builds or parses concurrently
 * @param lease lease of claimed work
 * @param retrySchedule pauses before a message is sent again; the last one repeats
 * @param ackTimeout time limit for a laboratory's acknowledgment
 * @param applicationAckTimeout time limit for a laboratory's application acknowledgment after it
 *     has stored a message; after that an operator is alerted
 * @param maxReadAttempts attempts to process a received message that fails because of an internal
 *     error
 */
public record LabExchangeConfig(
    String connectionsDir,
    String simulatorUrl,
    Duration simulatorStartupTimeout,
    String sandboxHost,
    int sandboxPort,
    boolean sandboxManualDispatch,
    List<String> sandboxFhir,
    Duration claimInterval,
    int concurrency,
    Duration lease,
    List<Duration> retrySchedule,
    Duration ackTimeout,
    Duration applicationAckTimeout,
    int maxReadAttempts) {
  public LabExchangeConfig {
    retrySchedule = List.copyOf(retrySchedule);
    sandboxFhir = List.copyOf(sandboxFhir);
    ConfigValidator.of("lab_exchange")
        .urlOrEmpty("simulator_url", simulatorUrl)
        .atLeast("simulator_startup_timeout", simulatorStartupTimeout, Duration.ofMillis(100))
        .range("sandbox_port", sandboxPort, 0, 65535)
        .atLeast("claim_interval", claimInterval, Duration.ofMillis(10))
        .range("concurrency", concurrency, 1, 100)
        .atLeast("lease", lease, Duration.ofMillis(100))
        .range("retry_schedule", retrySchedule.size(), 1, 20)
        .atLeast("ack_timeout", ackTimeout, Duration.ofMillis(10))
        .atLeast("application_ack_timeout", applicationAckTimeout, Duration.ofMillis(10))
        .range("max_read_attempts", maxReadAttempts, 1, 1000)
        .throwIfInvalid();
  }

  /** Returns the pause after the given number of attempts. */
  public Duration retryDelay(int attempts) {
    return retrySchedule.get(Math.min(Math.max(attempts, 1), retrySchedule.size()) - 1);
  }
}
