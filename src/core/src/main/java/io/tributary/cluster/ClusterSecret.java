package io.tributary.cluster;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What all nodes of a cluster know: its secret, and which installation their database is of. Both
 * are used for nothing but to make a key for each purpose, so that what one purpose shows tells
 * nothing about another, and nodes of two databases that were given one secret by mistake, whose
 * owned actors have the same names, stay strangers.
 */
final class ClusterSecret {
  /** What a key is for; the names are part of the protocol. */
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

  /** 32 bytes, the same on every node. */
  byte[] key(Purpose purpose) {
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
