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
 * Verification of provider notifications by HMAC (RFC 2104) and shared tokens. Comparisons take
 * constant time.
 */
public final class WebhookSignatures {
  private static final HexFormat HEX = HexFormat.of();

  private WebhookSignatures() {}

  /** Computes the HMAC of the concatenated parts; the secret is encoded in UTF-8. */
  public static byte[] hmacSha256(String secret, byte[]... parts) {
    return hmac("HmacSHA256", secret, parts);
  }

  /** Computes HMAC-SHA1, for vendors that support nothing stronger. */
  public static byte[] hmacSha1(String secret, byte[]... parts) {
    return hmac("HmacSHA1", secret, parts);
  }

  /** Encodes in lower case. */
  public static String hex(byte[] digest) {
    return HEX.formatHex(digest);
  }

  public static String upperHex(byte[] digest) {
    return HEX.withUpperCase().formatHex(digest);
  }

  /** Encodes with padding. */
  public static String base64(byte[] digest) {
    return Base64.getEncoder().encodeToString(digest);
  }

  /**
   * Compares a received value with the expected one in constant time. A missing received value, or
   * a missing or empty expected value, never matches.
   *
   * @param received received value; may be null
   * @param expected expected value; may be null
   */
  public static boolean matches(String received, String expected) {
    return received != null
        && expected != null
        && !expected.isEmpty()
        && MessageDigest.isEqual(
            received.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns whether the received time differs from now by at most the limit, in either direction
   * because clocks differ.
   */
  public static boolean isRecent(Instant received, Instant now, Duration tolerance) {
    return Duration.between(received, now).abs().compareTo(tolerance) <= 0;
  }

  private static byte[] hmac(String algorithm, String secret, byte[]... parts) {
    // An empty secret must not verify anything.
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
