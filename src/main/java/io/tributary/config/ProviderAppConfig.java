package io.tributary.config;

import java.time.Duration;

/**
 * The installation's own application at a provider and where that provider is.
 *
 * @param enabled whether the slug is offered on this installation
 * @param apiUrl base of data and token calls
 * @param authoriseUrl the page users are sent to
 * @param tokenUrl endpoint of token calls; empty = the provider's own path below {@code apiUrl}
 * @param clientId empty = no default application, teams need their own
 */
public record ProviderAppConfig(
    boolean enabled,
    String apiUrl,
    String authoriseUrl,
    String tokenUrl,
    String clientId,
    String clientSecret,
    int quotaCalls,
    Duration quotaPer,
    Duration callTimeout) {
  public ProviderAppConfig {
    Check.of("providers")
        .urlOrEmpty("api_url", apiUrl)
        .urlOrEmpty("authorise_url", authoriseUrl)
        .urlOrEmpty("token_url", tokenUrl)
        .range("quota_calls", quotaCalls, 1, 10_000_000)
        .done();
  }

  @Override
  public String toString() {
    return "ProviderApp[" + apiUrl + ", client " + clientId + ", secret ***]";
  }
}
