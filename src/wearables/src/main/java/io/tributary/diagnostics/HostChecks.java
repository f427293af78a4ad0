package io.tributary.diagnostics;

import io.tributary.provider.AppCredentials;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Checks reachability, TLS certificate and clock skew of a provider's hosts. Calls only the hosts
 * of the configuration. Blocking.
 */
final class HostChecks {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(60);
  private static final Duration EXPIRY_WARNING = Duration.ofDays(14);

  private final Vertx vertx;

  HostChecks(Vertx vertx) {
    this.vertx = vertx;
  }

  List<DiagnosticResult> check(AppCredentials.Urls urls) {
    Map<String, URI> hosts = new LinkedHashMap<>();
    Stream.of(
            Stream.of(urls.api(), urls.authorize()),
            urls.token().stream(),
            urls.additional().values().stream())
        .flatMap(s -> s)
        .filter(url -> !url.isEmpty())
        .map(URI::create)
        .forEach(uri -> hosts.putIfAbsent(uri.getScheme() + "://" + uri.getAuthority(), uri));
    HttpClient client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setConnectTimeout((int) TIMEOUT.toMillis())
                .setIdleTimeout((int) TIMEOUT.toSeconds()));
    try {
      List<DiagnosticResult> all = new ArrayList<>();
      hosts.forEach((name, uri) -> all.addAll(checkHost(client, name, uri)));
      return all;
    } finally {
      client.close();
    }
  }

  private List<DiagnosticResult> checkHost(HttpClient client, String name, URI uri) {
    try {
      HttpClientRequest request =
          client
              .request(
                  new RequestOptions()
                      .setMethod(HttpMethod.HEAD)
                      .setAbsoluteURI(name + "/")
                      .setTimeout(TIMEOUT.toMillis()))
              .await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      HttpClientResponse response = request.send().await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      List<DiagnosticResult> all = new ArrayList<>();
      all.add(
          DiagnosticResult.good(
              "reach", name + " responds (status " + response.statusCode() + ")"));
      all.add(checkTls(name, uri, request.connection().sslSession()));
      checkClock(name, response.getHeader("Date"), Instant.now()).ifPresent(all::add);
      return all;
    } catch (Exception e) {
      // Catches every exception: await rethrows checked network exceptions.
      return List.of(
          DiagnosticResult.bad(
              "reach",
              name + " does not respond: " + reason(e),
              "Check DNS, firewall and proxy of this machine, and the provider's"
                  + " status page"));
    }
  }

  private static String reason(Throwable e) {
    Throwable at = e;
    while (at.getCause() != null && at.getCause() != at) {
      at = at.getCause();
    }
    return at.getClass().getSimpleName();
  }

  private static DiagnosticResult checkTls(String name, URI uri, SSLSession session) {
    if (session == null) {
      boolean here = List.of("localhost", "127.0.0.1", "[::1]").contains(uri.getHost());
      return here
          ? DiagnosticResult.note("tls", name + " is on this machine, without TLS")
          : DiagnosticResult.bad("tls", name + " is called without TLS", "Use its https URL");
    }
    try {
      for (Certificate one : session.getPeerCertificates()) {
        if (one instanceof X509Certificate x509) {
          Instant end = x509.getNotAfter().toInstant();
          return Instant.now().plus(EXPIRY_WARNING).isBefore(end)
              ? DiagnosticResult.good("tls", name + " has a certificate that is valid until " + end)
              : DiagnosticResult.note(
                  "tls", name + " has a certificate that expires soon, on " + end);
        }
      }
    } catch (SSLPeerUnverifiedException e) {
      // Handled below like a missing certificate.
    }
    return DiagnosticResult.bad("tls", name + " presents no certificate", "Contact the provider");
  }

  /** Compares the clocks; empty if the host sends no date. */
  static java.util.Optional<DiagnosticResult> checkClock(String name, String date, Instant now) {
    if (date == null) {
      return java.util.Optional.empty();
    }
    Duration off;
    try {
      off =
          Duration.between(
              ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant(), now);
    } catch (DateTimeParseException e) {
      return java.util.Optional.empty();
    }
    String text = off.abs().toSeconds() + " s " + (off.isNegative() ? "behind " : "ahead of ");
    return java.util.Optional.of(
        off.abs().compareTo(MAX_CLOCK_SKEW) <= 0
            ? DiagnosticResult.good("clock", "this machine and " + name + " agree on the time")
            : DiagnosticResult.bad(
                "clock",
                "this machine is " + text + name,
                "Synchronize this machine's clock with NTP: signatures and expiry times depend on"
                    + " it"));
  }
}
