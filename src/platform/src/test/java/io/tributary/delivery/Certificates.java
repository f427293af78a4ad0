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

/** An authority of the test's own and certificates by it, made when asked for. */
final class Certificates {
  private final X509Bundle authority;

  Certificates() {
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

  /** The authority in PEM, in this folder. */
  Path file(Path folder) {
    try {
      return Files.writeString(folder.resolve("authority.pem"), authority.getRootCertificatePEM());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  PemKeyCertOptions of(String name) {
    return of(name, Instant.now().plus(Duration.ofDays(1)));
  }

  /** For a name and for 127.0.0.1. */
  PemKeyCertOptions of(String name, Instant until) {
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
