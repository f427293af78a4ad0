package io.tributary.audit;

import io.tributary.core.Encryption;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;

/**
 * Openings and seals of audit chains.
 *
 * <p>The opening of a chain is SHA-256 over the opening of the previous chain and this chain's own
 * number, time and node. Each row hash covers the hash of the row before it, so that any alteration
 * breaks all later hashes.
 *
 * <p>Hashes alone can be recomputed by anyone with access to the database. Therefore the positions
 * that matter carry a seal: a MAC with the installation's key, which the database holds only
 * wrapped by the master key. A seal covers the chain number, the opening, the row number and the
 * row hash.
 *
 * @param number counts up from 1 without gaps, in the order in which chains are opened
 * @param opening hash that the first row builds on
 */
record HashChain(int number, byte[] opening) {
  /** Predecessor of the first chain. */
  static final byte[] GENESIS = new byte[32];

  /**
   * @param before opening of the previous chain, or 32 zero bytes for the first chain
   */
  static HashChain open(int number, String node, Instant at, byte[] before) {
    MessageDigest sha = newSha256();
    sha.update(before);
    ByteBuffer head = ByteBuffer.allocate(16);
    head.putInt(number).putLong(at.getEpochSecond()).putInt(at.getNano() / 1000);
    sha.update(head.array());
    sha.update(node.getBytes(StandardCharsets.UTF_8));
    return new HashChain(number, sha.digest());
  }

  static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Seals the last row of the chain. */
  byte[] headSeal(Encryption key, long seq, byte[] hash) {
    return key.mac(encodePosition(seq, hash), "audit head");
  }

  /** Seals the last row that retention deleted. */
  byte[] keptSeal(Encryption key, long seq, byte[] hash) {
    return key.mac(encodePosition(seq, hash), "audit kept");
  }

  /** Seals an earlier head, with its time and the number of chains at that time. */
  byte[] anchorSeal(Encryption key, long seq, byte[] hash, int chains, Instant at) {
    byte[] place = encodePosition(seq, hash);
    return key.mac(
        ByteBuffer.allocate(place.length + 16)
            .put(place)
            .putInt(chains)
            .putLong(at.getEpochSecond())
            .putInt(at.getNano() / 1000)
            .array(),
        "audit anchor");
  }

  private byte[] encodePosition(long seq, byte[] hash) {
    return ByteBuffer.allocate(12 + opening.length + hash.length)
        .putInt(number)
        .put(opening)
        .putLong(seq)
        .put(hash)
        .array();
  }
}
