package io.tributary.ingest;

import java.util.Locale;
import java.util.Objects;

/**
 * How records came to us: what the explanation of a stored value names. It is no part of the
 * content; records that are given again unchanged keep the origin they were stored with.
 *
 * @param channel the way in
 * @param reference what the record came from: id of a pull job, batch id of a push, id of an
 *     import; empty when there is none. Few values per user: each is a row
 * @param mapping name and version of the normaliser, such as {@code oura/1}
 * @param zone where the time zone of zone-unaware data came from, such as {@code datum}, {@code
 *     envelope Europe/Paris} or {@code fallback Asia/Kolkata}; empty when unknown
 */
public record DataOrigin(Channel channel, String reference, String mapping, String zone) {
  public static final DataOrigin UNKNOWN = new DataOrigin(Channel.UNKNOWN, "", "", "");

  /** Ways in. */
  public enum Channel {
    /** A backfill. */
    PULL,
    POLL,
    REFRESH,
    /** A provider's notice. */
    NOTICE,
    /** A client's push. */
    PUSH,
    /** A file. */
    IMPORT,
    /** A team's stored raw documents, mapped again. */
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
