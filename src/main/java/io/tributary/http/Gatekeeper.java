package io.tributary.http;

import io.tributary.kernel.Tenant;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.UUID;

/** Who may come in. Fails with a refusal of 401. */
public interface Gatekeeper {
  /** Team and environment of the request's API key or team access token. */
  Future<Tenant> team(HttpServerRequest request);

  /**
   * Team and environment of a key, or of the user whose token it is. A gatekeeper without users
   * knows keys only.
   */
  default Future<Client> client(HttpServerRequest request) {
    return team(request).map(t -> new Client(t, Optional.empty()));
  }

  /**
   * Who calls a route of {@link Access#CLIENT}.
   *
   * @param only the user that the caller is confined to; empty for a team's key
   */
  record Client(Tenant tenant, Optional<SignedIn> only) {
    /** Whether this path parameter may be asked for; null when the path names no user. */
    boolean sees(String user) {
      return user == null || only.map(o -> o.user().toString().equalsIgnoreCase(user)).orElse(true);
    }
  }

  /** A user's sign-in. */
  record SignedIn(UUID user, UUID signIn) {}

  /** Organisation of the request's management key. */
  Future<UUID> management(HttpServerRequest request);
}
