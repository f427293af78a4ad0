package io.tributary.http;

import io.tributary.config.HttpLimits;
import io.tributary.config.HttpTls;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * TLS certificate of the HTTP port, reloaded when its files change.
 *
 * <p>Open connections keep the old certificate. If certificate and key do not match, for instance
 * because only one of the files has been written so far, the old certificate stays in use and the
 * files are checked again after a second. Runs on one event loop.
 */
final class TlsCertificateReloader {
  private static final System.Logger LOG = System.getLogger(TlsCertificateReloader.class.getName());
  private static final Set<String> PROTOCOLS = Set.of("TLSv1.2", "TLSv1.3");

  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final HttpTls settings;
  private final HttpLimits limits;
  private final TlsHandshakeLimit handshakes;
  private CertificateAndKey current;
  private boolean checking;
  private int failures;

  /** Contents of the certificate file and the key file. */
  private record CertificateAndKey(Buffer cert, Buffer key) {
    PemKeyCertOptions options() {
      return new PemKeyCertOptions().addCertValue(cert).addKeyValue(key);
    }
  }

  TlsCertificateReloader(
      Vertx vertx, HttpTls settings, HttpLimits limits, TlsHandshakeLimit handshakes) {
    this.vertx = vertx;
    this.settings = settings;
    this.limits = limits;
    this.handshakes = handshakes;
  }

  /** Adds the certificate to the server options, if TLS is enabled. */
  Future<HttpServerOptions> applyTo(HttpServerOptions options) {
    if (!settings.enabled()) {
      return Future.succeededFuture(options);
    }
    return read()
        .compose(this::requireMatch)
        .map(
            pair -> {
              current = pair;
              options
                  .setSsl(true)
                  .setSslEngineOptions(handshakes.engine())
                  .setSslHandshakeTimeout(limits.headTimeout().toMillis())
                  .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                  .setUseAlpn(true)
                  .setEnabledSecureTransportProtocols(PROTOCOLS)
                  .setKeyCertOptions(pair.options());
              return options;
            });
  }

  /** Starts to check the files for changes. */
  void watch(HttpServer server) {
    if (settings.enabled()) {
      vertx.setPeriodic(settings.checkInterval().toMillis(), id -> checkFiles(server));
    }
  }

  private void checkFiles(HttpServer server) {
    if (checking) {
      return;
    }
    checking = true;
    read()
        .compose(
            pair ->
                pair.equals(current)
                    ? Future.<Void>succeededFuture()
                    : requireMatch(pair).compose(p -> change(server, p)))
        .onComplete(
            r -> {
              checking = false;
              failures = r.succeeded() ? 0 : failures + 1;
              if (failures == 1) {
                vertx.setTimer(RETRY_DELAY.toMillis(), id -> checkFiles(server));
              } else if (failures == 2) {
                // After the second failure, the files are not just being written.
                LOG.log(
                    Level.ERROR,
                    "the certificate files cannot be used, the previous certificate stays in use: "
                        + r.cause().getMessage());
              }
            });
  }

  private Future<CertificateAndKey> requireMatch(CertificateAndKey pair) {
    return vertx.executeBlocking(
        () -> {
          KeyPairCheck.check(vertx, pair.options());
          return pair;
        });
  }

  private Future<Void> change(HttpServer server, CertificateAndKey pair) {
    ServerSSLOptions options = new ServerSSLOptions();
    options.setKeyCertOptions(pair.options());
    options.setUseAlpn(true);
    options.setEnabledSecureTransportProtocols(PROTOCOLS);
    return server
        .updateSSLOptions(options)
        .onSuccess(
            done -> {
              current = pair;
              LOG.log(Level.INFO, "the certificate of the HTTP port was reloaded");
            })
        .mapEmpty();
  }

  private Future<CertificateAndKey> read() {
    return vertx
        .fileSystem()
        .readFile(settings.cert())
        .compose(
            cert ->
                vertx
                    .fileSystem()
                    .readFile(settings.key())
                    .map(key -> new CertificateAndKey(cert, key)));
  }
}
