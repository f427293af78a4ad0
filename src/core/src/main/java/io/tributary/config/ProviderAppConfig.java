package io.tributary.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The installation's own application at a provider and where that provider is.
 *
 * @param enabled whether the slug is offered on this installation
 * @param newLinks whether users may link it; connections that are there go on without
 * @param apiUrl base of data and token calls
 * @param authoriseUrl the page users are sent to
 * @param tokenUrl endpoint of token calls; empty = the provider's own path below {@code apiUrl}
 * @param urls other addresses of the provider by the adapter's names: regions, revocation, files;
 *     an empty one is not there
 * @param clientId empty = no default application, teams need their own
 * @param quota what the provider allows, as in {@link ProviderQuota#parse}
 * @param details what the application has at the provider besides, by the adapter's names; an empty
 *     one is not there
 */
public record ProviderAppConfig(
    boolean enabled,
    boolean newLinks,
    String apiUrl,
    String authoriseUrl,
    String tokenUrl,
    Map<String, String> urls,
    String clientId,
    String clientSecret,
    String quota,
    Duration callTimeout,
    Map<String, String> details) {
  private static final Duration USUAL_PAUSE = Duration.ofMinutes(1);

  public ProviderAppConfig {
    urls = urls == null ? Map.of() : Map.copyOf(urls);
    details = details == null ? Map.of() : Map.copyOf(details);
    ConfigValidator check =
        ConfigValidator.of("providers")
            .urlOrEmpty("api_url", apiUrl)
            .urlOrEmpty("authorise_url", authoriseUrl)
            .urlOrEmpty("token_url", tokenUrl);
    urls.forEach((name, url) -> check.urlOrEmpty("urls." + name, url));
    check.valid("quota", () -> ProviderQuota.parse(quota)).done();
  }

  /** An application that has nothing besides. */
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

  /** How long a provider is left alone after a 429 that names no time: its shortest window. */
  public Duration usualPause() {
    return quotas().stream().map(ProviderQuota::per).min(Duration::compareTo).orElse(USUAL_PAUSE);
  }

  @Override
  public String toString() {
    return "ProviderApp[" + apiUrl + ", client " + clientId + ", secret ***]";
  }
}
