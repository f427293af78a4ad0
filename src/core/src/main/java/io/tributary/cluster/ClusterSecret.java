package io.tributary.cluster;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Derives the keys of a cluster from its shared secret and the ID of the installation.
 *
 * <p>The secret is used only to derive one key per purpose, so that disclosing one key reveals
 * nothing about the others. The installation ID is part of the derivation: nodes of two databases
 * that were given the same secret by mistake do not join each other, although their leased actors
 * have the same names.
 */
final class ClusterSecret {
  /** Purposes of derived keys. The constant names are part of the protocol. */
  enum Purpose {
    NAME,
    DOOR,
    AUTHORITY
  }

  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] secret;
  private final UUID installation;

  ClusterSecret(String secret, UUID installation) {
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
    this.installation = installation;
  }

  /** Returns 32 bytes, the same on every node. */
  byte[] deriveKey(Purpose purpose) {
    String use = "tributary cluster v1 " + purpose.name() + " " + installation;
    return mac(secret, use.getBytes(StandardCharsets.US_ASCII));
  }

  static byte[] mac(byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
