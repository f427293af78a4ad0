package io.tributary.simulators.kit;

import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Delivery rules of a vendor's notifications.
 *
 * @param retries pauses before the second, third, … attempt
 * @param timeout limit for the receiver's response
 * @param staleness age that a stale notification claims
 * @param gone statuses that end the subscription
 * @param secretInPath whether the last segment of the URL is the secret, which forgeries change
 * @param signer proves the sender
 */
public record PushRules(
    List<Duration> retries,
    Duration timeout,
    Duration staleness,
    Set<Integer> gone,
    boolean secretInPath,
    Signer signer) {

  public PushRules {
    retries = List.copyOf(retries);
    gone = Set.copyOf(gone);
  }

  /** Creates the vendor's signature. */
  public interface Signer {
    /**
     * Returns the headers for a body.
     *
     * @param stamp time to be written into the headers
     */
    Signed sign(String secret, Instant stamp, Buffer body);
  }

  /** Headers that are always sent, and headers that prove the sender. */
  public record Signed(Map<String, String> plain, Map<String, String> proof) {}

  /** Returns a signer without a signature: the receiver checks the path, the body, or nothing. */
  public static Signer unsigned() {
    return (secret, stamp, body) -> new Signed(Map.of(), Map.of());
  }

  public PushRules withRetries(List<Duration> pauses, Duration newTimeout) {
    return new PushRules(pauses, newTimeout, staleness, gone, secretInPath, signer);
  }

  /** Returns the HMAC of the concatenated parts. */
  public static byte[] hmac(String algorithm, String secret, byte[]... parts) {
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

  /** Returns HmacSHA256 in lowercase hex. */
  public static String sha256Hex(String secret, byte[]... parts) {
    return HexFormat.of().formatHex(hmac("HmacSHA256", secret, parts));
  }

  /** Returns HmacSHA256 in Base64. */
  public static String sha256Base64(String secret, byte[]... parts) {
    return Base64.getEncoder().encodeToString(hmac("HmacSHA256", secret, parts));
  }

  /** Returns HmacSHA1 in Base64. */
  public static String sha1Base64(String secret, byte[]... parts) {
    return Base64.getEncoder().encodeToString(hmac("HmacSHA1", secret, parts));
  }

  /** Returns the URL to which a forgery is sent. */
  String urlOf(OutgoingNotification push, OutgoingNotification.Forgery forgery) {
    if (!secretInPath) {
      return push.url();
    }
    String path = URI.create(push.url()).getRawPath();
    String base = push.url().substring(0, push.url().indexOf(path, 8));
    String parent = path.substring(0, path.lastIndexOf('/'));
    return switch (forgery) {
      case NONE, STALE -> push.url();
      case WRONG_SIGNATURE -> base + path + "x";
      case NO_SIGNATURE -> base + (parent.isEmpty() ? "/" : parent);
    };
  }
}
