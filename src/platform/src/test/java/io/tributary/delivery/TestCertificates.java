package io.tributary.delivery;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A private certificate authority for tests, which issues certificates on demand. */
final class TestCertificates {
  private final X509Bundle authority;

  TestCertificates() {
    try {
      authority =
          new CertificateBuilder()
              .ecp256()
              .subject("CN=Authority of a test")
              .setIsCertificateAuthority(true)
              .buildSelfSigned();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes the certificate of the authority as PEM into the folder. */
  Path writeAuthority(Path folder) {
    try {
      return Files.writeString(folder.resolve("authority.pem"), authority.getRootCertificatePEM());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  PemKeyCertOptions issue(String name) {
    return issue(name, Instant.now().plus(Duration.ofDays(1)));
  }

  /** Issues a certificate for a host name and 127.0.0.1. */
  PemKeyCertOptions issue(String name, Instant until) {
    try {
      X509Bundle made =
          new CertificateBuilder()
              .ecp256()
              .subject("CN=" + name)
              .addSanDnsName(name)
              .addSanIpAddress("127.0.0.1")
              .notBefore(Instant.now().minus(Duration.ofDays(2)))
              .notAfter(until)
              .buildIssuedBy(authority);
      return new PemKeyCertOptions()
          .addCertValue(Buffer.buffer(made.getCertificatePathPEM()))
          .addKeyValue(Buffer.buffer(made.getPrivateKeyPEM()));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
