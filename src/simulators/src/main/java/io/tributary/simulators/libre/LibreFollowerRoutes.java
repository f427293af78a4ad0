package io.tributary.simulators.libre;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimRejection;
import io.tributary.simulators.kit.SimResponses;
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

/** Endpoints of the follower app: the people that a user follows, and their last twelve hours. */
final class LibreFollowerRoutes {
  private static final Duration GRAPH_PERIOD = Duration.ofHours(12);
  private static final int STATUS_UPGRADE_REQUIRED = 920;
  private static final int MIN_APP_VERSION = 407;
  private static final int HIGHEST = 500;
  private static final int LOWEST = 40;
  private static final DateTimeFormatter TIMESTAMP_FORMAT =
      DateTimeFormatter.ofPattern("M/d/uuuu h:mm:ss a", Locale.US);

  private final SimContext world;
  private final LibreAccounts accounts;

  LibreFollowerRoutes(SimContext world, LibreAccounts accounts) {
    this.world = world;
    this.accounts = accounts;
  }

  void mount(Router router, String host) {
    router.get(host + "/llu/connections").handler(this::connections);
    router.get(host + "/llu/connections/:patient/graph").handler(this::graph);
  }

  /** Checks the app's headers and rejects outdated versions. */
  static void checkApp(RoutingContext ctx) {
    String product = ctx.request().getHeader("product");
    if (product == null || !product.startsWith("llu.")) {
      throw LibreVendor.error(403, 1, "product is missing");
    }
    String[] version = String.valueOf(ctx.request().getHeader("version")).split("\\.");
    boolean young =
        version.length >= 2
            && version[0].matches("\\d{1,3}")
            && version[1].matches("\\d{1,2}")
            && Integer.parseInt(version[0]) * 100 + Integer.parseInt(version[1]) >= MIN_APP_VERSION;
    if (!young) {
      throw LibreVendor.error(403, STATUS_UPGRADE_REQUIRED, "upgrade required");
    }
  }

  private SimPerson reader(RoutingContext ctx) {
    checkApp(ctx);
    SimPerson person = world.authorize(ctx, LibreVendor.FOLLOWER).person();
    if (!accounts.hasDataAt(ctx, person.id())) {
      throw new SimRejection(new SimError.BadToken());
    }
    if (!hash(person.id()).equals(ctx.request().getHeader("account-id"))) {
      throw LibreVendor.error(400, 1, "RequiredHeaderMissing");
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

  private List<SimPerson> followedPeople(SimPerson reader) {
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
    followedPeople(reader(ctx)).forEach(p -> list.add(connection(p)));
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
            .put("uom", LibreSensor.usesMmol(person) ? 0 : 1)
            .put(
                "sensor",
                new JsonObject()
                    .put("deviceId", "d-" + person.id())
                    .put("sn", "%08X".formatted((int) person.seed()))
                    .put("pt", 4));
    SimDay today = world.people().day(person, person.localDateAt(world.clock().now()));
    LibreSensor.current(today)
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
        followedPeople(reader).stream()
            .filter(p -> p.id().equals(ctx.pathParam("patient")))
            .findFirst()
            .orElseThrow(() -> LibreVendor.error(404, 1, "not followed"));
    Instant now = world.clock().now();
    var items = new JsonArray();
    for (SimDay day :
        world
            .people()
            .days(person, person.localDateAt(now.minus(GRAPH_PERIOD)), person.localDateAt(now))) {
      for (LibreSensor.Reading r : LibreSensor.readings(day)) {
        if (!r.scan() && r.at().isAfter(now.minus(GRAPH_PERIOD))) {
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
                LibreLoginRoutes.ticket(
                    world, LibreLoginRoutes.issue(world, reader, LibreVendor.FOLLOWER))));
  }

  /** Renders a reading with its local time and, as FactoryTimestamp, its UTC time. */
  private static JsonObject item(SimPerson person, LibreSensor.Reading r) {
    LocalDateTime factory = r.at().atOffset(ZoneOffset.UTC).toLocalDateTime();
    return new JsonObject()
        .put("FactoryTimestamp", TIMESTAMP_FORMAT.format(factory))
        .put("Timestamp", TIMESTAMP_FORMAT.format(r.local(person)))
        .put("type", r.scan() ? 1 : 0)
        .put("ValueInMgPerDl", r.milligrams())
        .put("MeasurementColor", 1)
        .put("GlucoseUnits", LibreSensor.usesMmol(person) ? 0 : 1)
        .put("Value", LibreSensor.convert(person, r.milligrams()))
        .put("isHigh", r.milligrams() > HIGHEST)
        .put("isLow", r.milligrams() < LOWEST);
  }
}
