package io.tributary.config;

import java.time.Duration;

/**
 * The event log that teams read themselves.
 *
 * @param pageBytes about how many bytes of bodies one page holds at most
 * @param scanRows messages that one read looks at
 * @param poll pace of a stream's own looking, for wake-ups that were lost
 * @param heartbeat pace of signs of life on a stream
 * @param keyCheck how often a stream asks whether its key still holds
 * @param slowReader a stream whose client reads nothing for so long is cut
 * @param streamsPerTeam streams of a team at once on a node
 * @param streams streams at once on a node
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
        .done();
  }
}
