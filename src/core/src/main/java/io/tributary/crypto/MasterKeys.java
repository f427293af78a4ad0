package io.tributary.crypto;

import com.google.crypto.tink.Aead;
import io.tributary.core.Encryption;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Master keys, which wrap the data keys and are kept outside of the database. Usually one; two
 * during a rotation.
 */
public final class MasterKeys {
  private static final int BYTES = 32;
  private static final int ID_BYTES = 6;

  private final List<byte[]> keys;
  private final Map<String, Aead> byId;

  /**
   * @param keys 32 bytes each; the first is in use, the others can only unwrap
   */
  public MasterKeys(List<byte[]> keys) {
    if (keys.isEmpty() || keys.stream().anyMatch(k -> k.length != BYTES)) {
      throw new IllegalArgumentException("master key: " + BYTES + " bytes");
    }
    this.keys = keys.stream().map(byte[]::clone).toList();
    this.byId =
        this.keys.stream()
            .collect(Collectors.toMap(MasterKeys::id, TinkCrypto::aeadOf, (a, b) -> a));
  }

  /** Returns a single master key. */
  public static MasterKeys of(byte[] key) {
    return new MasterKeys(List.of(key));
  }

  /** Returns the ID of a key, which does not reveal the key. */
  static String id(byte[] key) {
    byte[] mark =
        Encryption.hmacSha256(key, "tributary master key".getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(Arrays.copyOf(mark, ID_BYTES));
  }

  /** Returns the ID of the key in use. */
  String currentId() {
    return id(keys.getFirst());
  }

  /** Returns the IDs of all keys, the one in use first. */
  List<String> ids() {
    return keys.stream().map(MasterKeys::id).distinct().toList();
  }

  Optional<Aead> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Returns the same keys with the next key, the last one, in use. */
  public MasterKeys withNextInUse() {
    List<byte[]> turned = keys.reversed();
    return new MasterKeys(turned);
  }

  /**
   * Returns the bytes of the key in use. Installations without data keys encrypted with it
   * directly.
   */
  byte[] currentBytes() {
    return keys.getFirst().clone();
  }

  @Override
  public String toString() {
    return "MasterKeys" + ids();
  }
}
