package io.tributary.simulators.libre;

import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimRejection;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorld;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** What the follower app reads: whom somebody follows, and their last half day. */
final class FollowerRoutes {
  private static final Duration SHOWN = Duration.ofHours(12);
  private static final int TOO_OLD = 920;
  private static final int OLDEST = 407;
  private static final int HIGHEST = 500;
  private static final int LOWEST = 40;
  private static final DateTimeFormatter US =
      DateTimeFormatter.ofPattern("M/d/uuuu h:mm:ss a", Locale.US);

  private final SimWorld world;
  private final LibreAccounts accounts;

  FollowerRoutes(SimWorld world, LibreAccounts accounts) {
    this.world = world;
    this.accounts = accounts;
  }

  void mount(Router router, String host) {
    router.get(host + "/llu/connections").handler(this::connections);
    router.get(host + "/llu/connections/:patient/graph").handler(this::graph);
  }

  /** The app must be one, and not an old one. */
  static void checkApp(RoutingContext ctx) {
    String product = ctx.request().getHeader("product");
    if (product == null || !product.startsWith("llu.")) {
      throw LibreVendor.refusal(403, 1, "product is missing");
    }
    String[] version = String.valueOf(ctx.request().getHeader("version")).split("\\.");
    boolean young =
        version.length >= 2
            && version[0].matches("\\d{1,3}")
            && version[1].matches("\\d{1,2}")
            && Integer.parseInt(version[0]) * 100 + Integer.parseInt(version[1]) >= OLDEST;
    if (!young) {
      throw LibreVendor.refusal(403, TOO_OLD, "upgrade required");
    }
  }

  private SimPerson reader(RoutingContext ctx) {
    checkApp(ctx);
    SimPerson person = world.reader(ctx, LibreVendor.FOLLOWER).person();
    if (!accounts.here(ctx, person.id())) {
      throw new SimRejection(new SimError.BadToken());
    }
    if (!hash(person.id()).equals(ctx.request().getHeader("account-id"))) {
      throw LibreVendor.refusal(400, 1, "RequiredHeaderMissing");
    }
    return person;
  }

  private static String hash(String id) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  private List<SimPerson> followed(SimPerson reader) {
    var out = new ArrayList<SimPerson>();
    if (reader.name().startsWith("parent")) {
      out.add(world.people().named("child of " + reader.name()));
    }
    if (accounts.follows(reader.id())) {
      out.add(reader);
    }
    return out;
  }

  private void connections(RoutingContext ctx) {
    var list = new JsonArray();
    followed(reader(ctx)).forEach(p -> list.add(connection(p)));
    SimResponses.json(ctx, 200, new JsonObject().put("status", 0).put("data", list));
  }

  private JsonObject connection(SimPerson person) {
    var out =
        new JsonObject()
            .put("id", "c-" + person.id())
            .put("patientId", person.id())
            .put("country", "DE")
            .put("firstName", person.name())
            .put("targetLow", 70)
            .put("targetHigh", 180)
            .put("uom", Sensor.mmol(person) ? 0 : 1)
            .put(
                "sensor",
                new JsonObject()
                    .put("deviceId", "d-" + person.id())
                    .put("sn", "%08X".formatted((int) person.seed()))
                    .put("pt", 4));
    SimDay today = world.people().day(person, person.dayAt(world.clock().now()));
    Sensor.current(today)
        .ifPresent(
            r -> {
              JsonObject now = item(person, r).put("TrendArrow", 3);
              out.put("glucoseMeasurement", now).put("glucoseItem", now.copy());
            });
    return out;
  }

  private void graph(RoutingContext ctx) {
    SimPerson reader = reader(ctx);
    SimPerson person =
        followed(reader).stream()
            .filter(p -> p.id().equals(ctx.pathParam("patient")))
            .findFirst()
            .orElseThrow(() -> LibreVendor.refusal(404, 1, "not followed"));
    Instant now = world.clock().now();
    var items = new JsonArray();
    for (SimDay day :
        world.people().days(person, person.dayAt(now.minus(SHOWN)), person.dayAt(now))) {
      for (Sensor.Reading r : Sensor.of(day)) {
        if (!r.scan() && r.at().isAfter(now.minus(SHOWN))) {
          items.add(item(person, r));
        }
      }
    }
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("status", 0)
            .put(
                "data",
                new JsonObject()
                    .put("connection", connection(person))
                    .put("activeSensors", new JsonArray())
                    .put("graphData", items))
            .put(
                "ticket",
                LoginRoutes.ticket(world, LoginRoutes.issue(world, reader, LibreVendor.FOLLOWER))));
  }

  /** A reading as the app writes it: the wall's time, and the factory's in UTC. */
  private static JsonObject item(SimPerson person, Sensor.Reading r) {
    LocalDateTime factory = r.at().atOffset(ZoneOffset.UTC).toLocalDateTime();
    return new JsonObject()
        .put("FactoryTimestamp", US.format(factory))
        .put("Timestamp", US.format(r.local(person)))
        .put("type", r.scan() ? 1 : 0)
        .put("ValueInMgPerDl", r.milligrams())
        .put("MeasurementColor", 1)
        .put("GlucoseUnits", Sensor.mmol(person) ? 0 : 1)
        .put("Value", Sensor.value(person, r.milligrams()))
        .put("isHigh", r.milligrams() > HIGHEST)
        .put("isLow", r.milligrams() < LOWEST);
  }
}
