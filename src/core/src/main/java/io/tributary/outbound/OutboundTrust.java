package io.tributary.outbound;

import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Certificate authorities that outbound TLS connections trust: the JDK's and the operator's own.
 */
public final class OutboundTrust {
  private OutboundTrust() {}

  /**
   * @param caFile PEM file with certificates; empty for the JDK's only
   * @throws IllegalArgumentException if the file can't be read or contains no certificate
   */
  public static TrustOptions load(String caFile) {
    try {
      KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
      all.load(null, null);
      int n = 0;
      for (X509Certificate known : manager(null).getAcceptedIssuers()) {
        all.setCertificateEntry("jdk-" + n++, known);
      }
      if (!caFile.isEmpty()) {
        for (Certificate own : read(Path.of(caFile))) {
          all.setCertificateEntry("own-" + n++, own);
        }
      }
      return TrustOptions.wrap(manager(all));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("outbound.ca_file: no certificates in " + caFile, e);
    }
  }

  private static Collection<? extends Certificate> read(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (found.isEmpty()) {
        throw new IOException("empty");
      }
      return found;
    }
  }

  private static X509TrustManager manager(KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return (X509TrustManager) factory.getTrustManagers()[0];
  }
}
