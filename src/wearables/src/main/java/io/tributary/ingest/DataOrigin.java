package io.tributary.ingest;

import java.util.Locale;
import java.util.Objects;

/**
 * Origin of stored records, reported when a stored value is explained.
 *
 * <p>It is not part of the content: records that arrive again unchanged keep the origin with which
 * they were stored.
 *
 * @param channel how the records arrived
 * @param reference pull job ID, push batch ID or import ID; empty if none. Few values per user,
 *     because each is a row
 * @param mapping name and version of the normalizer, such as {@code oura/1}
 * @param zone source of the time zone for data without one, such as {@code datum}, {@code envelope
 *     Europe/Paris} or {@code fallback Asia/Kolkata}; empty if unknown
 */
public record DataOrigin(Channel channel, String reference, String mapping, String zone) {
  public static final DataOrigin UNKNOWN = new DataOrigin(Channel.UNKNOWN, "", "", "");

  /** Channel through which records arrived. */
  public enum Channel {
    /** Backfill of history. */
    PULL,
    POLL,
    REFRESH,
    /** Provider notification. */
    NOTICE,
    /** Push by a client. */
    PUSH,
    /** Uploaded file. */
    IMPORT,
    /** Stored raw documents of a team, mapped again. */
    RENORMALISE,
    UNKNOWN;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Channel of(String wire) {
      return valueOf(wire.toUpperCase(Locale.ROOT));
    }
  }

  public DataOrigin {
    Objects.requireNonNull(channel, "channel");
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(mapping, "mapping");
    Objects.requireNonNull(zone, "zone");
  }
}
