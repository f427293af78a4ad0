package io.tributary.provider.dexcom;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import java.util.Locale;
import java.util.Optional;

/**
 * Region that stores an account; regions do not share accounts. It is kept with the connection, so
 * that a new region of the application does not move existing connections.
 */
final class DexcomRegion {
  static final String FIELD = "region";
  static final String AUTHORIZE_PATH = "/v2/oauth2/login";
  static final String TOKEN_PATH = "/v2/oauth2/token";

  /** Default region; its host is the application's configured API URL. */
  static final String US = "us";

  private DexcomRegion() {}

  /** Returns the region that the link names, otherwise that of the team's application. */
  static String of(AppCredentials app, Optional<String> named) {
    return named
        .or(() -> Optional.ofNullable(app.details().path(FIELD).textValue()))
        .map(r -> r.strip().toLowerCase(Locale.ROOT))
        .filter(r -> !r.isEmpty())
        .orElse(US);
  }

  /** Returns the region that the connection stores. */
  static String of(AppCredentials app, ObjectNode state) {
    return of(app, Optional.ofNullable(state.path(FIELD).textValue()));
  }

  /** Returns the state that the connection stores. */
  static ObjectNode state(String region) {
    return Json.object().put(FIELD, region);
  }

  /**
   * Returns the application with the URLs of a region.
   *
   * @throws ProviderException.Rejected for a region without a configured address
   */
  static AppCredentials withRegionUrls(AppCredentials app, String region) {
    AppCredentials.Urls urls = app.urls();
    if (region.equals(US)) {
      return app;
    }
    String base =
        urls.additionalUrl(region)
            .orElseThrow(
                () -> new ProviderException.Rejected("no URL is configured for the region"));
    return new AppCredentials(
        app.id(),
        app.provider(),
        app.clientId(),
        app.clientSecret(),
        new AppCredentials.Urls(
            base, base + AUTHORIZE_PATH, Optional.of(base + TOKEN_PATH), urls.additional()),
        app.redirectUri(),
        app.details());
  }

  /** Returns the base URL of data calls. */
  static String baseUrl(AppCredentials app, ObjectNode state) {
    return withRegionUrls(app, of(app, state)).urls().api();
  }
}
