package io.tributary.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.UUID;

/** Authenticates callers. All methods fail with status 401 if the credentials are not valid. */
public interface Authenticator {
  /** Authenticates an API key or team access token. */
  Future<Principal> authenticateTeam(HttpServerRequest request);

  /**
   * Authenticates an API key or a user token, for routes with {@link RouteAccess#CLIENT}.
   * Implementations without user tokens accept API keys only.
   */
  default Future<Principal> authenticateClient(HttpServerRequest request) {
    return authenticateTeam(request);
  }

  /** Session of a signed-in user. */
  record SignedIn(UUID user, UUID signIn) {}

  /** Authenticates a management key. */
  Future<Principal> authenticateManagement(HttpServerRequest request);
}
