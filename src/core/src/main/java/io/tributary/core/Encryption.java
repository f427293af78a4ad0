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
 * Encryption at rest (AES-256-GCM, format {@code 0x01 | nonce 12 | ciphertext+tag}) and the hashes
 * and MACs of the service. Thread-safe. The context text is bound to each ciphertext, so a row
 * copied elsewhere does not open.
 */
public final class Encryption {
  /** So many bytes longer is what is sealed. */
  public static final int OVERHEAD = 29;

  private static final byte VERSION = 1;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeySpec key;

  /**
   * @param masterKey 32 bytes
   */
  public Encryption(byte[] masterKey) {
    if (masterKey.length != 32) {
      throw new IllegalArgumentException("master key: 32 bytes, not " + masterKey.length);
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
   * @throws IllegalStateException when the key or the context is not the one it was sealed with
   */
  public byte[] open(byte[] sealed, String context) {
    try {
      if (sealed.length < OVERHEAD || sealed[0] != VERSION) {
        throw new IllegalStateException("not a sealed value");
      }
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, Arrays.copyOfRange(sealed, 1, 13)));
      cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
      return cipher.doFinal(sealed, 13, sealed.length - 13);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a secret does not open: another master key?", e);
    }
  }

  public String openText(byte[] sealed, String context) {
    return new String(open(sealed, context), StandardCharsets.UTF_8);
  }

  /**
   * A keyed mark of some content: equal contents of one context have equal marks, and nobody
   * without the master key can try contents out.
   */
  public byte[] mark(byte[] content, String context) {
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

  /** For content that comes in pieces or in buffers that should not be copied. */
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
