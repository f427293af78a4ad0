package io.tributary.aggregate;

import io.tributary.model.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** All tables of the query language. */
final class TableCatalog {
  static final List<String> SOURCE_COLUMNS =
      List.of(
          "source_provider", "source_type", "source_app_id", "source_workout_id", "source_sport");

  private static final Map<String, ResultColumn<InputRow>> SOURCES = sources();
  private static final Map<String, Table> SUMMARIES = summaries();
  private static final Map<String, Table> SERIES = series();

  private TableCatalog() {}

  /** Returns the summary and derived tables by name. */
  static Map<String, Table> summariesByName() {
    return SUMMARIES;
  }

  /** Returns the timeseries tables by resource name. */
  static Map<String, Table> seriesByName() {
    return SERIES;
  }

  /** Returns a source column, which every table with a source has. */
  static Optional<ResultColumn<InputRow>> source(String name) {
    return Optional.ofNullable(SOURCES.get(name));
  }

  private static Map<String, ResultColumn<InputRow>> sources() {
    return Table.byName(
        List.of(
            ResultColumn.valueOf(
                "source_provider", ColumnType.TEXT, e -> CellValue.of(e.provider())),
            ResultColumn.valueOf(
                "source_type", ColumnType.TEXT, e -> CellValue.of(e.sourceType().wire())),
            ResultColumn.valueOf(
                "source_app_id",
                ColumnType.TEXT,
                e ->
                    e instanceof InputRow.SummaryInputRow s
                        ? CellValue.of(s.appId())
                        : CellValue.NULL),
            ResultColumn.valueOf(
                "source_workout_id",
                ColumnType.TEXT,
                e ->
                    e instanceof InputRow.SampleInputRow s
                            && s.sample().source().workoutId() != null
                        ? CellValue.of(s.sample().source().workoutId().toString())
                        : CellValue.NULL),
            ResultColumn.valueOf(
                "source_sport",
                ColumnType.TEXT,
                e ->
                    e instanceof InputRow.SampleInputRow s
                        ? CellValue.of(s.sample().source().sport())
                        : CellValue.NULL)));
  }

  private static Map<String, Table> summaries() {
    Map<String, Table> out = new LinkedHashMap<>();
    for (Table t :
        List.of(
            table("sleep", Resource.SLEEP, "session_end", SummaryColumns.sleep(), "sleep"),
            readiness(),
            table("activity", Resource.ACTIVITY, "date", SummaryColumns.activity(), "activity"),
            table(
                "workout",
                Resource.WORKOUTS,
                "session_start",
                SummaryColumns.workout(),
                "workouts"),
            table("body", Resource.BODY, "measured_at", SummaryColumns.body(), "body"),
            table("meal", Resource.MEAL, "timestamp", SummaryColumns.meal(), null),
            table(
                "menstrual_cycle",
                Resource.MENSTRUAL_CYCLE,
                "period_start",
                SummaryColumns.menstrualCycle(),
                null),
            table("profile", Resource.PROFILE, "updated_at", SummaryColumns.profile(), null))) {
      out.put(t.name(), t);
    }
    return Collections.unmodifiableMap(out);
  }

  private static Table table(
      String name, Resource r, String index, List<ResultColumn<InputRow>> all, String priorities) {
    Map<String, ResultColumn<InputRow>> columns = Table.byName(all);
    ResultColumn<InputRow> at = columns.get(index);
    if (name.equals("meal")) {
      // The index of meals is not selectable.
      columns.remove(index);
    }
    // {source: …} and {table: …} share the same column object, so that one can select what the
    // other groups by.
    columns.replaceAll((n, c) -> SOURCES.getOrDefault(n, c));
    Map<String, ResultColumn<InputRow>> named = new LinkedHashMap<>(SOURCES);
    if (name.equals("sleep")) {
      named.putAll(SleepMacros.columns());
    }
    return new Table(name, r, indexed(at), columns, named, Optional.ofNullable(priorities), true);
  }

  private static Table readiness() {
    List<ResultColumn<InputRow>> columns = new ArrayList<>();
    columns.add(
        ResultColumn.valueOf(
            "date",
            ColumnType.DATE,
            e -> new CellValue.DateValue(((InputRow.DerivedInputRow) e).date())));
    for (String name : List.of("chronotype", "recovery_zone", "strain_zone")) {
      columns.add(cell(name, ColumnType.TEXT));
    }
    for (String name : List.of("sleep_score", "recovery_score", "stress_score", "strain_score")) {
      columns.add(cell(name, ColumnType.NUMBER));
    }
    return new Table(
        "derived_readiness",
        Resource.SLEEP,
        indexed(columns.getFirst()),
        Table.byName(columns),
        Map.of(),
        Optional.of("sleep"),
        false);
  }

  private static ResultColumn<InputRow> cell(String name, ColumnType type) {
    return ResultColumn.valueOf(
        name, type, e -> ((InputRow.DerivedInputRow) e).cells().getOrDefault(name, CellValue.NULL));
  }

  private static ResultColumn<InputRow> indexed(ResultColumn<InputRow> column) {
    return ResultColumn.valueOf(Table.INDEX, column.type(), column.reader());
  }

  private static Map<String, Table> series() {
    Map<String, Table> out = new TreeMap<>();
    Arrays.stream(Resource.values())
        .filter(Resource::isTimeseries)
        .forEach(r -> out.put(r.wire(), series(r)));
    return Collections.unmodifiableMap(out);
  }

  private static Table series(Resource r) {
    List<ResultColumn<InputRow>> columns = new ArrayList<>(SOURCES.values());
    columns.add(
        sampled(
            "timezone_offset", ColumnType.NUMBER, s -> CellValue.of(s.sample().offsetSeconds())));
    columns.add(extra("type", x -> x.type()));
    switch (r) {
      case BLOOD_PRESSURE -> {
        columns.add(
            sampled(
                "systolic", ColumnType.NUMBER, s -> new CellValue.NumberValue(s.sample().value())));
        columns.add(
            sampled(
                "diastolic",
                ColumnType.NUMBER,
                s -> CellValue.of(s.sample().extras().diastolic())));
      }
      case NOTE -> {
        columns.add(extra("content", x -> x.text()));
        columns.add(tags());
      }
      // Deliberately not exhaustive: all other resources have a value.
      default -> {
        columns.add(
            sampled(
                "value", ColumnType.NUMBER, s -> new CellValue.NumberValue(s.sample().value())));
        if (r.showsInterval()) {
          columns.add(sampled("duration", ColumnType.NUMBER, TableCatalog::duration));
        }
      }
    }
    switch (r) {
      case BODY_TEMPERATURE, BODY_TEMPERATURE_DELTA ->
          columns.add(extra("sensor_location", x -> x.sensorLocation()));
      case WORKOUT_DURATION -> columns.add(extra("intensity", x -> x.intensity()));
      case INSULIN_INJECTION -> {
        columns.add(extra("delivery_mode", x -> x.deliveryMode()));
        columns.add(extra("delivery_form", x -> x.deliveryForm()));
        columns.add(extra("bolus_purpose", x -> x.bolusPurpose()));
      }
      // Deliberately not exhaustive: no other resource has extra fields.
      default -> {}
    }
    return new Table(
        r.wire(),
        r,
        sampled(Table.INDEX, ColumnType.DATETIME, s -> new CellValue.DateTimeValue(s.local())),
        Table.byName(columns),
        Map.of(),
        Optional.of("timeseries"),
        true);
  }

  /** Returns the duration in seconds; 0 for an instantaneous reading. */
  private static CellValue duration(InputRow.SampleInputRow s) {
    return new CellValue.NumberValue(
        s.sample().end() == null
            ? 0
            : Duration.between(s.sample().at(), s.sample().end()).toMillis() / 1000.0);
  }

  private static ResultColumn<InputRow> tags() {
    return new ResultColumn<>(
        "tags",
        ColumnType.LIST,
        List.of(
            ResultColumn.valueOf(
                CellValue.ELEMENT, ColumnType.TEXT, item -> item.get(CellValue.ELEMENT))),
        e -> {
          List<String> tags = ((InputRow.SampleInputRow) e).sample().extras().tags();
          return tags == null
              ? CellValue.NULL
              : new CellValue.ListValue(
                  tags.stream().map(t -> Map.of(CellValue.ELEMENT, CellValue.of(t))).toList());
        });
  }

  private static ResultColumn<InputRow> sampled(
      String name, ColumnType type, Function<InputRow.SampleInputRow, CellValue> reader) {
    return ResultColumn.valueOf(name, type, e -> reader.apply((InputRow.SampleInputRow) e));
  }

  private static ResultColumn<InputRow> extra(
      String name, Function<io.tributary.model.SampleExtras, String> reader) {
    return sampled(
        name,
        ColumnType.TEXT,
        s ->
            s.sample().extras() == null
                ? CellValue.NULL
                : CellValue.of(reader.apply(s.sample().extras())));
  }
}
