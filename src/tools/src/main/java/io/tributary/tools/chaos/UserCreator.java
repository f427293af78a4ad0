package io.tributary.tools.chaos;

import io.tributary.core.Json;
import java.util.Map;

/**
 * Creates users. If the name is already taken, an earlier attempt succeeded but its response was
 * lost.
 */
final class UserCreator {
  private UserCreator() {}

  /** Returns the user's ID. */
  static String create(LoadBalancer door, String name) throws LoadBalancer.ResponseLostException {
    LoadBalancer.Reply r =
        door.call(
            "POST", "/v2/user", Json.object().put("client_user_id", name), Map.of(), () -> true);
    if (r.isHealthy()) {
      return r.body().path("user_id").asText();
    }
    LoadBalancer.Reply there =
        door.call("GET", "/v2/user/resolve/" + name, null, Map.of(), () -> true);
    if (!there.isHealthy()) {
      throw new IllegalStateException("cannot create user " + name + ": status " + there.status());
    }
    return there.body().path("user_id").asText();
  }
}
