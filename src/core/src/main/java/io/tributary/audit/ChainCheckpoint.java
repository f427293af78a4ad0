package io.tributary.audit;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Head of an audit chain as a node logs it. Logs kept elsewhere prove the state of the chain at
 * that time.
 *
 * @param chains number of chains at that time
 */
public record ChainCheckpoint(int chain, long seq, byte[] hash, int chains) {
  private static final Pattern LINE =
      Pattern.compile(
          "audit chain=(\\d{1,9}) seq=(\\d{1,18}) hash=([0-9a-f]{64}) chains=(\\d{1,9})");

  /** Parses a log line; empty for other lines. */
  public static Optional<ChainCheckpoint> parse(String line) {
    Matcher m = LINE.matcher(line);
    return m.find()
        ? Optional.of(
            new ChainCheckpoint(
                Integer.parseInt(m.group(1)),
                Long.parseLong(m.group(2)),
                HexFormat.of().parseHex(m.group(3)),
                Integer.parseInt(m.group(4))))
        : Optional.empty();
  }

  /** Formats the head as a log line. */
  String toLogLine() {
    return "audit chain="
        + chain
        + " seq="
        + seq
        + " hash="
        + HexFormat.of().formatHex(hash)
        + " chains="
        + chains;
  }
}
