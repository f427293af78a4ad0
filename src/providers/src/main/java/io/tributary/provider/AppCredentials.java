package io.tributary.provider;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The application under which calls are made: the installation's default one (nil id) or a team's
 * own, and the provider it talks to (a demo connection talks to the simulator).
 *
 * @param redirectUri our callback, or the team's override
 * @param details what the application has besides at this provider: region, project number
 */
public record AppCredentials(
    UUID id,
    String provider,
    String clientId,
    String clientSecret,
    Urls urls,
    String redirectUri,
    ObjectNode details) {

  /** An application that has nothing besides. */
  public AppCredentials(
      UUID id,
      String provider,
      String clientId,
      String clientSecret,
      Urls urls,
      String redirectUri) {
    this(
        id,
        provider,
        clientId,
        clientSecret,
        urls,
        redirectUri,
        JsonNodeFactory.instance.objectNode());
  }

  /**
   * Where a provider is; from the configuration only.
   *
   * @param api base URL of data calls, without trailing slash
   * @param authorise page users are sent to
   * @param token endpoint of token calls; empty when it lies below {@code api}
   * @param more other addresses of the provider by the adapter's names for them: revocation,
   *     regions, files
   */
  public record Urls(
      String api, String authorise, Optional<String> token, Map<String, String> more) {
    public Urls {
      more = Map.copyOf(more);
    }

    /** Of a provider that has no others. */
    public Urls(String api, String authorise, Optional<String> token) {
      this(api, authorise, token, Map.of());
    }

    /** Of a provider whose token calls go to its API. */
    public Urls(String api, String authorise) {
      this(api, authorise, Optional.empty());
    }

    /** Another address of the provider. */
    public Optional<String> other(String name) {
      return Optional.ofNullable(more.get(name));
    }

    /**
     * Whether calls may go to this address: same scheme, host and port as one that the operator
     * configured. A provider that names an address in an answer or a push is held to it.
     */
    public boolean allow(URI address) {
      return Stream.of(Stream.of(api), token.stream(), more.values().stream())
          .flatMap(s -> s)
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
