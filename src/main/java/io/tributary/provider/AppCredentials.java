package io.tributary.provider;

import java.util.UUID;

/**
 * The application under which calls are made: the installation's default one (nil id) or a team's
 * own, and the provider it talks to (a demo connection talks to the simulator).
 *
 * @param apiUrl base URL of data and token calls, without trailing slash
 * @param authoriseUrl page users are sent to
 * @param redirectUri our callback, or the team's override
 */
public record AppCredentials(
    UUID id,
    String provider,
    String clientId,
    String clientSecret,
    String apiUrl,
    String authoriseUrl,
    String redirectUri) {
  @Override
  public String toString() {
    return "AppCredentials[" + id + ", " + provider + ", ***]";
  }
}
