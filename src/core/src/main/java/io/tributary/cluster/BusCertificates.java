package io.tributary.cluster;

import com.google.crypto.tink.subtle.Ed25519Sign;
import io.tributary.config.ClusterConfig;
import io.tributary.core.Encryption;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;

/**
 * TLS key, certificate and trust anchor of a node for the event bus.
 *
 * <p>Either the operator supplies the files, or the node generates them at its start. In the second
 * case the private key of the certificate authority is derived from the cluster secret, and each
 * start signs a new node key with it. A process that has the secret can therefore issue itself a
 * valid certificate, all others cannot, and no key is stored on disk.
 */
record BusCertificates(PemKeyCertOptions keyCert, PemTrustOptions trust) {
  /** DER prefix of an Ed25519 public key, RFC 8410. */
  private static final byte[] ED25519_PUBLIC_PREFIX =
      HexFormat.of().parseHex("302a300506032b6570032100");

  private static final byte[] ED25519 = Der.sequence(Der.oid(1, 3, 101, 112));
  private static final int SERIAL_BITS = 127;

  /**
   * Backdating of certificates: clocks may be wrong by hours. The validity is long, because a node
   * runs for months.
   */
  private static final Duration BACKDATING = Duration.ofDays(2);

  private static final Duration VALIDITY = Duration.ofDays(3650);

  static BusCertificates of(ClusterConfig settings, ClusterSecret secret, String node) {
    if (settings.hasOperatorCertificates()) {
      return new BusCertificates(
          new PemKeyCertOptions().setKeyPath(settings.keyFile()).setCertPath(settings.certFile()),
          new PemTrustOptions().addCertPath(settings.caFile()));
    }
    try {
      return generate(secret, node);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot create the bus certificate", e);
    }
  }

  private static BusCertificates generate(ClusterSecret secret, String node)
      throws GeneralSecurityException {
    Ed25519Sign.KeyPair authority =
        Ed25519Sign.KeyPair.newKeyPairFromSeed(secret.deriveKey(ClusterSecret.Purpose.AUTHORITY));
    Ed25519Sign signer = new Ed25519Sign(authority.getPrivateKey());
    byte[] issuer = distinguishedName("tributary cluster");
    byte[] root =
        signCertificate(
            signer,
            issuer,
            issuer,
            Instant.parse("2000-01-01T00:00:00Z"),
            Instant.parse("2999-12-31T00:00:00Z"),
            concat(ED25519_PUBLIC_PREFIX, authority.getPublicKey()),
            // Basic constraints: CA. Key usage: certificate signing.
            extension(Der.oid(2, 5, 29, 19), Der.sequence(Der.booleanTrue())),
            extension(Der.oid(2, 5, 29, 15), Der.bitString(2, (byte) 0x04)));
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair own = generator.generateKeyPair();
    byte[] leaf =
        signCertificate(
            signer,
            issuer,
            distinguishedName(node),
            Instant.now().minus(BACKDATING),
            Instant.now().plus(VALIDITY),
            own.getPublic().getEncoded(),
            extension(Der.oid(2, 5, 29, 15), Der.bitString(7, (byte) 0x80)),
            // Extended key usage: TLS server and TLS client.
            extension(
                Der.oid(2, 5, 29, 37),
                Der.sequence(
                    Der.oid(1, 3, 6, 1, 5, 5, 7, 3, 1), Der.oid(1, 3, 6, 1, 5, 5, 7, 3, 2))));
    return new BusCertificates(
        new PemKeyCertOptions()
            .addKeyValue(pem("PRIVATE KEY", own.getPrivate().getEncoded()))
            .addCertValue(pem("CERTIFICATE", leaf)),
        new PemTrustOptions().addCertValue(pem("CERTIFICATE", root)));
  }

  private static byte[] signCertificate(
      Ed25519Sign signer,
      byte[] issuer,
      byte[] subject,
      Instant from,
      Instant until,
      byte[] publicKey,
      byte[]... extensions)
      throws GeneralSecurityException {
    BigInteger serial =
        new BigInteger(1, Encryption.randomBytes(16)).clearBit(SERIAL_BITS).setBit(SERIAL_BITS - 1);
    byte[] content =
        Der.sequence(
            Der.explicitTag(0, Der.integer(BigInteger.TWO)),
            Der.integer(serial),
            ED25519,
            issuer,
            Der.sequence(Der.time(from), Der.time(until)),
            subject,
            publicKey,
            Der.explicitTag(3, Der.sequence(extensions)));
    return Der.sequence(content, ED25519, Der.bitString(0, signer.sign(content)));
  }

  /** Encodes an extension; all are marked critical. */
  private static byte[] extension(byte[] oid, byte[] value) {
    return Der.sequence(oid, Der.booleanTrue(), Der.octetString(value));
  }

  private static byte[] distinguishedName(String common) {
    return Der.sequence(Der.set(Der.sequence(Der.oid(2, 5, 4, 3), Der.utf8String(common))));
  }

  private static byte[] concat(byte[] head, byte[] tail) {
    return Buffer.buffer(head).appendBytes(tail).getBytes();
  }

  private static Buffer pem(String what, byte[] der) {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return Buffer.buffer(
        "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n");
  }
}
