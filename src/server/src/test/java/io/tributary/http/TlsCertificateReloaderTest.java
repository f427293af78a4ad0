package io.tributary.http;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.tributary.testkit.LogCapture;
import io.tributary.testkit.TestNode;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsCertificateReloaderTest {
  private static X509Bundle certificate() throws Exception {
    return new CertificateBuilder()
        .subject("CN=localhost")
        .addSanDnsName("localhost")
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
  }

  private static void put(Path dir, X509Bundle bundle) throws Exception {
    Files.writeString(dir.resolve("key.pem"), bundle.getPrivateKeyPEM());
    Files.writeString(dir.resolve("cert.pem"), bundle.getCertificatePathPEM());
  }

  private static HttpClient trusting(X509Certificate certificate, HttpClient.Version version)
      throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("one", certificate);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).version(version).build();
  }

  private static HttpResponse<String> get(HttpClient client, TestNode node, String path) {
    URI uri = URI.create("https://localhost:" + node.node().port() + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("x-service-api-key", node.first().apiKey())
            .timeout(Duration.ofSeconds(60))
            .build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (java.io.IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void thePortSpeaksTlsAndTakesANewCertificate(@TempDir Path dir) throws Exception {
    X509Bundle first = certificate();
    put(dir, first);
    try (TestNode node =
        TestNode.start(
            "TRIBUTARY_HTTP_TLS_CERT",
            dir.resolve("cert.pem").toString(),
            "TRIBUTARY_HTTP_TLS_KEY",
            dir.resolve("key.pem").toString(),
            "TRIBUTARY_HTTP_TLS_CHECK_INTERVAL",
            "50ms")) {
      for (HttpClient.Version version : HttpClient.Version.values()) {
        if (version.name().equals("HTTP_3")) {
          continue;
        }
        HttpResponse<String> r = get(trusting(first.getCertificate(), version), node, "/v2/user");
        assertEquals(200, r.statusCode());
        assertEquals(version, r.version());
        assertEquals("TLSv1.3", r.sslSession().orElseThrow().getProtocol());
        assertEquals(
            Optional.of("max-age=31536000"), r.headers().firstValue("strict-transport-security"));
      }
      // The certificate does not match the key, so the old certificate stays in use and new
      // connections are served.
      HttpClient.Version one = HttpClient.Version.HTTP_1_1;
      try (LogCapture logged = new LogCapture()) {
        Files.writeString(dir.resolve("key.pem"), certificate().getPrivateKeyPEM());
        eventually(
            Duration.ofSeconds(60),
            () ->
                assertEquals(
                    1,
                    logged.linesContaining("private key does not match the certificate").size()));
      }
      HttpResponse<String> still = get(trusting(first.getCertificate(), one), node, "/health/live");
      assertEquals(200, still.statusCode());
      X509Bundle second = certificate();
      put(dir, second);
      eventually(
          Duration.ofSeconds(60),
          () -> {
            try {
              HttpClient client = trusting(second.getCertificate(), one);
              assertEquals(200, get(client, node, "/health/live").statusCode());
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          });
    }
  }

  @Test
  void handshakesThatDoNotEndMakeRoom(@TempDir Path dir) throws Exception {
    X509Bundle certificate = certificate();
    put(dir, certificate);
    List<Socket> silent = new ArrayList<>();
    try (TestNode node =
        TestNode.start(
            "TRIBUTARY_HTTP_TLS_CERT",
            dir.resolve("cert.pem").toString(),
            "TRIBUTARY_HTTP_TLS_KEY",
            dir.resolve("key.pem").toString(),
            "TRIBUTARY_HTTP_LIMITS_CONNECTIONS",
            "10",
            "TRIBUTARY_HTTP_LIMITS_HEAD_TIMEOUT",
            "10m")) {
      for (int i = 0; i < 20; i++) {
        silent.add(new Socket("127.0.0.1", node.node().port()));
      }
      // Sixteen handshakes are allowed at a time, so the first ones were ended by their timeout.
      for (Socket first : silent.subList(0, 4)) {
        first.setSoTimeout(60_000);
        assertEquals(-1, first.getInputStream().read());
      }
      HttpClient client = trusting(certificate.getCertificate(), HttpClient.Version.HTTP_1_1);
      HttpResponse<String> metrics = get(client, node, "/metrics");
      assertTrue(
          metrics.body().contains("tributary_http_requests_rejected_total{reason=\"handshakes\"}"),
          metrics.body());
    } finally {
      for (Socket s : silent) {
        s.close();
      }
    }
  }

  @Test
  void everyAnswerTellsBrowsersToBeCareful() {
    try (TestNode node = TestNode.start()) {
      for (String path : new String[] {"/v2/user", "/v2/nothing", "/health/live"}) {
        var answer = node.get(path);
        assertEquals("nosniff", answer.header("x-content-type-options"), path);
        assertEquals("no-referrer", answer.header("referrer-policy"), path);
        assertEquals("DENY", answer.header("x-frame-options"), path);
        assertTrue(answer.header("content-security-policy").contains("frame-ancestors 'none'"));
        assertEquals(null, answer.header("server"), path);
        assertEquals(null, answer.header("strict-transport-security"), path);
      }
    }
  }
}
