package io.tributary.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Identity of a sample among the samples of its user.
 *
 * <p>The latest value of a key replaces earlier ones. Device, workout, app and end are not part of
 * the key.
 *
 * @param part type of the reading if it is part of the identity, a hash of the text for a note,
 *     otherwise empty
 */
public record SampleKey(
    Resource resource, String provider, SourceType type, String part, Instant at) {

  public static SampleKey of(Sample sample) {
    return new SampleKey(
        sample.resource(),
        sample.source().provider(),
        sample.source().type(),
        part(sample),
        sample.at());
  }

  private static String part(Sample sample) {
    if (!sample.resource().hasTypedIdentity()) {
      return "";
    }
    SampleExtras extras = sample.extras();
    return sample.resource() == Resource.NOTE ? hash(extras.text()) : extras.type();
  }

  /**
   * Returns the first eight bytes of the SHA-256 hash, enough to distinguish the notes of one user
   * at one instant.
   */
  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(digest, 8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available", e);
    }
  }
}
