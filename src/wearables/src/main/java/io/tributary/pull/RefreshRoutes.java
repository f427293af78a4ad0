package io.tributary.pull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Json;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Route that refreshes a user's data on request. */
final class RefreshRoutes implements Routes.Source {
  private static final double DEFAULT_SECONDS = 10;
  private static final double MIN_SECONDS = 5;
  private static final double MAX_SECONDS = 60;

  /** Time for the service beyond the requested wait. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final Bus bus;

  RefreshRoutes(Bus bus) {
    this.bus = bus;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v2/user/refresh/{user_id}", RouteAccess.TEAM, this::refresh);
  }

  private Future<Response> refresh(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    double seconds = call.query().number("timeout", DEFAULT_SECONDS, MIN_SECONDS, MAX_SECONDS);
    call.requireValid();
    Duration wait = Duration.ofMillis((long) (seconds * 1000));
    return bus.<RefreshMessages.Refreshed>request(
            Address.REFRESH,
            new RefreshMessages.RefreshUser(call.tenant(), user, wait),
            wait.plus(MARGIN))
        .map(r -> reply(user, r));
  }

  private static Response reply(UUID user, RefreshMessages.Refreshed r) {
    boolean nothing = r.refreshed().isEmpty() && r.inProgress().isEmpty();
    ObjectNode body = Json.object().put("success", !nothing).put("user_id", user.toString());
    if (nothing) {
      String error =
          r.failed().isEmpty()
              ? "the user has no connection that can be refreshed"
              : "no source could be refreshed";
      body.put("error", error).put("detail", error);
      list(body, "failed_sources", r.failed());
      return Response.of(400, body);
    }
    list(body, "refreshed_sources", r.refreshed());
    list(body, "in_progress_sources", r.inProgress());
    list(body, "failed_sources", r.failed());
    return Response.of(r.inProgress().isEmpty() ? 200 : 202, body);
  }

  private static void list(ObjectNode body, String name, List<String> values) {
    body.set(name, Json.tree(values));
  }
}
