package io.tributary.simulators.dexcom;

import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Data endpoints. Order of checks: token 401, quota 429, scope 403, range 400. */
final class DexcomDataRoutes {
  static final String BASE = "/v3/users/self/";
  private static final Duration MAX_RANGE = Duration.ofDays(30);

  private final SimContext world;
  private final UploadTimes uploads;

  DexcomDataRoutes(SimContext world, UploadTimes uploads) {
    this.world = world;
    this.uploads = uploads;
  }

  void mount(Router router) {
    router.get(BASE + "dataRange").handler(this::dataRange);
    mountRecords(router, "egvs", "egv", DexcomReadings::glucoseValues);
    mountRecords(router, "events", "event", DexcomEventRecords::render);
    mountRecords(router, "calibrations", "calibration", DexcomReadings::calibrations);
    router.get(BASE + "devices").handler(this::devices);
    router.get(BASE + "alerts").handler(this::alerts);
  }

  /** Time range with an exclusive end. */
  private record Span(Instant from, Instant to) {}

  private void mountRecords(
      Router router,
      String path,
      String type,
      BiFunction<SimDay, DeviceProfile, List<DexcomRecord>> rows) {
    router
        .get(BASE + path)
        .handler(
            ctx -> {
              SimContext.Reader reader = world.authorize(ctx, DexcomVendor.SCOPE);
              Span span = parseSpan(ctx);
              var list = new JsonArray();
              readRows(reader.person(), span, rows).stream()
                  .sorted(Comparator.comparing(DexcomRecord::at).reversed())
                  .forEach(r -> list.add(r.json()));
              SimResponses.json(ctx, 200, envelope(reader, type).put("records", list));
            });
  }

  private List<DexcomRecord> readRows(
      SimPerson person, Span span, BiFunction<SimDay, DeviceProfile, List<DexcomRecord>> rows) {
    DeviceProfile gadget = DeviceProfile.of(person);
    var found = new ArrayList<DexcomRecord>();
    for (SimDay day :
        world
            .people()
            .days(
                person,
                span.from().atZone(person.zone()).toLocalDate(),
                span.to().atZone(person.zone()).toLocalDate())) {
      rows.apply(day, gadget).stream()
          .filter(r -> !r.at().isBefore(span.from()) && r.at().isBefore(span.to()))
          .filter(r -> uploads.isAvailable(person.id(), r.at()))
          .forEach(found::add);
    }
    return found;
  }

  private void dataRange(RoutingContext ctx) {
    SimContext.Reader reader = world.authorize(ctx, DexcomVendor.SCOPE);
    String text = ctx.queryParams().get("lastSyncTime");
    Instant since = text == null ? Instant.MIN : parseTime(text, "lastSyncTime");
    JsonObject answer = envelope(reader, "dataRange");
    putRange(answer, "calibrations", reader.person(), since, DexcomReadings::calibrations);
    putRange(answer, "egvs", reader.person(), since, DexcomReadings::glucoseValues);
    putRange(answer, "events", reader.person(), since, DexcomEventRecords::render);
    SimResponses.json(ctx, 200, answer);
  }

  /** Adds the range of a record type; null if it has no record that arrived after {@code since}. */
  private void putRange(
      JsonObject answer,
      String name,
      SimPerson person,
      Instant since,
      BiFunction<SimDay, DeviceProfile, List<DexcomRecord>> rows) {
    LocalDate today = person.localDateAt(world.clock().now());
    Instant earliest = uploads.earliestAffected(person.id(), since);
    LocalDate from =
        earliest.isBefore(person.firstDay().atStartOfDay(person.zone()).toInstant())
            ? person.firstDay()
            : person.localDateAt(earliest);
    Optional<DexcomRecord> oldest = Optional.empty();
    for (LocalDate d = from; oldest.isEmpty() && !d.isAfter(today); d = d.plusDays(1)) {
      oldest = arrived(person, d, since, rows).min(Comparator.comparing(DexcomRecord::at));
    }
    Optional<DexcomRecord> newest = Optional.empty();
    for (LocalDate d = today; oldest.isPresent() && newest.isEmpty(); d = d.minusDays(1)) {
      newest = arrived(person, d, since, rows).max(Comparator.comparing(DexcomRecord::at));
    }
    answer.put(
        name,
        oldest.isEmpty()
            ? null
            : new JsonObject()
                .put("start", timesOf(oldest.get()))
                .put("end", timesOf(newest.orElseThrow())));
  }

  private Stream<DexcomRecord> arrived(
      SimPerson person,
      LocalDate day,
      Instant since,
      BiFunction<SimDay, DeviceProfile, List<DexcomRecord>> rows) {
    return rows.apply(world.people().day(person, day), DeviceProfile.of(person)).stream()
        .filter(r -> uploads.isAvailable(person.id(), r.at()))
        .filter(r -> uploads.arrivedAt(person.id(), r.at()).isAfter(since));
  }

  private static JsonObject timesOf(DexcomRecord row) {
    return new JsonObject()
        .put("systemTime", row.json().getString("systemTime"))
        .put("displayTime", row.json().getString("displayTime"));
  }

  private void devices(RoutingContext ctx) {
    SimContext.Reader reader = world.authorize(ctx, DexcomVendor.SCOPE);
    DeviceProfile gadget = DeviceProfile.of(reader.person());
    Instant now = world.clock().now();
    var device =
        new JsonObject()
            .put("lastUploadDate", now.truncatedTo(ChronoUnit.SECONDS).toString())
            .put("transmitterId", gadget.transmitter())
            .put("transmitterGeneration", gadget.generation())
            .put("displayDevice", gadget.display())
            .put("displayApp", gadget.app().orElse(null))
            .put("softwareVersion", "2.1.0")
            .put("alertSchedules", new JsonArray());
    SimResponses.json(
        ctx, 200, envelope(reader, "device").put("records", new JsonArray().add(device)));
  }

  private void alerts(RoutingContext ctx) {
    SimContext.Reader reader = world.authorize(ctx, DexcomVendor.SCOPE);
    parseSpan(ctx);
    SimResponses.json(ctx, 200, envelope(reader, "alert").put("records", new JsonArray()));
  }

  /** Builds the response envelope. The user ID differs per application. */
  private static JsonObject envelope(SimContext.Reader reader, String type) {
    String user =
        "%016x"
            .formatted(
                SeededRandom.hash(
                    SeededRandom.hash(reader.person().id()),
                    SeededRandom.hash(reader.grant().clientId())));
    return new JsonObject().put("recordType", type).put("recordVersion", "3.0").put("userId", user);
  }

  private static Span parseSpan(RoutingContext ctx) {
    Instant from = requiredTime(ctx, "startDate");
    Instant to = requiredTime(ctx, "endDate");
    if (!from.isBefore(to)) {
      throw DexcomVendor.dataError(400, "INVALID_RANGE", "startDate must be before endDate");
    }
    if (Duration.between(from, to).compareTo(MAX_RANGE) > 0) {
      throw DexcomVendor.dataError(400, "INVALID_RANGE", "The time window must not exceed 30 days");
    }
    return new Span(from, to);
  }

  private static Instant requiredTime(RoutingContext ctx, String name) {
    String text = ctx.queryParams().get(name);
    if (text == null) {
      throw DexcomVendor.dataError(400, "MISSING_PARAMETER", name + " is required");
    }
    return parseTime(text, name);
  }

  private static Instant parseTime(String text, String name) {
    try {
      return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException withOffset) {
      try {
        return OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeParseException e) {
        throw DexcomVendor.dataError(400, "INVALID_FORMAT", name + " is not a date-time");
      }
    }
  }
}
