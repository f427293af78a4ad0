package io.tributary.http;

import io.vertx.core.Vertx;
import io.vertx.core.net.PemKeyCertOptions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.RSAKey;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;

/**
 * Checks that a certificate and a private key belong together. Otherwise the error would appear
 * only when clients connect.
 */
final class KeyPairCheck {
  private static final String[] KEY_TYPES = {
    "RSA", "RSASSA-PSS", "EC", "EdDSA", "Ed25519", "Ed448"
  };
  private static final byte[] SAMPLE = {1, 2, 3};

  private KeyPairCheck() {}

  /**
   * Checks the pair; blocks for some milliseconds.
   *
   * @throws GeneralSecurityException if the pair does not match; the message contains nothing of
   *     the key
   */
  static void check(Vertx vertx, PemKeyCertOptions pair) throws Exception {
    for (KeyManager manager : pair.getKeyManagerFactory(vertx).getKeyManagers()) {
      X509KeyManager keys = (X509KeyManager) manager;
      for (String kind : KEY_TYPES) {
        String[] aliases = keys.getServerAliases(kind, null);
        if (aliases != null) {
          X509Certificate privateKey = keys.getCertificateChain(aliases[0])[0];
          if (!matches(keys.getPrivateKey(aliases[0]), privateKey.getPublicKey())) {
            throw new GeneralSecurityException("the private key does not match the certificate");
          }
          return;
        }
      }
    }
    throw new GeneralSecurityException("no certificate with a supported key type");
  }

  private static boolean matches(PrivateKey privateKey, PublicKey publicKey) {
    return switch (privateKey) {
      case RSAKey k ->
          publicKey instanceof RSAKey other && k.getModulus().equals(other.getModulus());
      case ECPrivateKey k -> signatureVerifies("SHA256withECDSA", k, publicKey);
      case EdECPrivateKey k -> signatureVerifies("EdDSA", k, publicKey);
      default -> false;
    };
  }

  private static boolean signatureVerifies(
      String algorithm, PrivateKey privateKey, PublicKey publicKey) {
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(privateKey);
      signature.update(SAMPLE);
      byte[] signed = signature.sign();
      signature.initVerify(publicKey);
      signature.update(SAMPLE);
      return signature.verify(signed);
    } catch (GeneralSecurityException otherKind) {
      return false;
    }
  }
}
