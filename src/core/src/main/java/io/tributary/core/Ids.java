package io.tributary.core;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Identifiers. All of them sort by the time of their making, which keeps index pages warm. */
public final class Ids {
  /** The app id of the installation's default OAuth application of a provider. */
  public static final UUID NIL = new UUID(0, 0);

  /** The app id of demo connections, which talk to a simulator and have buckets of their own. */
  public static final UUID DEMO_APP = new UUID(0, 1);

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** 62^11 holds any stamp: the first 11 characters of a sortable id are its time. */
  private static final int STAMP = 11;

  private static final AtomicLong LAST = new AtomicLong();

  private Ids() {}

  /** A version 7 UUID; within one process strictly increasing. */
  public static UUID uuid() {
    long now = System.currentTimeMillis();
    // 12 bits below the millisecond count ids of one instant, so that order holds inside it.
    long stamp = LAST.updateAndGet(last -> Math.max(last + 1, now << 12));
    long high = (stamp >>> 12 << 16) | 0x7000L | (stamp & 0xFFF);
    long low = (RANDOM.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new UUID(high, low);
  }

  /**
   * {@code msg_} and 27 base62 characters, sortable by time: the {@code webhook-id} of an event.
   */
  public static String message() {
    return sortable("msg_", 27);
  }

  /** {@code ds_} and 27 base62 characters, sortable by time. */
  public static String destination() {
    return sortable("ds_", 27);
  }

  /** {@code ep_} and 27 base62 characters, sortable by time. */
  public static String endpoint() {
    return sortable("ep_", 27);
  }

  /** 32 lower-case hex digits, the W3C form of a trace id. */
  public static String trace() {
    return hex(16);
  }

  /** Random bytes in lower-case hex. */
  public static String hex(int bytes) {
    byte[] b = new byte[bytes];
    RANDOM.nextBytes(b);
    return java.util.HexFormat.of().formatHex(b);
  }

  /** Random base62 characters, for keys and tokens. */
  public static String random(int chars) {
    StringBuilder out = new StringBuilder(chars);
    for (int i = 0; i < chars; i++) {
      out.append(BASE62.charAt(RANDOM.nextInt(62)));
    }
    return out.toString();
  }

  /**
   * What the ids of messages of this millisecond and later sort behind, and those of earlier ones
   * before, byte by byte. Times before 1970 count as 1970.
   */
  public static String messagesFrom(Instant at) {
    char[] out = new char[STAMP];
    stamp(out, Math.max(0, at.toEpochMilli()) << 12);
    return "msg_" + new String(out);
  }

  /** When an id of {@link #message} was made, to the millisecond. */
  public static Instant messageTime(String id) {
    long stamp = 0;
    for (int i = 4; i < 4 + STAMP; i++) {
      stamp = stamp * 62 + BASE62.indexOf(id.charAt(i));
    }
    return Instant.ofEpochMilli(stamp >>> 12);
  }

  private static String sortable(String prefix, int chars) {
    long now = System.currentTimeMillis();
    long stamp = LAST.updateAndGet(last -> Math.max(last + 1, now << 12));
    char[] out = new char[chars];
    stamp(out, stamp);
    for (int i = STAMP; i < chars; i++) {
      out[i] = BASE62.charAt(RANDOM.nextInt(62));
    }
    return prefix + new String(out);
  }

  private static void stamp(char[] out, long stamp) {
    for (int i = STAMP - 1; i >= 0; i--) {
      out[i] = BASE62.charAt((int) (stamp % 62));
      stamp /= 62;
    }
  }
}
