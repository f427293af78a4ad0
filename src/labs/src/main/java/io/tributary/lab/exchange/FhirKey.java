package io.tributary.lab.exchange;

import io.tributary.lab.protocol.fhir.MessageHeaderFields;
import io.tributary.lab.protocol.hl7.MessageKey;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Deduplication key of a message received over FHIR. */
final class FhirKey {
  private static final int MAX_SENDER_LENGTH = 199;

  private FhirKey() {}

  /**
   * @param said content that identifies the message: a different content makes it another message
   */
  static MessageKey keyOf(MessageHeaderFields envelope, byte[] said) {
    String sender = "fhir/" + envelope.sender();
    return new MessageKey(
        sender.length() > MAX_SENDER_LENGTH ? sender.substring(0, MAX_SENDER_LENGTH) : sender,
        envelope.id(),
        sha256(said));
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
