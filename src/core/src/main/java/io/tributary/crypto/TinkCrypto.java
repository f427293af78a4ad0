package io.tributary.crypto;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.AesGcmKey;
import com.google.crypto.tink.aead.AesGcmParameters;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import com.google.crypto.tink.util.SecretBytes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

/** What is asked of the library: AES-256-GCM with fresh nonces, and keys wrapped by keys. */
final class TinkCrypto {
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;

  static {
    try {
      AeadConfig.register();
    } catch (GeneralSecurityException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private TinkCrypto() {}

  /** A key of given bytes. */
  static Aead raw(byte[] bytes) {
    return call(() -> aead(keyset(bytes)));
  }

  /**
   * A new key.
   *
   * @param context bound to it: where it belongs
   */
  static byte[] fresh(Aead wrapper, String context) {
    return call(
        () ->
            wrap(KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM), wrapper, context));
  }

  /** A key of given bytes, wrapped. */
  static byte[] given(byte[] bytes, Aead wrapper, String context) {
    return call(() -> wrap(keyset(bytes), wrapper, context));
  }

  /** The key that was wrapped. */
  static Aead unwrap(byte[] wrapped, Aead wrapper, String context) {
    return call(() -> aead(parse(wrapped, wrapper, context)));
  }

  /** The same key under another wrapper. */
  static byte[] rewrap(byte[] wrapped, Aead before, Aead after, String context) {
    return call(() -> wrap(parse(wrapped, before, context), after, context));
  }

  /** The bytes of a key that was made of bytes. */
  static byte[] bytes(byte[] wrapped, Aead wrapper, String context) {
    return call(
        () ->
            ((AesGcmKey) parse(wrapped, wrapper, context).getPrimary().getKey())
                .getKeyBytes()
                .toByteArray(InsecureSecretKeyAccess.get()));
  }

  static byte[] seal(Aead key, byte[] plain, String context) {
    return call(() -> key.encrypt(plain, utf8(context)));
  }

  static byte[] open(Aead key, byte[] sealed, String context) {
    return call(() -> key.decrypt(sealed, utf8(context)));
  }

  private static KeysetHandle keyset(byte[] bytes) throws GeneralSecurityException {
    AesGcmKey key =
        AesGcmKey.builder()
            .setParameters(
                AesGcmParameters.builder()
                    .setKeySizeBytes(KEY_BYTES)
                    .setIvSizeBytes(NONCE_BYTES)
                    .setTagSizeBytes(TAG_BYTES)
                    .setVariant(AesGcmParameters.Variant.NO_PREFIX)
                    .build())
            .setKeyBytes(SecretBytes.copyFrom(bytes, InsecureSecretKeyAccess.get()))
            .build();
    return KeysetHandle.newBuilder()
        .addEntry(KeysetHandle.importKey(key).withRandomId().makePrimary())
        .build();
  }

  private static byte[] wrap(KeysetHandle key, Aead wrapper, String context)
      throws GeneralSecurityException {
    return TinkProtoKeysetFormat.serializeEncryptedKeyset(key, wrapper, utf8(context));
  }

  private static KeysetHandle parse(byte[] wrapped, Aead wrapper, String context)
      throws GeneralSecurityException {
    return TinkProtoKeysetFormat.parseEncryptedKeyset(wrapped, wrapper, utf8(context));
  }

  private static Aead aead(KeysetHandle key) throws GeneralSecurityException {
    return key.getPrimitive(RegistryConfiguration.get(), Aead.class);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @FunctionalInterface
  private interface Call<T> {
    T run() throws GeneralSecurityException;
  }

  private static <T> T call(Call<T> call) {
    try {
      return call.run();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a secret does not open: another key, or another place", e);
    }
  }
}
