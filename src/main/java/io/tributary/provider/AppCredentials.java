package io.tributary.provider;

import java.net.URI;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The application under which calls are made: the installation's default one (nil id) or a team's
 * own, and the provider it talks to (a demo connection talks to the simulator).
 *
 * @param redirectUri our callback, or the team's override
 */
public record AppCredentials(
    UUID id, String provider, String clientId, String clientSecret, Urls urls, String redirectUri) {

  /**
   * Where a provider is; from the configuration only.
   *
   * @param api base URL of data calls, without trailing slash
   * @param authorise page users are sent to
   * @param token endpoint of token calls; empty when it lies below {@code api}
   */
  public record Urls(String api, String authorise, Optional<String> token) {
    /** Of a provider whose token calls go to its API. */
    public Urls(String api, String authorise) {
      this(api, authorise, Optional.empty());
    }

    /**
     * Whether calls may go to this address: same scheme, host and port as one that the operator
     * configured. A provider that names an address in an answer or a push is held to it.
     */
    public boolean allow(URI address) {
      return Stream.concat(Stream.of(api), token.stream())
          .map(URI::create)
          .anyMatch(ours -> origin(ours).equals(origin(address)));
    }

    private static String origin(URI url) {
      int port = url.getPort();
      boolean tls = "https".equalsIgnoreCase(url.getScheme());
      String host = url.getHost() == null ? "" : url.getHost().toLowerCase(java.util.Locale.ROOT);
      return (tls ? "https " : url.getScheme() + " ")
          + host
          + " "
          + (port >= 0 ? port : tls ? 443 : 80)
          // A name before the host may make an address look like another one.
          + (url.getRawUserInfo() == null ? "" : " " + url.getRawUserInfo());
    }
  }

  @Override
  public String toString() {
    return "AppCredentials[" + id + ", " + provider + ", ***]";
  }
}
