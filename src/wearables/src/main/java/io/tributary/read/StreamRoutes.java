package io.tributary.read;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Deflate;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStreamCodec;
import io.tributary.model.WorkoutStreamRenderer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.UUID;

/** Routes for workout streams and the deprecated sleep streams. */
public final class StreamRoutes implements Routes.Source {
  /** Eleven columns of raw doubles and their flags at the maximum number of points. */
  private static final int MAX_BYTES = WorkoutStream.MAX_POINTS * 100;

  /** A stream may be stored before its workout, so the ID is looked up in both tables. */
  private static final String WORKOUT =
      """
      select s.content
        from (select user_id from summary where id = $1 and resource = 'workouts'
              union
              select user_id from workout_stream where workout_id = $1) w
        join app_user u on u.id = w.user_id
        left join workout_stream s on s.workout_id = $1
       where u.team_id = $2 and u.environment = $3 and u.deleted_at is null
      """;

  private final Vertx vertx;
  private final Db db;
  private final Bus bus;

  public StreamRoutes(Vertx vertx, Db db, Bus bus) {
    this.vertx = vertx;
    this.db = db;
    this.bus = bus;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get("/v2/timeseries/workouts/{workout_id}/stream", RouteAccess.TEAM, this::workout)
        .get("/v2/timeseries/sleep/{sleep_id}/stream", RouteAccess.TEAM, this::sleep);
  }

  private Future<Response> workout(RequestContext call) {
    UUID id = call.pathUuid("workout_id");
    return db.read(WORKOUT, id, call.tenant().team(), call.tenant().environment().wire())
        .compose(
            rows -> {
              if (rows.size() == 0) {
                throw ServiceException.notFound("workout");
              }
              byte[] content = RowMapping.bytes(rows.iterator().next(), "content");
              // Decompressing and rendering a long stream would block the event loop.
              return vertx.executeBlocking(() -> render(content), false);
            })
        .map(json -> Response.ok(new Response.Raw("application/json", json)));
  }

  private Future<Response> sleep(RequestContext call) {
    return bus.<StreamMessages.StreamDocument>request(
            Address.STREAM, new StreamMessages.ReadSleep(call.tenant(), call.pathUuid("sleep_id")))
        .map(document -> Response.ok(new Response.Raw("application/json", document.json())));
  }

  private static byte[] render(byte[] content) throws IOException {
    WorkoutStream stream =
        content == null
            ? WorkoutStream.EMPTY
            : WorkoutStreamCodec.decode(Deflate.inflate(content, MAX_BYTES));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024 + stream.size() * 48);
    try (JsonGenerator out = Json.MAPPER.getFactory().createGenerator(bytes)) {
      WorkoutStreamRenderer.write(out, stream);
    }
    return bytes.toByteArray();
  }
}
