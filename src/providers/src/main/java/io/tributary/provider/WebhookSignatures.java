package io.tributary.provider;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * How providers prove their pushes: keyed digests (RFC 2104) and words that both sides know. What
 * was told is compared in a time that does not say how much of it was right.
 */
public final class WebhookSignatures {
  private static final HexFormat HEX = HexFormat.of();

  private WebhookSignatures() {}

  /** Of the parts, one after another, under a secret in UTF-8. */
  public static byte[] hmacSha256(String secret, byte[]... parts) {
    return hmac("HmacSHA256", secret, parts);
  }

  /** As {@link #hmacSha256}; for vendors that know no better. */
  public static byte[] hmacSha1(String secret, byte[]... parts) {
    return hmac("HmacSHA1", secret, parts);
  }

  /** In lower case. */
  public static String hex(byte[] digest) {
    return HEX.formatHex(digest);
  }

  public static String upperHex(byte[] digest) {
    return HEX.withUpperCase().formatHex(digest);
  }

  /** With padding. */
  public static String base64(byte[] digest) {
    return Base64.getEncoder().encodeToString(digest);
  }

  /**
   * Whether what was told is right, to the letter. Where nothing was told, or there is nothing that
   * would be right, it is not.
   *
   * @param told may be null
   * @param right may be null
   */
  public static boolean same(String told, String right) {
    return told != null
        && right != null
        && !right.isEmpty()
        && MessageDigest.isEqual(
            told.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether the moment lies no further from now than that, on either side: clocks differ. */
  public static boolean recent(Instant told, Instant now, Duration most) {
    return Duration.between(told, now).abs().compareTo(most) <= 0;
  }

  private static byte[] hmac(String algorithm, String secret, byte[]... parts) {
    // A key of no bytes is none: whoever has no secret proves nothing.
    if (secret.isEmpty()) {
      return new byte[0];
    }
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), algorithm));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
