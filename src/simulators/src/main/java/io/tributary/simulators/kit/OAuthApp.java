package io.tributary.simulators.kit;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A developer application registered with the vendor.
 *
 * @param clientId its public name
 * @param clientSecret its secret, often also the key of webhook signatures
 * @param redirectUris allowed return addresses; when empty, any plain loopback address whose path
 *     ends in {@code /v2/link/connect/<slug>}
 */
public record OAuthApp(String clientId, String clientSecret, List<String> redirectUris) {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  public OAuthApp {
    if (clientId.isBlank() || clientSecret.isBlank()) {
      throw new IllegalArgumentException("an app needs an id and a secret");
    }
    redirectUris = List.copyOf(redirectUris);
  }

  /** The address to return to, or empty if this one is not the app's. */
  Optional<String> redirect(String asked, String slug) {
    if (asked.isEmpty()) {
      // It may be left out when there is exactly one.
      return redirectUris.size() == 1 ? Optional.of(redirectUris.getFirst()) : Optional.empty();
    }
    boolean known =
        redirectUris.isEmpty() ? isSandboxReturn(asked, slug) : redirectUris.contains(asked);
    return known ? Optional.of(asked) : Optional.empty();
  }

  private static boolean isSandboxReturn(String asked, String slug) {
    try {
      URI uri = new URI(asked);
      return "http".equals(uri.getScheme())
          && uri.getHost() != null
          && LOOPBACK.contains(uri.getHost())
          && uri.getPath() != null
          && uri.getPath().endsWith("/v2/link/connect/" + slug)
          && uri.getFragment() == null;
    } catch (URISyntaxException notAnAddress) {
      return false;
    }
  }
}
