package io.tributary.audit;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A head of a chain, as a node has printed it into its log. */
public record ChainCheckpoint(int chain, long seq, byte[] hash, int chains) {
  private static final Pattern LINE =
      Pattern.compile(
          "audit chain=(\\d{1,9}) seq=(\\d{1,18}) hash=([0-9a-f]{64}) chains=(\\d{1,9})");

  /** Empty for lines about anything else. */
  public static Optional<ChainCheckpoint> of(String line) {
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

  /** The line that {@link #of} reads. */
  String line() {
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
