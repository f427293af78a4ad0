package io.tributary.audit;

import io.tributary.core.Encryption;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;

/**
 * The arithmetic of chains: openings, row hashes and seals. A seal is a mark with the
 * installation's key, which lies in the database only wrapped by the master key: who has the
 * database alone can compute hashes anew, but no seal.
 *
 * @param number from 1 on, in the order in which chains were opened
 * @param opening the hash that the first row builds on
 */
record HashChain(int number, byte[] opening) {
  /** What the first chain of all builds on. */
  static final byte[] BEGINNING = new byte[32];

  /**
   * @param before opening of the chain with the number before, or {@link #BEGINNING}
   */
  static HashChain open(int number, String node, Instant at, byte[] before) {
    MessageDigest sha = sha();
    sha.update(before);
    ByteBuffer head = ByteBuffer.allocate(16);
    head.putInt(number).putLong(at.getEpochSecond()).putInt(at.getNano() / 1000);
    sha.update(head.array());
    sha.update(node.getBytes(StandardCharsets.UTF_8));
    return new HashChain(number, sha.digest());
  }

  static MessageDigest sha() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of the last row that was written. */
  byte[] headSeal(Encryption key, long seq, byte[] hash) {
    return key.mark(place(seq, hash), "audit head");
  }

  /** Of the last row that retention took away. */
  byte[] keptSeal(Encryption key, long seq, byte[] hash) {
    return key.mark(place(seq, hash), "audit kept");
  }

  /** Of a head as it was at some time, when there were so many chains. */
  byte[] anchorSeal(Encryption key, long seq, byte[] hash, int chains, Instant at) {
    byte[] place = place(seq, hash);
    return key.mark(
        ByteBuffer.allocate(place.length + 16)
            .put(place)
            .putInt(chains)
            .putLong(at.getEpochSecond())
            .putInt(at.getNano() / 1000)
            .array(),
        "audit anchor");
  }

  private byte[] place(long seq, byte[] hash) {
    return ByteBuffer.allocate(12 + opening.length + hash.length)
        .putInt(number)
        .put(opening)
        .putLong(seq)
        .put(hash)
        .array();
  }
}
