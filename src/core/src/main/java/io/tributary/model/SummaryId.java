package io.tributary.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Computes the IDs of summaries.
 *
 * <p>An ID is a name-based UUID (version 5) over user, provider, resource, source type, app and
 * provider key. The same real object always has the same ID, on every node, without a lookup.
 * Changing the layout below would disconnect every stored object from its ID.
 */
public final class SummaryId {
  private static final UUID NAMESPACE = UUID.fromString("4f0b6e0a-5d0e-5c6b-9a53-6f1d2c7b8e10");

  private SummaryId() {}

  /** Returns the ID of a normalized summary. */
  public static UUID of(UUID user, Summary summary, Source source) {
    return of(
        user,
        source.provider(),
        summary.resource(),
        source.type(),
        source.appId(),
        summary.providerKey());
  }

  /**
   * @param appId null if there is none
   */
  public static UUID of(
      UUID user,
      String provider,
      Resource resource,
      SourceType type,
      String appId,
      String providerKey) {
    MessageDigest sha1 = sha1();
    put(sha1, NAMESPACE);
    put(sha1, user);
    put(sha1, provider);
    put(sha1, resource.wire());
    put(sha1, type.wire());
    put(sha1, appId == null ? "" : appId);
    put(sha1, providerKey);
    ByteBuffer digest = ByteBuffer.wrap(sha1.digest());
    long high = digest.getLong() & 0xffff_ffff_ffff_0fffL | 0x5000L;
    long low = digest.getLong() & 0x3fff_ffff_ffff_ffffL | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  private static void put(MessageDigest digest, UUID id) {
    digest.update(
        ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .flip());
  }

  /** Adds the length first, so that different lists of parts never produce the same name. */
  private static void put(MessageDigest digest, String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
    digest.update(bytes);
  }

  private static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-1 is not available", e);
    }
  }
}
