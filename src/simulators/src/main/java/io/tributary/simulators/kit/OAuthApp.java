package io.tributary.simulators.kit;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Developer application registered with the vendor.
 *
 * @param clientId public ID
 * @param clientSecret secret; for many vendors also the key of webhook signatures
 * @param redirectUris allowed redirect URIs; if empty, any plain loopback URI whose path ends in
 *     {@code /v2/link/connect/<slug>} is allowed
 */
public record OAuthApp(String clientId, String clientSecret, List<String> redirectUris) {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  public OAuthApp {
    if (clientId.isBlank() || clientSecret.isBlank()) {
      throw new IllegalArgumentException("an application requires a client ID and a client secret");
    }
    redirectUris = List.copyOf(redirectUris);
  }

  /** Returns the redirect URI, or empty if the application may not use this one. */
  Optional<String> resolveRedirect(String asked, String slug) {
    if (asked.isEmpty()) {
      // The client may omit it if exactly one is registered.
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
