package io.tributary.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.UUID;

/** Who may come in. Fails with a refusal of 401. */
public interface Authenticator {
  /** The request's API key or team access token. */
  Future<Principal> team(HttpServerRequest request);

  /**
   * A key, or the user whose token it is: who calls a route of {@link RouteAccess#CLIENT}. A
   * gatekeeper without users knows keys only.
   */
  default Future<Principal> client(HttpServerRequest request) {
    return team(request);
  }

  /** A user's sign-in. */
  record SignedIn(UUID user, UUID signIn) {}

  /** The request's management key. */
  Future<Principal> management(HttpServerRequest request);
}
