package io.tributary.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Default OAuth application of the installation at a provider, with the provider's URLs and quota.
 *
 * @param enabled whether the provider is offered on this installation
 * @param acceptNewConnections whether users may link it; existing connections keep working without
 * @param apiUrl base URL of data and token requests
 * @param authorizeUrl authorization page for users
 * @param tokenUrl token endpoint; empty = the provider's own path below {@code apiUrl}
 * @param urls other URLs of the provider, by the adapter's names: regions, revocation, files; an
 *     empty one is not set
 * @param clientId OAuth client ID; empty = no default application, teams need their own
 * @param quota call quota of the provider, as in {@link ProviderQuota#parse}
 * @param details other properties of the application, by the adapter's names; an empty one is not
 *     set
 */
public record ProviderAppConfig(
    boolean enabled,
    boolean acceptNewConnections,
    String apiUrl,
    String authorizeUrl,
    String tokenUrl,
    Map<String, String> urls,
    String clientId,
    String clientSecret,
    String quota,
    Duration requestTimeout,
    Map<String, String> details) {
  private static final Duration DEFAULT_RETRY_AFTER = Duration.ofMinutes(1);

  public ProviderAppConfig {
    urls = urls == null ? Map.of() : Map.copyOf(urls);
    details = details == null ? Map.of() : Map.copyOf(details);
    ConfigValidator check =
        ConfigValidator.of("providers")
            .urlOrEmpty("api_url", apiUrl)
            .urlOrEmpty("authorize_url", authorizeUrl)
            .urlOrEmpty("token_url", tokenUrl);
    urls.forEach((name, url) -> check.urlOrEmpty("urls." + name, url));
    check.parseable("quota", () -> ProviderQuota.parse(quota)).throwIfInvalid();
  }

  /** Creates an application without further details. */
  public ProviderAppConfig(
      boolean enabled,
      boolean newLinks,
      String apiUrl,
      String authoriseUrl,
      String tokenUrl,
      Map<String, String> urls,
      String clientId,
      String clientSecret,
      String quota,
      Duration callTimeout) {
    this(
        enabled,
        newLinks,
        apiUrl,
        authoriseUrl,
        tokenUrl,
        urls,
        clientId,
        clientSecret,
        quota,
        callTimeout,
        Map.of());
  }

  public List<ProviderQuota> quotas() {
    return ProviderQuota.parse(quota);
  }

  /** Returns the pause after a 429 without Retry-After: the shortest quota window. */
  public Duration defaultRetryAfter() {
    return quotas().stream()
        .map(ProviderQuota::per)
        .min(Duration::compareTo)
        .orElse(DEFAULT_RETRY_AFTER);
  }

  @Override
  public String toString() {
    return "ProviderApp[" + apiUrl + ", client " + clientId + ", secret ***]";
  }
}
