package io.tributary.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * A row of the trail. Fields are null where there is nothing to say, as in the table.
 *
 * @param at by the clock of the node, to the microsecond
 * @param actor what kind of caller it was, such as {@code api_key}
 * @param actorId id of the key or token, never its value
 * @param user whose data it was about, if that is known
 * @param object the last other id in the path: of the order, key, webhook, …
 * @param route template of the path, or what happened inside
 * @param status of the answer; null for what has begun and for what happens inside
 * @param request id of the request, as in the log and in {@code traceparent}
 * @param source address of the caller, if addresses are kept
 */
public record AuditEntry(
    Instant at,
    Kind kind,
    String actor,
    UUID actorId,
    UUID organisation,
    UUID team,
    String environment,
    UUID user,
    UUID object,
    String method,
    String route,
    Integer status,
    UUID request,
    String source) {

  /** What a row tells. */
  public enum Kind {
    /** Data was asked for. */
    READ,
    /** A change is about to be made; a row {@link #CHANGE} of the same request follows. */
    BEGUN,
    /** A change was asked for, with the status of its answer. */
    CHANGE,
    /** The service did something by itself, or for somebody without a key. */
    INTERNAL;

    public String wire() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  public AuditEntry {
    at = at.truncatedTo(ChronoUnit.MICROS);
  }

  /** The hash of this row as the one with this number, after the row with that hash. */
  byte[] hash(MessageDigest sha, byte[] before, int chain, long seq) {
    sha.reset();
    sha.update(before);
    number(sha, chain);
    number(sha, seq);
    number(sha, at.getEpochSecond());
    number(sha, at.getNano() / 1000);
    text(sha, kind.wire());
    text(sha, actor);
    id(sha, actorId);
    id(sha, organisation);
    id(sha, team);
    text(sha, environment);
    id(sha, user);
    id(sha, object);
    text(sha, method);
    text(sha, route);
    number(sha, status == null ? -1 : status);
    id(sha, request);
    text(sha, source);
    return sha.digest();
  }

  private static void number(MessageDigest sha, long n) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      sha.update((byte) (n >>> shift));
    }
  }

  /** With its length before it, so that no two rows read alike; none has the length -1. */
  private static void text(MessageDigest sha, String text) {
    if (text == null) {
      number(sha, -1);
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    number(sha, bytes.length);
    sha.update(bytes);
  }

  private static void id(MessageDigest sha, UUID id) {
    sha.update((byte) (id == null ? 0 : 1));
    if (id != null) {
      number(sha, id.getMostSignificantBits());
      number(sha, id.getLeastSignificantBits());
    }
  }
}
