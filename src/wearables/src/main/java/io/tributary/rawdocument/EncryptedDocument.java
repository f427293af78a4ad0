package io.tributary.rawdocument;

import io.tributary.core.Encryption;
import java.io.ByteArrayOutputStream;
import java.util.UUID;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Compresses and encrypts stored documents, in this order because ciphertext does not compress. The
 * ciphertext is bound to its row key, so that a row copied elsewhere cannot be decrypted.
 */
final class EncryptedDocument {
  private static final int LEVEL = 6;

  private final Encryption secrets;

  EncryptedDocument(Encryption secrets) {
    this.secrets = secrets;
  }

  static String context(UUID user, String provider, String kind, String key) {
    return "raw " + user + " " + provider + " " + kind + " " + key;
  }

  byte[] seal(byte[] json, String place) {
    return secrets.seal(deflate(json), place);
  }

  byte[] open(byte[] sealed, String place) {
    return inflate(secrets.open(sealed, place));
  }

  byte[] mark(byte[] json, String place) {
    return secrets.mac(json, place);
  }

  private static byte[] deflate(byte[] plain) {
    Deflater deflater = new Deflater(LEVEL);
    try {
      deflater.setInput(plain);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 4 + 64);
      byte[] part = new byte[8192];
      while (!deflater.finished()) {
        out.write(part, 0, deflater.deflate(part));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private static byte[] inflate(byte[] packed) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(packed);
      ByteArrayOutputStream out = new ByteArrayOutputStream(packed.length * 4);
      byte[] part = new byte[8192];
      while (!inflater.finished()) {
        int n = inflater.inflate(part);
        if (n == 0 && !inflater.finished()) {
          throw new IllegalStateException("a stored document is truncated");
        }
        out.write(part, 0, n);
      }
      return out.toByteArray();
    } catch (DataFormatException e) {
      throw new IllegalStateException("a stored document is damaged", e);
    } finally {
      inflater.end();
    }
  }
}
