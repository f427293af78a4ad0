package io.tributary.bench.chaos;

import io.tributary.kernel.Json;
import java.util.Map;

/** Makes users: a name that is there already is the answer to a try that was lost. */
final class Users {
  private Users() {}

  /** The user's id. */
  static String make(Door door, String name) throws Door.Lost {
    Door.Reply r =
        door.call(
            "POST", "/v2/user", Json.object().put("client_user_id", name), Map.of(), () -> true);
    if (r.good()) {
      return r.body().path("user_id").asText();
    }
    Door.Reply there = door.call("GET", "/v2/user/resolve/" + name, null, Map.of(), () -> true);
    if (!there.good()) {
      throw new IllegalStateException("no user " + name + ": status " + there.status());
    }
    return there.body().path("user_id").asText();
  }
}
