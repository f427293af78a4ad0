package io.tributary.simulators.garmin;

import io.tributary.simulators.kit.OAuthGrantStore.Grant;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimContext.Reader;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimRejection;
import io.tributary.simulators.kit.SimResponses;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * API endpoints: user ID, permissions, backfills, and the callback URLs of notifications. There is
 * no endpoint that reads days. Order of checks: token 401, rate 429, permission 403, parameters
 * 400, duplicate 409.
 */
final class GarminRoutes {
  private static final Duration MAX_UPLOAD_RANGE = Duration.ofDays(1);

  private final SimContext world;
  private final GarminVendor vendor;

  GarminRoutes(SimContext world, GarminVendor vendor) {
    this.world = world;
    this.vendor = vendor;
  }

  void mount(Router router) {
    for (String base : List.of(GarminVendor.BASE, GarminVendor.OPEN)) {
      router.get(base + "/user/id").handler(this::id);
      router.get(base + "/user/permissions").handler(this::permissions);
    }
    router.get(GarminVendor.BASE + "/backfill/:type").handler(this::backfill);
    router.get(GarminVendor.BASE + "/:type").handler(this::callback);
  }

  private void id(RoutingContext ctx) {
    SimResponses.json(ctx, 200, new JsonObject().put("userId", world.authorize(ctx).person().id()));
  }

  private void permissions(RoutingContext ctx) {
    var list =
        new JsonArray(
            List.copyOf(new TreeSet<>(vendor.currentPermissions(world.authorize(ctx).grant()))));
    SimResponses.json(ctx, 200, new JsonObject().put("permissions", list));
  }

  /** Accepts a backfill with an empty 202; the data are sent as notifications. */
  private void backfill(RoutingContext ctx) {
    GarminType type =
        GarminType.ofBackfill(ctx.pathParam("type"))
            .orElseThrow(() -> new SimRejection(new SimError.Status(404)));
    Optional<Long> from = seconds(ctx, "summaryStartTimeInSeconds");
    Optional<Long> to = seconds(ctx, "summaryEndTimeInSeconds");
    long length = from.isEmpty() || to.isEmpty() ? 0 : to.get() - from.get();
    int days = (int) Math.clamp(Math.ceilDiv(length, Duration.ofDays(1).toSeconds()), 1, 1000);
    Reader reader = world.authorize(ctx, days);
    requirePermission(reader.grant(), GarminType.HISTORY);
    requirePermission(reader.grant(), type.permission());
    if (length <= 0) {
      throw GarminVendor.error(400, "start time must be before end time");
    }
    if (days > type.maxBackfillDays()) {
      throw GarminVendor.error(
          400, "the range must not exceed " + type.maxBackfillDays() + " days");
    }
    String once = reader.grant().id() + " " + type + " " + from.get() + " " + to.get();
    if (!vendor.addBackfill(once)) {
      throw GarminVendor.error(409, "duplicate backfill");
    }
    world.changed().run();
    SimResponses.sendEmpty(ctx, 202);
    SimPerson person = reader.person();
    var notices = new GarminNotifications(world, vendor);
    world
        .sender()
        .send(
            notices.summaries(
                person,
                List.of(type),
                person.localDateAt(Instant.ofEpochSecond(from.get())),
                person.localDateAt(Instant.ofEpochSecond(to.get() - 1)),
                Optional.empty()));
  }

  private void requirePermission(Grant grant, String permission) {
    if (!vendor.currentPermissions(grant).contains(permission)) {
      throw new SimRejection(new SimError.NoScope(permission));
    }
  }

  /** Returns the data of a notification to the client that was notified. */
  private void callback(RoutingContext ctx) {
    GarminType type =
        GarminType.ofKey(ctx.pathParam("type"))
            .orElseThrow(() -> new SimRejection(new SimError.Status(404)));
    Reader reader = world.authorize(ctx);
    requirePermission(reader.grant(), type.permission());
    Optional<Long> from = seconds(ctx, "uploadStartTimeInSeconds");
    Optional<Long> to = seconds(ctx, "uploadEndTimeInSeconds");
    if (from.isEmpty() || to.isEmpty() || to.get() - from.get() > MAX_UPLOAD_RANGE.toSeconds()) {
      throw GarminVendor.error(400, "an upload range of at most 24 hours is required");
    }
    String token = Optional.ofNullable(ctx.queryParams().get("token")).orElse("");
    GarminNotifications.CallbackToken opened =
        GarminNotifications.parseToken(token)
            .filter(o -> o.type() == type && o.userId().equals(reader.person().id()))
            .filter(o -> o.from() == from.get() && o.to() == to.get())
            .orElseThrow(() -> GarminVendor.error(400, "InvalidPullTokenException"));
    var found = new JsonArray();
    new GarminRecords(world).of(type, reader.person(), opened.day()).forEach(found::add);
    SimResponses.json(ctx, 200, found);
  }

  private static Optional<Long> seconds(RoutingContext ctx, String name) {
    String text = ctx.queryParams().get(name);
    if (text == null) {
      return Optional.empty();
    }
    if (!text.matches("\\d{1,11}")) {
      throw GarminVendor.error(400, name + " must be in epoch seconds");
    }
    return Optional.of(Long.parseLong(text));
  }
}
