package io.tributary.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.UUID;

/** Who may come in. Fails with a refusal of 401. */
public interface Gatekeeper {
  /** The request's API key or team access token. */
  Future<Caller> team(HttpServerRequest request);

  /**
   * A key, or the user whose token it is: who calls a route of {@link Access#CLIENT}. A gatekeeper
   * without users knows keys only.
   */
  default Future<Caller> client(HttpServerRequest request) {
    return team(request);
  }

  /** A user's sign-in. */
  record SignedIn(UUID user, UUID signIn) {}

  /** The request's management key. */
  Future<Caller> management(HttpServerRequest request);
}
