package io.tributary.provider.dexcom;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import java.util.Locale;
import java.util.Optional;

/**
 * Where an account's data are: no region knows the accounts of another one. Kept with the
 * connection, so that a new region of the application does not move those that are there.
 */
final class DexcomRegion {
  static final String FIELD = "region";
  static final String AUTHORISE_PATH = "/v2/oauth2/login";
  static final String TOKEN_PATH = "/v2/oauth2/token";

  /** Its host is the application's plain one. */
  static final String US = "us";

  private DexcomRegion() {}

  /** As the link names it, else as the team's application does. */
  static String of(AppCredentials app, Optional<String> named) {
    return named
        .or(() -> Optional.ofNullable(app.details().path(FIELD).textValue()))
        .map(r -> r.strip().toLowerCase(Locale.ROOT))
        .filter(r -> !r.isEmpty())
        .orElse(US);
  }

  /** As the connection keeps it. */
  static String of(AppCredentials app, ObjectNode state) {
    return of(app, Optional.ofNullable(state.path(FIELD).textValue()));
  }

  /** What the connection keeps. */
  static ObjectNode state(String region) {
    return Json.object().put(FIELD, region);
  }

  /**
   * The application, with the addresses of a region.
   *
   * @throws ProviderFault.Rejected for a region that the installation does not know
   */
  static AppCredentials at(AppCredentials app, String region) {
    AppCredentials.Urls urls = app.urls();
    if (region.equals(US)) {
      return app;
    }
    String base =
        urls.other(region)
            .orElseThrow(() -> new ProviderException.Rejected("no address for the region"));
    return new AppCredentials(
        app.id(),
        app.provider(),
        app.clientId(),
        app.clientSecret(),
        new AppCredentials.Urls(
            base, base + AUTHORISE_PATH, Optional.of(base + TOKEN_PATH), urls.more()),
        app.redirectUri(),
        app.details());
  }

  /** The base of data calls. */
  static String base(AppCredentials app, ObjectNode state) {
    return at(app, of(app, state)).urls().api();
  }
}
