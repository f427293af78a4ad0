package io.tributary.lab.exchange;

import io.tributary.core.Encryption;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encrypts the stored bytes of incoming messages and binds them to their row. Rows from before the
 * encryption are plain; no message starts with the marker of an encrypted one.
 */
final class MessageEncryption {
  private static final byte[] MARKER = "\0sealed\0".getBytes(StandardCharsets.US_ASCII);

  private final Encryption secrets;

  MessageEncryption(Encryption secrets) {
    this.secrets = secrets;
  }

  byte[] encrypt(byte[] message, String link, String sender, String controlId) {
    byte[] sealed = secrets.seal(message, associatedData(link, sender, controlId));
    byte[] out = Arrays.copyOf(MARKER, MARKER.length + sealed.length);
    System.arraycopy(sealed, 0, out, MARKER.length, sealed.length);
    return out;
  }

  /**
   * @throws IllegalStateException when it was encrypted with another key, or for another row
   */
  byte[] decrypt(byte[] stored, String link, String sender, String controlId) {
    boolean sealed =
        stored.length > MARKER.length
            && Arrays.equals(stored, 0, MARKER.length, MARKER, 0, MARKER.length);
    return sealed
        ? secrets.open(
            Arrays.copyOfRange(stored, MARKER.length, stored.length),
            associatedData(link, sender, controlId))
        : stored;
  }

  private static String associatedData(String link, String sender, String controlId) {
    return "lab_message " + link + " " + sender + " " + controlId;
  }
}
