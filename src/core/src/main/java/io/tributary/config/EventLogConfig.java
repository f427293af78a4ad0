package io.tributary.config;

import java.time.Duration;

/**
 * Settings of the event log, which teams read and stream.
 *
 * @param pageBytes approximate size limit of the message bodies of one page
 * @param maxScannedRows messages that one read scans
 * @param pollInterval poll interval of a stream, in case a wake-up is lost
 * @param heartbeatInterval heartbeat interval of a stream
 * @param keyCheckInterval interval at which a stream checks that its API key is still valid
 * @param slowClientTimeout a stream is closed after its client has read nothing for this long
 * @param maxStreamsPerTeam concurrent streams per team and node
 * @param maxStreams concurrent streams per node
 */
public record EventLogConfig(
    int pageBytes,
    int maxScannedRows,
    Duration pollInterval,
    Duration heartbeatInterval,
    Duration keyCheckInterval,
    Duration slowClientTimeout,
    int maxStreamsPerTeam,
    int maxStreams) {
  public EventLogConfig {
    ConfigValidator.of("event_log")
        .range("page_bytes", pageBytes, 1024, 64 << 20)
        .range("max_scanned_rows", maxScannedRows, 1000, 1_000_000)
        .atLeast("poll_interval", pollInterval, Duration.ofMillis(10))
        .between(
            "heartbeat_interval", heartbeatInterval, Duration.ofMillis(10), Duration.ofSeconds(100))
        .between(
            "key_check_interval", keyCheckInterval, Duration.ofMillis(10), Duration.ofMinutes(1))
        .atLeast("slow_client_timeout", slowClientTimeout, Duration.ofMillis(100))
        .range("max_streams_per_team", maxStreamsPerTeam, 0, 10_000)
        .range("max_streams", maxStreams, 0, 100_000)
        .throwIfInvalid();
  }
}
