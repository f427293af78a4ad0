package io.tributary.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * Row of the audit trail. Fields without a value are null, as in the table.
 *
 * @param at time by the clock of the node, in microseconds precision
 * @param actor kind of caller, such as {@code api_key}
 * @param actorId ID of the key or token, never its value
 * @param user user whose data was accessed, if known
 * @param object last other ID in the path: of the order, key, webhook, …
 * @param route path template, or a description of an internal event
 * @param status HTTP status; null for {@link Kind#BEGUN} and {@link Kind#INTERNAL}
 * @param request request ID, as in the log and in {@code traceparent}
 * @param source client address, if addresses are recorded
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

  /** Kind of audit row. */
  public enum Kind {
    /** A request read data. */
    READ,
    /** A change is about to be made. A {@link #CHANGE} row of the same request follows. */
    BEGUN,
    /** A change was requested; the row holds the status of the response. */
    CHANGE,
    /** The service acted by itself, or for a caller without a key. */
    INTERNAL;

    public String wire() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  public AuditEntry {
    at = at.truncatedTo(ChronoUnit.MICROS);
  }

  /**
   * Returns the hash of this row at the given position of a chain.
   *
   * <p>It is SHA-256 over the hash of the previous row, the chain, the sequence number and all
   * fields, so that altering, removing or inserting a row breaks every later hash.
   *
   * @param before hash of the previous row, or the opening of the chain
   */
  byte[] hash(MessageDigest sha, byte[] before, int chain, long seq) {
    sha.reset();
    sha.update(before);
    updateLong(sha, chain);
    updateLong(sha, seq);
    updateLong(sha, at.getEpochSecond());
    updateLong(sha, at.getNano() / 1000);
    updateText(sha, kind.wire());
    updateText(sha, actor);
    updateUuid(sha, actorId);
    updateUuid(sha, organisation);
    updateUuid(sha, team);
    updateText(sha, environment);
    updateUuid(sha, user);
    updateUuid(sha, object);
    updateText(sha, method);
    updateText(sha, route);
    updateLong(sha, status == null ? -1 : status);
    updateUuid(sha, request);
    updateText(sha, source);
    return sha.digest();
  }

  private static void updateLong(MessageDigest sha, long n) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      sha.update((byte) (n >>> shift));
    }
  }

  /**
   * Hashes a text with its length as prefix, so that different rows never produce the same input.
   * Length -1 stands for null.
   */
  private static void updateText(MessageDigest sha, String text) {
    if (text == null) {
      updateLong(sha, -1);
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    updateLong(sha, bytes.length);
    sha.update(bytes);
  }

  private static void updateUuid(MessageDigest sha, UUID id) {
    sha.update((byte) (id == null ? 0 : 1));
    if (id != null) {
      updateLong(sha, id.getMostSignificantBits());
      updateLong(sha, id.getLeastSignificantBits());
    }
  }
}
