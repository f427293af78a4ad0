package io.tributary.lab.exchange;

import io.tributary.outbound.SsrfGuard;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * HTTP client of one laboratory. It connects only to addresses that the SSRF guard allows and never
 * follows redirects.
 */
final class FhirClient {
  private static final String JSON = "application/fhir+json";
  private static final int MAX_BYTES = 16 << 20;

  record FhirResponse(int status, byte[] body) {}

  private final HttpClient client;
  private final Optional<SsrfGuard> guard;
  private final Optional<FhirLogin> login;
  private final Duration timeout;

  /**
   * @param guard empty for the simulator, whose address comes from this node or its configuration
   */
  FhirClient(
      Vertx vertx,
      Optional<SsrfGuard> guard,
      Optional<ClientSSLOptions> tls,
      Optional<FhirLogin> login,
      Duration limit) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_1_1)
            .setConnectTimeout((int) Math.min(limit.toMillis(), 10_000))
            .setEnabledSecureTransportProtocols(Set.of("TLSv1.2", "TLSv1.3"))
            .setVerifyHost(true);
    tls.ifPresent(
        t -> options.setTrustOptions(t.getTrustOptions()).setKeyCertOptions(t.getKeyCertOptions()));
    this.client = vertx.createHttpClient(options);
    this.guard = guard;
    this.login = login;
    this.timeout = limit;
  }

  Future<FhirResponse> post(TargetUrl to, String id, byte[] body) {
    return request(to, HttpMethod.POST)
        .compose(
            r ->
                r.putHeader("content-type", JSON)
                    .putHeader("x-request-id", id)
                    .send(Buffer.buffer(body))
                    .compose(FhirClient::read))
        .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  Future<FhirResponse> get(TargetUrl to) {
    return request(to, HttpMethod.GET)
        .compose(r -> r.send().compose(FhirClient::read))
        .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  private Future<HttpClientRequest> request(TargetUrl to, HttpMethod method) {
    Future<SocketAddress> address =
        guard
            .map(g -> g.resolve(to, false))
            .orElseGet(
                () ->
                    Future.succeededFuture(SocketAddress.inetSocketAddress(to.port(), to.host())));
    return address
        .compose(
            at ->
                client.request(
                    new RequestOptions()
                        .setMethod(method)
                        .setServer(at)
                        .setHost(to.host())
                        .setPort(to.port())
                        .setSsl(to.tls())
                        .setURI(to.path())
                        .setFollowRedirects(false)))
        .onSuccess(
            r -> {
              r.putHeader("accept", JSON);
              login.ifPresent(l -> r.putHeader("authorization", l.header()));
            });
  }

  private static Future<FhirResponse> read(HttpClientResponse response) {
    Buffer all = Buffer.buffer();
    response.handler(
        chunk -> {
          if (all.length() + chunk.length() > MAX_BYTES) {
            response.request().reset();
          } else {
            all.appendBuffer(chunk);
          }
        });
    return response.end().map(v -> new FhirResponse(response.statusCode(), all.getBytes()));
  }

  Future<Void> close() {
    return client.close();
  }
}
