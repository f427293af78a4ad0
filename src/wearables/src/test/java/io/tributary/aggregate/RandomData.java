package io.tributary.aggregate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/**
 * Random rows around the two days of 2025 on which clocks change: several sources, nulls and
 * unknown offsets. Each row is built twice, for the service and for the oracle.
 */
final class RandomData {
  static final LocalDate FIRST = LocalDate.of(2025, 3, 20);
  static final int DAYS = 230;
  static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  static final List<String> TEXTS =
      List.of("", "long_sleep", "short_sleep", "watch", "ring", "app", "oura", "it's", "Zürich");
  private static final List<String> PROVIDERS = List.of("oura", "fitbit", "garmin", "manual");
  private static final List<SourceType> TYPES =
      List.of(SourceType.WATCH, SourceType.RING, SourceType.APP, SourceType.UNKNOWN);

  /** A generated table with its columns by type. Lists name the field of their elements. */
  record GeneratedTable(
      String table,
      boolean series,
      List<String> numbers,
      List<String> texts,
      List<String> times,
      Map<String, String> lists) {}

  static final List<GeneratedTable> KINDS =
      List.of(
          new GeneratedTable(
              "sleep",
              false,
              List.of("duration_second", "stage_deep_second", "score", "hrv_mean_rmssd"),
              List.of("type", "source_type", "source_provider", "state"),
              List.of("session_start", "session_end"),
              Map.of()),
          new GeneratedTable(
              "activity",
              false,
              List.of("steps", "calories_active", "intensity_low_second"),
              List.of("source_type", "source_provider", "time_zone"),
              List.of("date"),
              Map.of()),
          new GeneratedTable(
              "menstrual_cycle",
              false,
              List.of(),
              List.of("source_type", "source_provider"),
              List.of("period_start", "period_end"),
              Map.of("menstrual_flow", "flow", "basal_body_temperature", "value")),
          new GeneratedTable(
              "steps",
              true,
              List.of("value", "duration", "timezone_offset"),
              List.of("source_type", "source_provider", "source_sport", "type"),
              List.of(),
              Map.of()),
          new GeneratedTable(
              "glucose",
              true,
              List.of("value", "timezone_offset"),
              List.of("source_type", "source_provider", "type"),
              List.of(),
              Map.of()));

  /** A row in the representation of the service and in that of the oracle. */
  record RowPair(InputRow entry, QueryOracle.OracleRow datum, Instant at) {}

  private final Random random;

  RandomData(Random random) {
    this.random = random;
  }

  /** Returns rows in index order, as the reader returns them. */
  List<RowPair> rows(GeneratedTable kind, int n) {
    List<RowPair> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      out.add(
          switch (kind.table()) {
            case "sleep" -> sleep();
            case "activity" -> activity();
            case "menstrual_cycle" -> cycle();
            default -> sample(Resource.of(kind.table()).orElseThrow());
          });
    }
    out.sort(Comparator.comparing(RowPair::at));
    return out;
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private boolean rarely() {
    return random.nextInt(4) == 0;
  }

  /** Returns a random instant, often within hours of a clock change. */
  private Instant instant() {
    Instant t =
        random.nextBoolean()
            ? Instant.parse(any(List.of("2025-03-30T00:00:00Z", "2025-10-26T00:00:00Z")))
                .plusSeconds(random.nextInt(-20, 20) * 900L)
            : FIRST
                .atStartOfDay(ZoneOffset.UTC)
                .toInstant()
                .plusSeconds(random.nextInt(DAYS * 96) * 900L);
    return t;
  }

  private Integer offset(Instant t) {
    return switch (random.nextInt(5)) {
      case 0 -> null;
      case 1 -> any(List.of(-18_000, 19_800, 0, 50_400));
      default -> ZONE.getRules().getOffset(t).getTotalSeconds();
    };
  }

  private static LocalDateTime local(Instant t, Integer offset) {
    return offset == null
        ? t.atZone(ZONE).toLocalDateTime()
        : t.atOffset(ZoneOffset.ofTotalSeconds(offset)).toLocalDateTime();
  }

  private Double number() {
    return rarely() ? null : random.nextInt(0, 100) / 4.0;
  }

  private static void put(
      ObjectNode content, String field, Map<String, Object> cells, String column, Double v) {
    content.put(field, v);
    cells.put(column, v);
  }

  private RowPair sleep() {
    Instant stop = instant();
    Instant start = stop.minusSeconds(random.nextInt(1, 40) * 900L);
    Integer offset = offset(stop);
    ObjectNode content = Json.object();
    Map<String, Object> cells = new HashMap<>();
    content.put("bedtime_start", Times.format(start)).put("bedtime_stop", Times.format(stop));
    content.put("timezone_offset", offset);
    String type = any(List.of("long_sleep", "short_sleep"));
    content.put("type", type);
    cells.put("type", type);
    String state = rarely() ? "confirmed" : null;
    content.put("state", state);
    cells.put("state", state);
    put(content, "duration", cells, "duration_second", number());
    put(content, "deep", cells, "stage_deep_second", number());
    put(content, "score", cells, "score", number());
    put(content, "average_hrv", cells, "hrv_mean_rmssd", number());
    cells.put("session_start", local(start, offset));
    cells.put("session_end", local(stop, offset));
    return pair(content, cells, local(stop, offset), local(stop, offset), stop);
  }

  private RowPair activity() {
    LocalDate day = instant().atOffset(ZoneOffset.UTC).toLocalDate();
    ObjectNode content = Json.object().put("calendar_date", day.toString());
    Map<String, Object> cells = new HashMap<>();
    put(content, "steps", cells, "steps", number());
    put(content, "calories_active", cells, "calories_active", number());
    Double low = number();
    content.put("low", low);
    cells.put("intensity_low_second", low == null ? null : low * 60);
    String zone = rarely() ? null : any(List.of("Europe/Berlin", "America/New_York"));
    content.put("time_zone", zone);
    cells.put("time_zone", zone);
    cells.put("date", day);
    return pair(
        content, cells, day.atStartOfDay(), day, day.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  private RowPair cycle() {
    LocalDate day = instant().atOffset(ZoneOffset.UTC).toLocalDate();
    LocalDate end = rarely() ? null : day.plusDays(random.nextInt(9));
    ObjectNode content =
        Json.object()
            .put("period_start", day.toString())
            .put("period_end", end == null ? null : end.toString());
    Map<String, Object> cells = new HashMap<>();
    cells.put("period_start", day);
    cells.put("period_end", end);
    List<Map<String, Object>> flows = new ArrayList<>();
    List<Map<String, Object>> temperatures = new ArrayList<>();
    var flow = content.putArray("menstrual_flow");
    var temperature = content.putArray("basal_body_temperature");
    for (int i = random.nextInt(4); i > 0; i--) {
      String f = any(List.of("light", "medium", "heavy"));
      flow.addObject().put("date", day.toString()).put("flow", f);
      flows.add(Map.of("date", day, "flow", f));
      double t = 36 + random.nextInt(8) / 4.0;
      temperature.addObject().put("date", day.toString()).put("value", t);
      temperatures.add(Map.of("date", day, "value", t));
    }
    cells.put("menstrual_flow", flows);
    cells.put("basal_body_temperature", temperatures);
    return pair(
        content, cells, day.atStartOfDay(), day, day.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  private RowPair pair(
      ObjectNode content,
      Map<String, Object> cells,
      LocalDateTime local,
      Object index,
      Instant at) {
    String provider = any(PROVIDERS);
    SourceType type = any(TYPES);
    cells.put("source_provider", provider);
    cells.put("source_type", type.wire());
    return new RowPair(
        new InputRow.SummaryInputRow(
            new UUID(random.nextLong(), random.nextLong()),
            provider,
            type,
            null,
            null,
            content,
            at,
            at,
            ZONE,
            Optional.empty()),
        new QueryOracle.OracleRow(local, index, cells),
        at);
  }

  private RowPair sample(Resource resource) {
    Instant at = instant();
    Integer offset = offset(at);
    String provider = any(PROVIDERS);
    SourceType type = any(TYPES);
    String sport = rarely() ? "running" : null;
    String kind =
        resource == Resource.GLUCOSE && !rarely() ? any(List.of("automatic", "fingerprick")) : null;
    double value = random.nextInt(0, 100) / 4.0;
    Instant end =
        resource == Resource.STEPS && !rarely() ? at.plusSeconds(random.nextInt(100) * 30L) : null;
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("value", value);
    cells.put("duration", end == null ? 0.0 : (end.getEpochSecond() - at.getEpochSecond()) * 1.0);
    cells.put("timezone_offset", offset == null ? null : offset * 1.0);
    cells.put("source_type", type.wire());
    cells.put("source_provider", provider);
    cells.put("source_sport", sport);
    cells.put("type", kind);
    Sample s =
        new Sample(
            resource,
            new Source(provider, type, null, null, sport, null),
            at,
            end,
            offset,
            value,
            kind == null ? null : SampleExtras.type(kind));
    return new RowPair(
        new InputRow.SampleInputRow(s, ZONE),
        new QueryOracle.OracleRow(local(at, offset), local(at, offset), cells),
        at);
  }
}
