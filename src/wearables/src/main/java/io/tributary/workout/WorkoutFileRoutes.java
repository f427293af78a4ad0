package io.tributary.workout;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Json;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;

/** Route POST /v2/workouts/{user_id}/file; the body is the file, with any media type. */
public final class WorkoutFileRoutes implements Routes.Source {
  private final Bus bus;
  private final ServiceConfig.WorkoutFile settings;

  public WorkoutFileRoutes(Bus bus, ServiceConfig.WorkoutFile settings) {
    this.bus = bus;
    this.settings = settings;
  }

  @Override
  public void mount(Routes routes) {
    routes.add(
        HttpMethod.POST,
        "/v2/workouts/{user_id}/file",
        RouteAccess.CLIENT,
        settings.maxBytes(),
        this::store);
  }

  private Future<Response> store(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    Optional<ZoneId> zone = call.query().text("time_zone").flatMap(text -> zone(call, text));
    call.requireValid();
    return bus.<WorkoutFileMessages.Stored>request(
            Address.WORKOUT_FILE,
            new WorkoutFileMessages.Store(call.tenant(), user, zone, call.raw().getBytes()))
        .map(stored -> Response.ok(Json.tree(stored)));
  }

  private static Optional<ZoneId> zone(RequestContext call, String text) {
    try {
      if (ZoneId.getAvailableZoneIds().contains(text)) {
        return Optional.of(ZoneId.of(text));
      }
    } catch (DateTimeException e) {
      // Reported below.
    }
    call.query().addError("time_zone", "Input should be an IANA time zone", "value_error");
    return Optional.empty();
  }
}
