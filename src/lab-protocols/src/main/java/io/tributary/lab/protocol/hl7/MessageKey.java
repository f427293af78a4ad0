package io.tributary.lab.protocol.hl7;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Identity of a received message for deduplication: sender, control ID and content hash. Different
 * content under the same ID is a different message.
 */
public record MessageKey(String sender, String controlId, String sha256) {
  public static MessageKey of(MessageHeader header, byte[] message) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(message);
      return new MessageKey(header.sender(), header.controlId(), HexFormat.of().formatHex(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
