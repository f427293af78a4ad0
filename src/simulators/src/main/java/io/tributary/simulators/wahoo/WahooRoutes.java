package io.tributary.simulators.wahoo;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.wahoo.WahooRecords.CompletedWorkout;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Data endpoints. Order of checks: token 401, rate 429, scope 403, parameters 422, workout 404.
 * Files need only their URL and do not count against quotas.
 */
final class WahooRoutes {
  private static final int PAGE = 30;

  private final SimContext world;
  private final WahooRecords records;
  private final Function<RoutingContext, String> fileBaseUrl;

  /**
   * @param fileBaseUrl returns the base URL of files
   */
  WahooRoutes(
      SimContext world, WahooRecords records, Function<RoutingContext, String> fileBaseUrl) {
    this.world = world;
    this.records = records;
    this.fileBaseUrl = fileBaseUrl;
  }

  void mount(Router router) {
    router.get("/v1/user").handler(this::user);
    router.get("/v1/workouts").handler(this::list);
    router
        .get("/v1/workouts/:id")
        .handler(
            ctx -> SimResponses.json(ctx, 200, records.workout(done(ctx), fileBaseUrl.apply(ctx))));
    router
        .get("/v1/workouts/:id/workout_summary")
        .handler(
            ctx -> SimResponses.json(ctx, 200, records.summary(done(ctx), fileBaseUrl.apply(ctx))));
    router.get("/files/:word/:id").handler(this::file);
  }

  private void user(RoutingContext ctx) {
    SimResponses.json(ctx, 200, records.user(world.authorize(ctx, "user_read").person()));
  }

  private void list(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx, "workouts_read").person();
    int page = number(ctx, "page", 1);
    int size = Math.min(number(ctx, "per_page", PAGE), world.pageSize(PAGE));
    List<JsonObject> all = records.list(person, fileBaseUrl.apply(ctx));
    var found = new JsonArray();
    all.stream().skip((long) (page - 1) * size).limit(size).forEach(found::add);
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("workouts", found)
            .put("total", all.size())
            .put("page", page)
            .put("per_page", size)
            .put("order", "descending")
            .put("sort", "starts"));
  }

  private CompletedWorkout done(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx, "workouts_read").person();
    return id(ctx)
        .flatMap(id -> records.completedById(person, id))
        .orElseThrow(() -> WahooVendor.error(404, "The requested resource was not found"));
  }

  private void file(RoutingContext ctx) {
    CompletedWorkout found =
        id(ctx)
            .flatMap(
                id ->
                    world
                        .people()
                        .find(id / 1_000_000)
                        .flatMap(person -> records.completedById(person, id))
                        .filter(d -> WahooRecords.filePath(d).equals(ctx.normalizedPath())))
            .orElseThrow(() -> WahooVendor.error(404, "no such file"));
    byte[] file = WahooFitFile.of(found.person().numericId(), found.workout());
    SimResponses.send(ctx, 200, "application/octet-stream", Buffer.buffer(file));
  }

  private static Optional<Long> id(RoutingContext ctx) {
    String id = ctx.pathParam("id");
    return id.matches("\\d{1,18}") ? Optional.of(Long.parseLong(id)) : Optional.empty();
  }

  private static int number(RoutingContext ctx, String name, int usual) {
    String text = ctx.queryParams().get(name);
    if (text == null) {
      return usual;
    }
    if (!text.matches("[1-9]\\d{0,6}")) {
      throw WahooVendor.error(422, name + " is invalid");
    }
    return Integer.parseInt(text);
  }
}
