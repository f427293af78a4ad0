package io.tributary.simulators.dexcom;

import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorld;
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

/** The data endpoints. Order of checks: token 401, quota 429, scope 403, range 400. */
final class DataRoutes {
  static final String BASE = "/v3/users/self/";
  private static final Duration LONGEST = Duration.ofDays(30);

  private final SimWorld world;
  private final Uploads uploads;

  DataRoutes(SimWorld world, Uploads uploads) {
    this.world = world;
    this.uploads = uploads;
  }

  void mount(Router router) {
    router.get(BASE + "dataRange").handler(this::dataRange);
    records(router, "egvs", "egv", Readings::egvs);
    records(router, "events", "event", DiaryEvents::of);
    records(router, "calibrations", "calibration", Readings::calibrations);
    router.get(BASE + "devices").handler(this::devices);
    router.get(BASE + "alerts").handler(this::alerts);
  }

  /** A stretch of time, its end outside. */
  private record Span(Instant from, Instant to) {}

  private void records(
      Router router, String path, String type, BiFunction<SimDay, DeviceProfile, List<Row>> rows) {
    router
        .get(BASE + path)
        .handler(
            ctx -> {
              SimWorld.Reader reader = world.reader(ctx, DexcomVendor.SCOPE);
              Span span = span(ctx);
              var list = new JsonArray();
              rows(reader.person(), span, rows).stream()
                  .sorted(Comparator.comparing(Row::at).reversed())
                  .forEach(r -> list.add(r.json()));
              SimResponses.json(ctx, 200, envelope(reader, type).put("records", list));
            });
  }

  private List<Row> rows(
      SimPerson person, Span span, BiFunction<SimDay, DeviceProfile, List<Row>> rows) {
    DeviceProfile gadget = DeviceProfile.of(person);
    var found = new ArrayList<Row>();
    for (SimDay day :
        world
            .people()
            .days(
                person,
                span.from().atZone(person.zone()).toLocalDate(),
                span.to().atZone(person.zone()).toLocalDate())) {
      rows.apply(day, gadget).stream()
          .filter(r -> !r.at().isBefore(span.from()) && r.at().isBefore(span.to()))
          .filter(r -> uploads.here(person.id(), r.at()))
          .forEach(found::add);
    }
    return found;
  }

  private void dataRange(RoutingContext ctx) {
    SimWorld.Reader reader = world.reader(ctx, DexcomVendor.SCOPE);
    String text = ctx.queryParams().get("lastSyncTime");
    Instant since = text == null ? Instant.MIN : time(text, "lastSyncTime");
    JsonObject answer = envelope(reader, "dataRange");
    put(answer, "calibrations", reader.person(), since, Readings::calibrations);
    put(answer, "egvs", reader.person(), since, Readings::egvs);
    put(answer, "events", reader.person(), since, DiaryEvents::of);
    SimResponses.json(ctx, 200, answer);
  }

  /** Nothing where there is no such record, or none that came in since. */
  private void put(
      JsonObject answer,
      String name,
      SimPerson person,
      Instant since,
      BiFunction<SimDay, DeviceProfile, List<Row>> rows) {
    LocalDate today = person.dayAt(world.clock().now());
    Instant earliest = uploads.earliest(person.id(), since);
    LocalDate from =
        earliest.isBefore(person.firstDay().atStartOfDay(person.zone()).toInstant())
            ? person.firstDay()
            : person.dayAt(earliest);
    Optional<Row> oldest = Optional.empty();
    for (LocalDate d = from; oldest.isEmpty() && !d.isAfter(today); d = d.plusDays(1)) {
      oldest = arrived(person, d, since, rows).min(Comparator.comparing(Row::at));
    }
    Optional<Row> newest = Optional.empty();
    for (LocalDate d = today; oldest.isPresent() && newest.isEmpty(); d = d.minusDays(1)) {
      newest = arrived(person, d, since, rows).max(Comparator.comparing(Row::at));
    }
    answer.put(
        name,
        oldest.isEmpty()
            ? null
            : new JsonObject()
                .put("start", times(oldest.get()))
                .put("end", times(newest.orElseThrow())));
  }

  private Stream<Row> arrived(
      SimPerson person,
      LocalDate day,
      Instant since,
      BiFunction<SimDay, DeviceProfile, List<Row>> rows) {
    return rows.apply(world.people().day(person, day), DeviceProfile.of(person)).stream()
        .filter(r -> uploads.here(person.id(), r.at()))
        .filter(r -> uploads.arrived(person.id(), r.at()).isAfter(since));
  }

  private static JsonObject times(Row row) {
    return new JsonObject()
        .put("systemTime", row.json().getString("systemTime"))
        .put("displayTime", row.json().getString("displayTime"));
  }

  private void devices(RoutingContext ctx) {
    SimWorld.Reader reader = world.reader(ctx, DexcomVendor.SCOPE);
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
    SimWorld.Reader reader = world.reader(ctx, DexcomVendor.SCOPE);
    span(ctx);
    SimResponses.json(ctx, 200, envelope(reader, "alert").put("records", new JsonArray()));
  }

  /** The user's id is another one for each application. */
  private static JsonObject envelope(SimWorld.Reader reader, String type) {
    String user =
        "%016x"
            .formatted(
                SeededRandom.hash(
                    SeededRandom.hash(reader.person().id()),
                    SeededRandom.hash(reader.grant().clientId())));
    return new JsonObject().put("recordType", type).put("recordVersion", "3.0").put("userId", user);
  }

  private static Span span(RoutingContext ctx) {
    Instant from = needed(ctx, "startDate");
    Instant to = needed(ctx, "endDate");
    if (!from.isBefore(to)) {
      throw DexcomVendor.error(400, "INVALID_RANGE", "startDate must be before endDate");
    }
    if (Duration.between(from, to).compareTo(LONGEST) > 0) {
      throw DexcomVendor.error(400, "INVALID_RANGE", "The time window is longer than 30 days");
    }
    return new Span(from, to);
  }

  private static Instant needed(RoutingContext ctx, String name) {
    String text = ctx.queryParams().get(name);
    if (text == null) {
      throw DexcomVendor.error(400, "MISSING_PARAMETER", name + " is required");
    }
    return time(text, name);
  }

  private static Instant time(String text, String name) {
    try {
      return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException withOffset) {
      try {
        return OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeParseException e) {
        throw DexcomVendor.error(400, "INVALID_FORMAT", name + " is not a date-time");
      }
    }
  }
}
