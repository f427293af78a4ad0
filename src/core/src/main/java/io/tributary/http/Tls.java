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
final class Tls {
  private static final System.Logger LOG = System.getLogger(Tls.class.getName());
  private static final Set<String> PROTOCOLS = Set.of("TLSv1.2", "TLSv1.3");

  private static final Duration SOON = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final HttpTls settings;
  private final HttpLimits limits;
  private final TlsHandshakeLimit handshakes;
  private Pair used;
  private boolean looking;
  private int faults;

  /** Contents of the certificate file and the key file. */
  private record Pair(Buffer cert, Buffer key) {
    PemKeyCertOptions options() {
      return new PemKeyCertOptions().addCertValue(cert).addKeyValue(key);
    }
  }

  Tls(Vertx vertx, HttpTls settings, HttpLimits limits, TlsHandshakeLimit handshakes) {
    this.vertx = vertx;
    this.settings = settings;
    this.limits = limits;
    this.handshakes = handshakes;
  }

  /** Adds the certificate to the server options, if TLS is enabled. */
  Future<HttpServerOptions> into(HttpServerOptions options) {
    if (!settings.on()) {
      return Future.succeededFuture(options);
    }
    return read()
        .compose(this::checked)
        .map(
            pair -> {
              used = pair;
              options
                  .setSsl(true)
                  .setSslEngineOptions(handshakes.engine())
                  .setSslHandshakeTimeout(limits.head().toMillis())
                  .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                  .setUseAlpn(true)
                  .setEnabledSecureTransportProtocols(PROTOCOLS)
                  .setKeyCertOptions(pair.options());
              return options;
            });
  }

  /** Starts to check the files for changes. */
  void follow(HttpServer server) {
    if (settings.on()) {
      vertx.setPeriodic(settings.lookEvery().toMillis(), id -> look(server));
    }
  }

  private void look(HttpServer server) {
    if (looking) {
      return;
    }
    looking = true;
    read()
        .compose(
            pair ->
                pair.equals(used)
                    ? Future.<Void>succeededFuture()
                    : checked(pair).compose(p -> change(server, p)))
        .onComplete(
            r -> {
              looking = false;
              faults = r.succeeded() ? 0 : faults + 1;
              if (faults == 1) {
                vertx.setTimer(SOON.toMillis(), id -> look(server));
              } else if (faults == 2) {
                // After the second failure, the files are not just being written.
                LOG.log(
                    Level.ERROR,
                    "the certificate's files cannot be used, the old ones stay: "
                        + r.cause().getMessage());
              }
            });
  }

  private Future<Pair> checked(Pair pair) {
    return vertx.executeBlocking(
        () -> {
          KeyPairCheck.check(vertx, pair.options());
          return pair;
        });
  }

  private Future<Void> change(HttpServer server, Pair pair) {
    ServerSSLOptions options = new ServerSSLOptions();
    options.setKeyCertOptions(pair.options());
    options.setUseAlpn(true);
    options.setEnabledSecureTransportProtocols(PROTOCOLS);
    return server
        .updateSSLOptions(options)
        .onSuccess(
            done -> {
              used = pair;
              LOG.log(Level.INFO, "the certificate of the HTTP port has been changed");
            })
        .mapEmpty();
  }

  private Future<Pair> read() {
    return vertx
        .fileSystem()
        .readFile(settings.cert())
        .compose(
            cert -> vertx.fileSystem().readFile(settings.key()).map(key -> new Pair(cert, key)));
  }
}
