package io.tributary.simulators.wahoo;

import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorld;
import io.tributary.simulators.wahoo.WahooRecords.Done;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The data endpoints. Order of checks: token 401, rate 429, scope 403, parameters 422, workout 404.
 * Files are open to whoever has their address, and count for no quota.
 */
final class WahooRoutes {
  private static final int PAGE = 30;

  private final SimWorld world;
  private final WahooRecords records;
  private final Function<RoutingContext, String> files;

  /**
   * @param files begin of the addresses of files
   */
  WahooRoutes(SimWorld world, WahooRecords records, Function<RoutingContext, String> files) {
    this.world = world;
    this.records = records;
    this.files = files;
  }

  void mount(Router router) {
    router.get("/v1/user").handler(this::user);
    router.get("/v1/workouts").handler(this::list);
    router
        .get("/v1/workouts/:id")
        .handler(ctx -> SimResponses.json(ctx, 200, records.workout(done(ctx), files.apply(ctx))));
    router
        .get("/v1/workouts/:id/workout_summary")
        .handler(ctx -> SimResponses.json(ctx, 200, records.summary(done(ctx), files.apply(ctx))));
    router.get("/files/:word/:id").handler(this::file);
  }

  private void user(RoutingContext ctx) {
    SimResponses.json(ctx, 200, records.user(world.reader(ctx, "user_read").person()));
  }

  private void list(RoutingContext ctx) {
    SimPerson person = world.reader(ctx, "workouts_read").person();
    int page = number(ctx, "page", 1);
    int size = Math.min(number(ctx, "per_page", PAGE), world.pageSize(PAGE));
    List<JsonObject> all = records.listed(person, files.apply(ctx));
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

  private Done done(RoutingContext ctx) {
    SimPerson person = world.reader(ctx, "workouts_read").person();
    return id(ctx)
        .flatMap(id -> records.one(person, id))
        .orElseThrow(() -> WahooVendor.fault(404, "The requested resource was not found"));
  }

  private void file(RoutingContext ctx) {
    Done found =
        id(ctx)
            .flatMap(
                id ->
                    world
                        .people()
                        .find(id / 1_000_000)
                        .flatMap(person -> records.one(person, id))
                        .filter(d -> WahooRecords.path(d).equals(ctx.normalizedPath())))
            .orElseThrow(() -> WahooVendor.fault(404, "no such file"));
    byte[] file = WahooFile.of(found.person().number(), found.workout());
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
      throw WahooVendor.fault(422, name + " is invalid");
    }
    return Integer.parseInt(text);
  }
}
