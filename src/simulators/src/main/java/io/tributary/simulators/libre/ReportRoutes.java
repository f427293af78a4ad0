package io.tributary.simulators.libre;

import io.tributary.simulators.kit.PasswordSim;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimRejection;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorld;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The reports of the portal: ordered, waited for on another channel, fetched as a page that holds
 * them as JSON. A report begins and ends by the clock on the wall, told as if it were UTC.
 */
final class ReportRoutes {
  private static final int TYPE = 40_066;
  private static final int OLD_TYPE = 40_067;
  private static final int REPORTS_OF_TYPE = 500_000;
  private static final int DAILY_LOG = 5;
  private static final Duration LONGEST = Duration.ofDays(90);

  private final SimWorld world;
  private final LibreAccounts accounts;
  private final Map<String, Order> orders = new HashMap<>();

  ReportRoutes(SimWorld world, LibreAccounts accounts) {
    this.world = world;
    this.accounts = accounts;
  }

  /** A report that was ordered; it is ready when it has been asked for once. */
  private static final class Order {
    final SimPerson person;
    final long from;
    final long to;
    final boolean milligrams;
    boolean asked;

    Order(SimPerson person, long from, long to, boolean milligrams) {
      this.person = person;
      this.from = from;
      this.to = to;
      this.milligrams = milligrams;
    }
  }

  void mount(Router router, String host) {
    router.get(host + "/reportSettings").handler(ctx -> settings(ctx, own(ctx)));
    router.post(host + "/reports").handler(this::order);
    router.post(host + "/patients/search").handler(this::search);
    router.get(host + "/patients/:patient/reportSettings").handler(this::settingsOfPatient);
    router.get(host + "/channel/:order").handler(this::channel);
    router.get(host + "/poll/:order").handler(this::poll);
    router.get(host + "/report/:order").handler(this::page);
  }

  private boolean practice() {
    return world.vendor().slug().equals("freestyle_libre");
  }

  /** Whoever the token is of, at the host where their data are. */
  private SimPerson reader(RoutingContext ctx) {
    SimPerson person = world.reader(ctx, LibreVendor.PORTAL).person();
    if (!accounts.here(ctx, person.id())) {
      throw new SimRejection(new SimError.BadToken());
    }
    return person;
  }

  private SimPerson own(RoutingContext ctx) {
    SimPerson person = reader(ctx);
    if (practice()) {
      throw LibreVendor.refusal(403, 1, "no patient");
    }
    return person;
  }

  /** A patient who shares with the practice. */
  private Optional<SimPerson> patient(String id) {
    return world
        .people()
        .find(id)
        .filter(p -> world.passwords().accounts().stream().anyMatch(a -> is(a, p)));
  }

  private static boolean is(PasswordSim.Account account, SimPerson person) {
    return SimPerson.idOf(account.person()).equals(person.id());
  }

  private void search(RoutingContext ctx) {
    reader(ctx);
    JsonObject body = LoginRoutes.body(ctx);
    JsonArray match = body.getJsonArray("match", new JsonArray());
    if (match.size() != 1 || body.getInteger("limit", 0) < 1) {
      throw LibreVendor.refusal(400, 1, "limit and one match are needed");
    }
    String term = LoginRoutes.needed(match.getJsonObject(0), "term").toLowerCase(Locale.ROOT);
    var found = new JsonArray();
    // Whatever holds the words: others' addresses too.
    for (PasswordSim.Account a : world.passwords().accounts()) {
      if (a.login().toLowerCase(Locale.ROOT).contains(term)) {
        SimPerson person = world.people().named(a.person());
        found.add(
            new JsonObject()
                .put("id", person.id())
                .put("firstName", a.person())
                .put("lastName", "Sim")
                .put("email", a.login()));
      }
    }
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("status", 0)
            .put("data", new JsonObject().put("patients", found))
            .put("ticket", ticket(world.people().named("the practice"))));
  }

  private void settingsOfPatient(RoutingContext ctx) {
    reader(ctx);
    SimPerson person =
        patient(ctx.pathParam("patient"))
            .orElseThrow(() -> LibreVendor.refusal(404, 1, "no such patient"));
    settings(ctx, person);
  }

  private void settings(RoutingContext ctx, SimPerson person) {
    var sources = new JsonObject();
    if (!person.name().startsWith("empty")) {
      if (person.name().startsWith("two")) {
        sources.put("old-" + person.id(), device(OLD_TYPE, 30, 90));
      }
      sources.put("new-" + person.id(), device(TYPE, 1, 7, 14, 30, 90));
    }
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("status", 0)
            .put("data", new JsonObject().put("dataSources", sources)));
  }

  private static JsonObject device(int type, Integer... daysData) {
    return new JsonObject()
        .put("type", type)
        .put("daysData", new JsonArray(List.of((Object[]) daysData)))
        .put("firmwareVersion", "2.10.1");
  }

  private void order(RoutingContext ctx) {
    SimPerson reader = reader(ctx);
    JsonObject body = LoginRoutes.body(ctx);
    String patient = LoginRoutes.needed(body, "PatientId");
    SimPerson person =
        practice()
            ? patient(patient).orElseThrow(() -> LibreVendor.refusal(404, 1, "no such patient"))
            : reader;
    int type = body.getInteger("PrimaryDeviceTypeId", 0);
    String device = LoginRoutes.needed(body, "PrimaryDeviceId");
    boolean known =
        device.equals((type == TYPE ? "new-" : type == OLD_TYPE ? "old-" : "?") + person.id());
    if (!known
        || !patient.equals(person.id())
        || !new JsonArray().add(REPORTS_OF_TYPE + type).equals(body.getJsonArray("ReportIds"))
        || !new JsonArray().add(DAILY_LOG).equals(body.getJsonArray("ClientReportIDs"))
        || body.getJsonArray("SecondaryDeviceIds") == null
        || body.getString("CultureCode") == null) {
      throw LibreVendor.refusal(400, 1, "not a report of these devices");
    }
    long from = body.getJsonArray("StartDates").getLong(0);
    long to = body.getLong("EndDate");
    if (from > to || to - from > LONGEST.toSeconds()) {
      throw LibreVendor.refusal(400, 1, "no such dates");
    }
    String id = "%016x".formatted(SeededRandom.hash(orders.size(), from));
    boolean milligrams = body.getInteger("GlucoseUnits", 0) == 1 && !Sensor.mmol(person);
    orders.put(id, new Order(person, from, to, milligrams));
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("status", 0)
            .put("data", new JsonObject().put("url", LibreAccounts.base(ctx) + "/channel/" + id))
            .put("ticket", ticket(reader)));
  }

  private JsonObject ticket(SimPerson person) {
    return LoginRoutes.ticket(world, LoginRoutes.issue(world, person, LibreVendor.PORTAL));
  }

  private Order order(RoutingContext ctx, String id) {
    return Optional.ofNullable(orders.get(id))
        .orElseThrow(() -> LibreVendor.refusal(404, 1, "no such report"));
  }

  private void channel(RoutingContext ctx) {
    reader(ctx);
    order(ctx, ctx.pathParam("order"));
    String lp = LibreAccounts.base(ctx) + "/poll/" + ctx.pathParam("order");
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("status", 0)
            .put("data", new JsonObject().put("lp", lp).put("ws", "")));
  }

  private void poll(RoutingContext ctx) {
    reader(ctx);
    Order order = order(ctx, ctx.pathParam("order"));
    if (!order.asked) {
      order.asked = true;
      SimResponses.json(ctx, 200, new JsonObject().put("operation", "started"));
      return;
    }
    String url = LibreAccounts.base(ctx) + "/report/" + ctx.pathParam("order");
    var urls = new JsonObject().put(Integer.toString(DAILY_LOG), url);
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("operation", "update")
            .put("args", new JsonObject().put("urls", urls)));
  }

  /** The token comes in the address, as a browser would bring it. */
  private void page(RoutingContext ctx) {
    String token = ctx.queryParams().get("session");
    if (token == null) {
      throw new SimRejection(new SimError.NoToken());
    }
    world.reader(ctx, token, 0, LibreVendor.PORTAL);
    if (!String.valueOf(ctx.request().getHeader("Accept")).startsWith("text/html")) {
      throw LibreVendor.refusal(406, 1, "a page is no JSON");
    }
    Order order = order(ctx, ctx.pathParam("order"));
    var report = new JsonObject().put("Name", "</i>;}{").put("Data", days(order));
    SimResponses.send(
        ctx,
        200,
        "text/html",
        Buffer.buffer(
            "<!doctype html><html><head><script>var ready={};window.report = "
                + report.encode()
                + ";</script></head><body></body></html>"));
  }

  private JsonObject days(Order order) {
    LocalDate first = day(order.from);
    LocalDate last = day(order.to);
    var glucose = new HashMap<LocalDate, JsonArray>();
    var scans = new HashMap<LocalDate, JsonArray>();
    long before = Long.MIN_VALUE;
    for (SimDay day : world.people().days(order.person, first.minusDays(1), last.plusDays(1))) {
      for (Sensor.Reading r : Sensor.of(day)) {
        long wall = r.wall(order.person);
        if (wall < order.from || wall > order.to) {
          continue;
        }
        if (r.scan()) {
          scans.computeIfAbsent(day(wall), d -> new JsonArray()).add(point(order, r));
        } else {
          boolean changed = wall < before;
          JsonArray parts = glucose.computeIfAbsent(day(wall), d -> new JsonArray());
          if (parts.isEmpty() || changed) {
            parts.add(new JsonArray());
          }
          parts.getJsonArray(parts.size() - 1).add(point(order, r).put("IsTimeChange", changed));
          before = wall;
        }
      }
    }
    var days = new JsonArray();
    for (LocalDate d = first; !d.isAfter(last); d = d.plusDays(1)) {
      days.add(
          new JsonObject()
              .put("Date", d.atStartOfDay().toEpochSecond(ZoneOffset.UTC))
              .put("Glucose", glucose.getOrDefault(d, new JsonArray()))
              .put("SensorScans", scans.getOrDefault(d, new JsonArray())));
    }
    return new JsonObject().put("Days", days);
  }

  private static LocalDate day(long wall) {
    return LocalDateTime.ofEpochSecond(wall, 0, ZoneOffset.UTC).toLocalDate();
  }

  private static JsonObject point(Order order, Sensor.Reading r) {
    Number value =
        order.milligrams
            ? (Number) r.milligrams()
            : (Number) (Math.round(r.milligrams() / 18.018 * 10) / 10.0);
    return new JsonObject().put("Timestamp", r.wall(order.person)).put("Value", value);
  }
}
