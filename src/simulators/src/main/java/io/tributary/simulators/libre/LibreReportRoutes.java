package io.tributary.simulators.libre;

import io.tributary.simulators.kit.PasswordSim;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimRejection;
import io.tributary.simulators.kit.SimResponses;
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
 * Reports of the portal. A report is ordered, awaited on a separate channel, and fetched as a page
 * with embedded JSON. Its bounds are local times encoded as if they were UTC.
 */
final class LibreReportRoutes {
  private static final int TYPE = 40_066;
  private static final int OLD_TYPE = 40_067;
  private static final int REPORTS_OF_TYPE = 500_000;
  private static final int DAILY_LOG = 5;
  private static final Duration MAX_RANGE = Duration.ofDays(90);

  private final SimContext world;
  private final LibreAccounts accounts;
  private final Map<String, OrderedReport> orders = new HashMap<>();

  LibreReportRoutes(SimContext world, LibreAccounts accounts) {
    this.world = world;
    this.accounts = accounts;
  }

  /** Ordered report, which is ready after the first poll. */
  private static final class OrderedReport {
    final SimPerson person;
    final long from;
    final long to;
    final boolean milligrams;
    boolean asked;

    OrderedReport(SimPerson person, long from, long to, boolean milligrams) {
      this.person = person;
      this.from = from;
      this.to = to;
      this.milligrams = milligrams;
    }
  }

  void mount(Router router, String host) {
    router.get(host + "/reportSettings").handler(ctx -> settings(ctx, ownPatient(ctx)));
    router.post(host + "/reports").handler(this::order);
    router.post(host + "/patients/search").handler(this::search);
    router.get(host + "/patients/:patient/reportSettings").handler(this::settingsOfPatient);
    router.get(host + "/channel/:order").handler(this::channel);
    router.get(host + "/poll/:order").handler(this::poll);
    router.get(host + "/report/:order").handler(this::reportPage);
  }

  private boolean isPractice() {
    return world.vendor().slug().equals("freestyle_libre");
  }

  /** Returns the owner of the token, if the called host has their data. */
  private SimPerson reader(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx, LibreVendor.PORTAL).person();
    if (!accounts.hasDataAt(ctx, person.id())) {
      throw new SimRejection(new SimError.BadToken());
    }
    return person;
  }

  private SimPerson ownPatient(RoutingContext ctx) {
    SimPerson person = reader(ctx);
    if (isPractice()) {
      throw LibreVendor.error(403, 1, "no patient");
    }
    return person;
  }

  /** Returns a patient who shares with the practice. */
  private Optional<SimPerson> patient(String id) {
    return world
        .people()
        .find(id)
        .filter(p -> world.passwords().accounts().stream().anyMatch(a -> isAccountOf(a, p)));
  }

  private static boolean isAccountOf(PasswordSim.Account account, SimPerson person) {
    return SimPerson.idOf(account.person()).equals(person.id());
  }

  private void search(RoutingContext ctx) {
    reader(ctx);
    JsonObject body = LibreLoginRoutes.body(ctx);
    JsonArray match = body.getJsonArray("match", new JsonArray());
    if (match.size() != 1 || body.getInteger("limit", 0) < 1) {
      throw LibreVendor.error(400, 1, "limit and one match are needed");
    }
    String term =
        LibreLoginRoutes.requiredField(match.getJsonObject(0), "term").toLowerCase(Locale.ROOT);
    var found = new JsonArray();
    // Matches any login that contains the term, including those of other people.
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
            .orElseThrow(() -> LibreVendor.error(404, 1, "no such patient"));
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
    JsonObject body = LibreLoginRoutes.body(ctx);
    String patient = LibreLoginRoutes.requiredField(body, "PatientId");
    SimPerson person =
        isPractice()
            ? patient(patient).orElseThrow(() -> LibreVendor.error(404, 1, "no such patient"))
            : reader;
    int type = body.getInteger("PrimaryDeviceTypeId", 0);
    String device = LibreLoginRoutes.requiredField(body, "PrimaryDeviceId");
    boolean known =
        device.equals((type == TYPE ? "new-" : type == OLD_TYPE ? "old-" : "?") + person.id());
    if (!known
        || !patient.equals(person.id())
        || !new JsonArray().add(REPORTS_OF_TYPE + type).equals(body.getJsonArray("ReportIds"))
        || !new JsonArray().add(DAILY_LOG).equals(body.getJsonArray("ClientReportIDs"))
        || body.getJsonArray("SecondaryDeviceIds") == null
        || body.getString("CultureCode") == null) {
      throw LibreVendor.error(400, 1, "not a report for these devices");
    }
    long from = body.getJsonArray("StartDates").getLong(0);
    long to = body.getLong("EndDate");
    if (from > to || to - from > MAX_RANGE.toSeconds()) {
      throw LibreVendor.error(400, 1, "invalid date range");
    }
    String id = "%016x".formatted(SeededRandom.hash(orders.size(), from));
    boolean milligrams = body.getInteger("GlucoseUnits", 0) == 1 && !LibreSensor.usesMmol(person);
    orders.put(id, new OrderedReport(person, from, to, milligrams));
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("status", 0)
            .put("data", new JsonObject().put("url", LibreAccounts.baseUrl(ctx) + "/channel/" + id))
            .put("ticket", ticket(reader)));
  }

  private JsonObject ticket(SimPerson person) {
    return LibreLoginRoutes.ticket(
        world, LibreLoginRoutes.issue(world, person, LibreVendor.PORTAL));
  }

  private OrderedReport order(RoutingContext ctx, String id) {
    return Optional.ofNullable(orders.get(id))
        .orElseThrow(() -> LibreVendor.error(404, 1, "no such report"));
  }

  private void channel(RoutingContext ctx) {
    reader(ctx);
    order(ctx, ctx.pathParam("order"));
    String lp = LibreAccounts.baseUrl(ctx) + "/poll/" + ctx.pathParam("order");
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("status", 0)
            .put("data", new JsonObject().put("lp", lp).put("ws", "")));
  }

  private void poll(RoutingContext ctx) {
    reader(ctx);
    OrderedReport order = order(ctx, ctx.pathParam("order"));
    if (!order.asked) {
      order.asked = true;
      SimResponses.json(ctx, 200, new JsonObject().put("operation", "started"));
      return;
    }
    String url = LibreAccounts.baseUrl(ctx) + "/report/" + ctx.pathParam("order");
    var urls = new JsonObject().put(Integer.toString(DAILY_LOG), url);
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("operation", "update")
            .put("args", new JsonObject().put("urls", urls)));
  }

  /** Returns the report page; the token is a query parameter, as in a browser. */
  private void reportPage(RoutingContext ctx) {
    String token = ctx.queryParams().get("session");
    if (token == null) {
      throw new SimRejection(new SimError.NoToken());
    }
    world.authorize(ctx, token, 0, LibreVendor.PORTAL);
    if (!String.valueOf(ctx.request().getHeader("Accept")).startsWith("text/html")) {
      throw LibreVendor.error(406, 1, "this page is available only as text/html");
    }
    OrderedReport order = order(ctx, ctx.pathParam("order"));
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

  private JsonObject days(OrderedReport order) {
    LocalDate first = day(order.from);
    LocalDate last = day(order.to);
    var glucose = new HashMap<LocalDate, JsonArray>();
    var scans = new HashMap<LocalDate, JsonArray>();
    long before = Long.MIN_VALUE;
    for (SimDay day : world.people().days(order.person, first.minusDays(1), last.plusDays(1))) {
      for (LibreSensor.Reading r : LibreSensor.readings(day)) {
        long wall = r.localEpochSecond(order.person);
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

  private static JsonObject point(OrderedReport order, LibreSensor.Reading r) {
    Number value =
        order.milligrams
            ? (Number) r.milligrams()
            : (Number) (Math.round(r.milligrams() / 18.018 * 10) / 10.0);
    return new JsonObject().put("Timestamp", r.localEpochSecond(order.person)).put("Value", value);
  }
}
