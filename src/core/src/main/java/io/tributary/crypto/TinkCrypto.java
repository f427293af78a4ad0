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

/** Adapter of the Tink library: AES-256-GCM with random nonces, and key wrapping. */
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

  /** Returns the AEAD of a raw key. */
  static Aead aeadOf(byte[] bytes) {
    return call(() -> aead(keyset(bytes)));
  }

  /**
   * Generates a key and wraps it.
   *
   * @param context authenticated data that binds the wrapped key to its row
   */
  static byte[] generateWrapped(Aead wrapper, String context) {
    return call(
        () ->
            wrap(KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM), wrapper, context));
  }

  /** Wraps a raw key. */
  static byte[] wrapRaw(byte[] bytes, Aead wrapper, String context) {
    return call(() -> wrap(keyset(bytes), wrapper, context));
  }

  /** Unwraps a key. */
  static Aead unwrap(byte[] wrapped, Aead wrapper, String context) {
    return call(() -> aead(parse(wrapped, wrapper, context)));
  }

  /** Wraps a wrapped key with another key. */
  static byte[] rewrap(byte[] wrapped, Aead before, Aead after, String context) {
    return call(() -> wrap(parse(wrapped, before, context), after, context));
  }

  /** Returns the raw bytes of a wrapped key that was imported from raw bytes. */
  static byte[] unwrapRaw(byte[] wrapped, Aead wrapper, String context) {
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
      throw new IllegalStateException("cannot decrypt a secret: the key or the context differs", e);
    }
  }
}
