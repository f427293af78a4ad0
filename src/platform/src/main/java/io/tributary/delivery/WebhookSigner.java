package io.tributary.delivery;

import io.tributary.core.Encryption;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;

/** Creates Standard Webhooks signatures with symmetric keys. Stateless. */
public final class WebhookSigner {
  static final String PREFIX = "whsec_";
  private static final int MIN_BYTES = 24;
  private static final int MAX_BYTES = 64;

  private WebhookSigner() {}

  /** Returns a new random secret. */
  public static String newSecret() {
    return PREFIX + Base64.getEncoder().encodeToString(Encryption.randomBytes(MIN_BYTES));
  }

  /** Decodes a secret; empty unless it is {@code whsec_} followed by base64 of 24 to 64 bytes. */
  public static Optional<byte[]> decodeKey(String secret) {
    if (secret == null || !secret.startsWith(PREFIX)) {
      return Optional.empty();
    }
    try {
      byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
      return key.length < MIN_BYTES || key.length > MAX_BYTES ? Optional.empty() : Optional.of(key);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the value of the signature header.
   *
   * @param keys newest first
   * @param timestamp Unix seconds of this attempt
   */
  public static String signature(List<byte[]> keys, String messageId, long timestamp, byte[] body) {
    return signature(keys, messageId, timestamp, ByteBuffer.wrap(body));
  }

  /** Computes the signature without copying the body; the buffer's position is not changed. */
  static String signature(List<byte[]> keys, String messageId, long timestamp, ByteBuffer body) {
    byte[] head = (messageId + "." + timestamp + ".").getBytes(StandardCharsets.US_ASCII);
    StringBuilder out = new StringBuilder(48 * keys.size());
    for (byte[] key : keys) {
      if (!out.isEmpty()) {
        out.append(' ');
      }
      Mac mac = Encryption.hmacSha256(key);
      mac.update(head);
      mac.update(body.duplicate());
      out.append("v1,").append(Base64.getEncoder().encodeToString(mac.doFinal()));
    }
    return out.toString();
  }
}
