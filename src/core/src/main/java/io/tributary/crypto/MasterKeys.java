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
 * The keys that wrap data keys; outside of the database. Usually one; two while the first is being
 * replaced.
 */
public final class MasterKeys {
  private static final int BYTES = 32;
  private static final int ID_BYTES = 6;

  private final List<byte[]> keys;
  private final Map<String, Aead> byId;

  /**
   * @param keys 32 bytes each; the first is the one in use, others are known
   */
  public MasterKeys(List<byte[]> keys) {
    if (keys.isEmpty() || keys.stream().anyMatch(k -> k.length != BYTES)) {
      throw new IllegalArgumentException("master key: " + BYTES + " bytes");
    }
    this.keys = keys.stream().map(byte[]::clone).toList();
    this.byId =
        this.keys.stream().collect(Collectors.toMap(MasterKeys::id, TinkCrypto::raw, (a, b) -> a));
  }

  /** The one in use. */
  public static MasterKeys of(byte[] key) {
    return new MasterKeys(List.of(key));
  }

  /** Names a key without telling it. */
  static String id(byte[] key) {
    byte[] mark =
        Encryption.hmacSha256(key, "tributary master key".getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(Arrays.copyOf(mark, ID_BYTES));
  }

  /** Name of the one in use. */
  String first() {
    return id(keys.getFirst());
  }

  /** Names of all that are known, the one in use first. */
  List<String> known() {
    return keys.stream().map(MasterKeys::id).distinct().toList();
  }

  Optional<Aead> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** With the next one in use: the last of them. */
  public MasterKeys nextFirst() {
    List<byte[]> turned = keys.reversed();
    return new MasterKeys(turned);
  }

  /** The bytes of the one in use: what installations without data keys sealed with. */
  byte[] bytes() {
    return keys.getFirst().clone();
  }

  @Override
  public String toString() {
    return "MasterKeys" + known();
  }
}
