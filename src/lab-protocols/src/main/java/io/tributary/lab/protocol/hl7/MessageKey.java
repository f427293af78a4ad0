package io.tributary.lab.protocol.hl7;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * By what a repeated message is known: who sent it, under which id, and its bytes. Another body
 * under the same id is another message.
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
