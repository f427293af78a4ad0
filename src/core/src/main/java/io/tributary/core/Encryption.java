package io.tributary.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encryption at rest with AES-256-GCM, and the hashes and MACs of the service. Thread-safe.
 *
 * <p>Format of a ciphertext: {@code 0x01 | nonce (12 bytes) | ciphertext and tag}. The context text
 * is authenticated as additional data, so that a value copied to another row cannot be decrypted.
 */
public final class Encryption {
  /** Number of bytes by which a ciphertext is longer than its plaintext. */
  public static final int OVERHEAD = 29;

  private static final byte VERSION = 1;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeySpec key;

  public Encryption(byte[] masterKey) {
    if (masterKey.length != 32) {
      throw new IllegalArgumentException("master key must have 32 bytes, has " + masterKey.length);
    }
    this.key = new SecretKeySpec(masterKey, "AES");
  }

  public byte[] seal(byte[] plain, String context) {
    try {
      byte[] nonce = new byte[12];
      RANDOM.nextBytes(nonce);
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
      cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
      byte[] sealed = cipher.doFinal(plain);
      return ByteBuffer.allocate(13 + sealed.length).put(VERSION).put(nonce).put(sealed).array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("encryption failed", e);
    }
  }

  public byte[] seal(String plain, String context) {
    return seal(plain.getBytes(StandardCharsets.UTF_8), context);
  }

  /**
   * @throws IllegalStateException if the key or the context differs from the one used for
   *     encryption
   */
  public byte[] open(byte[] sealed, String context) {
    try {
      if (sealed.length < OVERHEAD || sealed[0] != VERSION) {
        throw new IllegalStateException("not an encrypted value");
      }
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, Arrays.copyOfRange(sealed, 1, 13)));
      cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
      return cipher.doFinal(sealed, 13, sealed.length - 13);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "cannot decrypt a secret: the master key may be a different one", e);
    }
  }

  public String openText(byte[] sealed, String context) {
    return new String(open(sealed, context), StandardCharsets.UTF_8);
  }

  /**
   * Returns a keyed MAC of a content: equal for equal contents in the same context, and infeasible
   * to guess without the master key.
   */
  public byte[] mac(byte[] content, String context) {
    byte[] own = hmacSha256(key.getEncoded(), "mark".getBytes(StandardCharsets.UTF_8));
    return hmacSha256(own, context.getBytes(StandardCharsets.UTF_8), new byte[1], content);
  }

  public static byte[] sha256(String text) {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  public static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static byte[] hmacSha256(byte[] key, byte[]... parts) {
    Mac mac = hmacSha256(key);
    for (byte[] part : parts) {
      mac.update(part);
    }
    return mac.doFinal();
  }

  /** Returns a Mac for content that arrives in pieces, or in buffers that should not be copied. */
  public static Mac hmacSha256(byte[] key) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static byte[] randomBytes(int n) {
    byte[] b = new byte[n];
    RANDOM.nextBytes(b);
    return b;
  }
}
