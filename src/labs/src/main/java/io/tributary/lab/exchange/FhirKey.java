package io.tributary.lab.exchange;

import io.tributary.lab.protocol.fhir.MessageHeaderFields;
import io.tributary.lab.protocol.hl7.MessageKey;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** By what a repeated message over FHIR is known. */
final class FhirKey {
  private static final int LONGEST = 199;

  private FhirKey() {}

  /**
   * @param said the part of the message that makes it another one when it differs
   */
  static MessageKey of(MessageHeaderFields envelope, byte[] said) {
    String sender = "fhir/" + envelope.sender();
    return new MessageKey(
        sender.length() > LONGEST ? sender.substring(0, LONGEST) : sender,
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
