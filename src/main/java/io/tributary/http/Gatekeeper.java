package io.tributary.http;

import io.tributary.kernel.Tenant;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.UUID;

/** Who may come in. Fails with a refusal of 401. */
public interface Gatekeeper {
  /** Team and environment of the request's API key or team access token. */
  Future<Tenant> team(HttpServerRequest request);

  /** Organisation of the request's management key. */
  Future<UUID> management(HttpServerRequest request);
}
