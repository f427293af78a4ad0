package io.tributary.provider;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Application credentials used for provider calls: the installation's default (nil ID) or a team's
 * own. They include the provider's URLs, because a demo connection calls the simulator.
 *
 * @param redirectUri our callback URL, or the team's override
 * @param details additional provider-specific settings of the application, such as region or
 *     project number
 */
public record AppCredentials(
    UUID id,
    String provider,
    String clientId,
    String clientSecret,
    Urls urls,
    String redirectUri,
    ObjectNode details) {

  /** Creates credentials without details. */
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
   * URLs of a provider, taken from the configuration only.
   *
   * @param api base URL of data calls, without a trailing slash
   * @param authorize authorization page to which users are redirected
   * @param token token endpoint; empty if it is below {@code api}
   * @param additional further URLs by adapter-defined names: revocation, regions, files
   */
  public record Urls(
      String api, String authorize, Optional<String> token, Map<String, String> additional) {
    public Urls {
      additional = Map.copyOf(additional);
    }

    public Urls(String api, String authorise, Optional<String> token) {
      this(api, authorise, token, Map.of());
    }

    public Urls(String api, String authorise) {
      this(api, authorise, Optional.empty());
    }

    /** Returns a further URL by its name. */
    public Optional<String> additionalUrl(String name) {
      return Optional.ofNullable(additional.get(name));
    }

    /**
     * Returns whether calls to this address are allowed: scheme, host and port must equal those of
     * a configured URL. This also limits addresses that the provider names in a response or
     * notification.
     */
    public boolean isAllowed(URI address) {
      return Stream.of(Stream.of(api), token.stream(), additional.values().stream())
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
          // User info before the host can make an address look like a different one.
          + (url.getRawUserInfo() == null ? "" : " " + url.getRawUserInfo());
    }
  }

  @Override
  public String toString() {
    return "AppCredentials[" + id + ", " + provider + ", ***]";
  }
}
