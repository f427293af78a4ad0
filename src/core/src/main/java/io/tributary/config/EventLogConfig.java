package io.tributary.config;

import java.time.Duration;

/**
 * Settings of the event log, which teams read and stream.
 *
 * @param pageBytes approximate size limit of the message bodies of one page
 * @param scanRows messages that one read scans
 * @param poll poll interval of a stream, in case a wake-up is lost
 * @param heartbeat heartbeat interval of a stream
 * @param keyCheck interval at which a stream checks that its API key is still valid
 * @param slowReader a stream is closed after its client has read nothing for this long
 * @param streamsPerTeam concurrent streams per team and node
 * @param streams concurrent streams per node
 */
public record EventLogConfig(
    int pageBytes,
    int scanRows,
    Duration poll,
    Duration heartbeat,
    Duration keyCheck,
    Duration slowReader,
    int streamsPerTeam,
    int streams) {
  public EventLogConfig {
    ConfigValidator.of("event_log")
        .range("page_bytes", pageBytes, 1024, 64 << 20)
        .range("scan_rows", scanRows, 1000, 1_000_000)
        .atLeast("poll", poll, Duration.ofMillis(10))
        .between("heartbeat", heartbeat, Duration.ofMillis(10), Duration.ofSeconds(100))
        .between("key_check", keyCheck, Duration.ofMillis(10), Duration.ofMinutes(1))
        .atLeast("slow_reader", slowReader, Duration.ofMillis(100))
        .range("streams_per_team", streamsPerTeam, 0, 10_000)
        .range("streams", streams, 0, 100_000)
        .throwIfInvalid();
  }
}
