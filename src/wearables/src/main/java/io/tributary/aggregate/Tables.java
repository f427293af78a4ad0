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

/** Every table of the language (wearables-data.md §7). */
final class Tables {
  static final List<String> SOURCE_COLUMNS =
      List.of(
          "source_provider", "source_type", "source_app_id", "source_workout_id", "source_sport");

  private static final Map<String, Column<Entry>> SOURCES = sources();
  private static final Map<String, Table> SUMMARIES = summaries();
  private static final Map<String, Table> SERIES = series();

  private Tables() {}

  /** The tables that are not timeseries, by name. */
  static Map<String, Table> summariesByName() {
    return SUMMARIES;
  }

  /** The timeseries, by resource name. */
  static Map<String, Table> seriesByName() {
    return SERIES;
  }

  /** A column of the source, which every sourced table has. */
  static Optional<Column<Entry>> source(String name) {
    return Optional.ofNullable(SOURCES.get(name));
  }

  private static Map<String, Column<Entry>> sources() {
    return Table.byName(
        List.of(
            Column.of("source_provider", Type.TEXT, e -> Value.of(e.provider())),
            Column.of("source_type", Type.TEXT, e -> Value.of(e.sourceType().wire())),
            Column.of(
                "source_app_id",
                Type.TEXT,
                e -> e instanceof Entry.Summarised s ? Value.of(s.appId()) : Value.NULL),
            Column.of(
                "source_workout_id",
                Type.TEXT,
                e ->
                    e instanceof Entry.Sampled s && s.sample().source().workoutId() != null
                        ? Value.of(s.sample().source().workoutId().toString())
                        : Value.NULL),
            Column.of(
                "source_sport",
                Type.TEXT,
                e ->
                    e instanceof Entry.Sampled s
                        ? Value.of(s.sample().source().sport())
                        : Value.NULL)));
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
      String name, Resource r, String index, List<Column<Entry>> all, String priorities) {
    Map<String, Column<Entry>> columns = Table.byName(all);
    Column<Entry> at = columns.get(index);
    if (name.equals("meal")) {
      // Its index is no selectable column of its own.
      columns.remove(index);
    }
    // One column for {source: …} and {table: …}, so that the one can show what the other groups by.
    columns.replaceAll((n, c) -> SOURCES.getOrDefault(n, c));
    Map<String, Column<Entry>> named = new LinkedHashMap<>(SOURCES);
    if (name.equals("sleep")) {
      named.putAll(Macros.columns());
    }
    return new Table(name, r, indexed(at), columns, named, Optional.ofNullable(priorities), true);
  }

  private static Table readiness() {
    List<Column<Entry>> columns = new ArrayList<>();
    columns.add(Column.of("date", Type.DATE, e -> new Value.Day(((Entry.Derived) e).date())));
    for (String name : List.of("chronotype", "recovery_zone", "strain_zone")) {
      columns.add(cell(name, Type.TEXT));
    }
    for (String name : List.of("sleep_score", "recovery_score", "stress_score", "strain_score")) {
      columns.add(cell(name, Type.NUMBER));
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

  private static Column<Entry> cell(String name, Type type) {
    return Column.of(name, type, e -> ((Entry.Derived) e).cells().getOrDefault(name, Value.NULL));
  }

  private static Column<Entry> indexed(Column<Entry> column) {
    return Column.of(Table.INDEX, column.type(), column.reader());
  }

  private static Map<String, Table> series() {
    Map<String, Table> out = new TreeMap<>();
    Arrays.stream(Resource.values())
        .filter(Resource::isTimeseries)
        .forEach(r -> out.put(r.wire(), series(r)));
    return Collections.unmodifiableMap(out);
  }

  private static Table series(Resource r) {
    List<Column<Entry>> columns = new ArrayList<>(SOURCES.values());
    columns.add(sampled("timezone_offset", Type.NUMBER, s -> Value.of(s.sample().offsetSeconds())));
    columns.add(extra("type", x -> x.type()));
    switch (r) {
      case BLOOD_PRESSURE -> {
        columns.add(sampled("systolic", Type.NUMBER, s -> new Value.Num(s.sample().value())));
        columns.add(
            sampled("diastolic", Type.NUMBER, s -> Value.of(s.sample().extras().diastolic())));
      }
      case NOTE -> {
        columns.add(extra("content", x -> x.text()));
        columns.add(tags());
      }
      // Not exhaustive on purpose: all others have a value.
      default -> {
        columns.add(sampled("value", Type.NUMBER, s -> new Value.Num(s.sample().value())));
        if (r.showsInterval()) {
          columns.add(sampled("duration", Type.NUMBER, Tables::duration));
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
      // Not exhaustive on purpose: no other has a field of its own.
      default -> {}
    }
    return new Table(
        r.wire(),
        r,
        sampled(Table.INDEX, Type.TIME, s -> new Value.Moment(s.local())),
        Table.byName(columns),
        Map.of(),
        Optional.of("timeseries"),
        true);
  }

  /** Seconds; a momentary reading lasts none. */
  private static Value duration(Entry.Sampled s) {
    return new Value.Num(
        s.sample().end() == null
            ? 0
            : Duration.between(s.sample().at(), s.sample().end()).toMillis() / 1000.0);
  }

  private static Column<Entry> tags() {
    return new Column<>(
        "tags",
        Type.LIST,
        List.of(Column.of(Value.ELEMENT, Type.TEXT, item -> item.get(Value.ELEMENT))),
        e -> {
          List<String> tags = ((Entry.Sampled) e).sample().extras().tags();
          return tags == null
              ? Value.NULL
              : new Value.Items(
                  tags.stream().map(t -> Map.of(Value.ELEMENT, Value.of(t))).toList());
        });
  }

  private static Column<Entry> sampled(
      String name, Type type, Function<Entry.Sampled, Value> reader) {
    return Column.of(name, type, e -> reader.apply((Entry.Sampled) e));
  }

  private static Column<Entry> extra(
      String name, Function<io.tributary.model.SampleExtras, String> reader) {
    return sampled(
        name,
        Type.TEXT,
        s ->
            s.sample().extras() == null ? Value.NULL : Value.of(reader.apply(s.sample().extras())));
  }
}
