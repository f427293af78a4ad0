package io.tributary.core;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generator of IDs and random tokens. UUIDs and prefixed IDs sort by creation time, which keeps
 * index inserts local.
 */
public final class Ids {
  /** Application ID of the installation's default OAuth application at a provider. */
  public static final UUID DEFAULT_APP = new UUID(0, 0);

  /**
   * Application ID of demo connections, which call a simulator and have rate limit buckets of their
   * own.
   */
  public static final UUID DEMO_APP = new UUID(0, 1);

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** Length of the time prefix of a sortable ID: 62^11 exceeds every timestamp. */
  private static final int TIME_CHARS = 11;

  private static final AtomicLong LAST = new AtomicLong();

  private Ids() {}

  /** Returns a version 7 UUID, strictly increasing within one process. */
  public static UUID uuid() {
    long now = System.currentTimeMillis();
    // The lower 12 bits count IDs within one millisecond, so that the order also holds there.
    long stamp = LAST.updateAndGet(last -> Math.max(last + 1, now << 12));
    long high = (stamp >>> 12 << 16) | 0x7000L | (stamp & 0xFFF);
    long low = (RANDOM.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new UUID(high, low);
  }

  /**
   * Returns {@code msg_} and 27 base62 characters, sortable by time: the {@code webhook-id} of an
   * event.
   */
  public static String messageId() {
    return sortable("msg_", 27);
  }

  /** Returns {@code ds_} and 27 base62 characters, sortable by time. */
  public static String destinationId() {
    return sortable("ds_", 27);
  }

  /** Returns {@code ep_} and 27 base62 characters, sortable by time. */
  public static String endpointId() {
    return sortable("ep_", 27);
  }

  /** Returns 32 lowercase hex digits, the W3C format of a trace ID. */
  public static String traceId() {
    return randomHex(16);
  }

  /** Returns random bytes in lowercase hex. */
  public static String randomHex(int bytes) {
    byte[] b = new byte[bytes];
    RANDOM.nextBytes(b);
    return java.util.HexFormat.of().formatHex(b);
  }

  /** Returns random base62 characters, for keys and tokens. */
  public static String randomBase62(int chars) {
    StringBuilder out = new StringBuilder(chars);
    for (int i = 0; i < chars; i++) {
      out.append(BASE62.charAt(RANDOM.nextInt(62)));
    }
    return out.toString();
  }

  /**
   * Returns a bound for message IDs at a point in time, compared bytewise.
   *
   * <p>IDs of that millisecond and later sort after it, IDs of earlier ones before it. Times before
   * 1970 count as 1970.
   */
  public static String messageIdBound(Instant at) {
    char[] out = new char[TIME_CHARS];
    writeTimestamp(out, Math.max(0, at.toEpochMilli()) << 12);
    return "msg_" + new String(out);
  }

  /** Returns the creation time of a message ID, with millisecond precision. */
  public static Instant messageCreatedAt(String id) {
    long stamp = 0;
    for (int i = 4; i < 4 + TIME_CHARS; i++) {
      stamp = stamp * 62 + BASE62.indexOf(id.charAt(i));
    }
    return Instant.ofEpochMilli(stamp >>> 12);
  }

  private static String sortable(String prefix, int chars) {
    long now = System.currentTimeMillis();
    long stamp = LAST.updateAndGet(last -> Math.max(last + 1, now << 12));
    char[] out = new char[chars];
    writeTimestamp(out, stamp);
    for (int i = TIME_CHARS; i < chars; i++) {
      out[i] = BASE62.charAt(RANDOM.nextInt(62));
    }
    return prefix + new String(out);
  }

  private static void writeTimestamp(char[] out, long stamp) {
    for (int i = TIME_CHARS - 1; i >= 0; i--) {
      out[i] = BASE62.charAt((int) (stamp % 62));
      stamp /= 62;
    }
  }
}
