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
 * How a vendor delivers notifications.
 *
 * @param retries pauses before the second, third, … attempt
 * @param timeout how long a receiver may take to answer
 * @param staleness how old a stale one claims to be
 * @param gone statuses that end the subscription
 * @param secretInPath the last segment of the URL is the secret: forgeries change that
 * @param signer what proves the sender
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

  /** The vendor's signature. */
  public interface Signer {
    /**
     * Headers for a body.
     *
     * @param stamp the moment to be written in them
     */
    Signed sign(String secret, Instant stamp, Buffer body);
  }

  /** Headers that always come, and those that prove the sender. */
  public record Signed(Map<String, String> plain, Map<String, String> proof) {}

  /** No signature: the receiver looks at the path, at the body, or at nothing. */
  public static Signer unsigned() {
    return (secret, stamp, body) -> new Signed(Map.of(), Map.of());
  }

  public PushRules withRetries(List<Duration> pauses, Duration newTimeout) {
    return new PushRules(pauses, newTimeout, staleness, gone, secretInPath, signer);
  }

  /** A keyed digest of the parts, one after another. */
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

  /** HmacSHA256 as lower-case hex. */
  public static String sha256Hex(String secret, byte[]... parts) {
    return HexFormat.of().formatHex(hmac("HmacSHA256", secret, parts));
  }

  /** HmacSHA256 as base64. */
  public static String sha256Base64(String secret, byte[]... parts) {
    return Base64.getEncoder().encodeToString(hmac("HmacSHA256", secret, parts));
  }

  /** HmacSHA1 as base64. */
  public static String sha1Base64(String secret, byte[]... parts) {
    return Base64.getEncoder().encodeToString(hmac("HmacSHA1", secret, parts));
  }

  /** The address a forgery goes to. */
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
