package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The columns of the summary tables, read from the stored content. */
final class SummaryColumns {
  private SummaryColumns() {}

  static List<Column<Entry>> sleep() {
    List<Column<Entry>> c = new ArrayList<>();
    c.add(of("id", Type.TEXT, s -> Value.of(s.id().toString())));
    c.add(moment("session_start", "bedtime_start"));
    c.add(moment("session_end", "bedtime_stop"));
    c.add(text("state", "state"));
    c.add(text("type", "type"));
    c.add(number("duration_second", "duration"));
    c.add(number("stage_asleep_second", "total"));
    c.add(number("stage_awake_second", "awake"));
    c.add(number("stage_light_second", "light"));
    c.add(number("stage_rem_second", "rem"));
    c.add(number("stage_deep_second", "deep"));
    c.add(of("stage_unknown_second", Type.NUMBER, SummaryColumns::unstaged));
    c.add(number("latency_second", "latency"));
    c.add(number("heart_rate_minimum", "hr_lowest"));
    c.add(number("heart_rate_mean", "hr_average"));
    c.add(none("heart_rate_maximum", Type.NUMBER));
    c.add(number("heart_rate_dip", "hr_dip"));
    c.add(number("heart_rate_resting", "hr_resting"));
    c.add(number("efficiency", "efficiency"));
    c.add(number("hrv_mean_rmssd", "average_hrv"));
    c.add(none("hrv_mean_sdnn", Type.NUMBER));
    c.add(number("skin_temperature", "skin_temperature"));
    c.add(number("skin_temperature_delta", "temperature_delta"));
    c.add(number("respiratory_rate", "respiratory_rate"));
    c.add(number("score", "score"));
    c.add(number("recovery_readiness_score", "recovery_readiness_score"));
    c.addAll(source());
    c.add(offsetZone());
    return c;
  }

  /** Time in bed that is in no stage: gaps of a hypnogram, or all of it without one. */
  private static Value unstaged(Entry.Summarised s) {
    double staged =
        s.at("awake").asDouble()
            + s.at("light").asDouble()
            + s.at("rem").asDouble()
            + s.at("deep").asDouble();
    return s.at("duration").isNumber()
        ? new Value.Num(Math.max(0, s.at("duration").doubleValue() - staged))
        : Value.NULL;
  }

  static List<Column<Entry>> activity() {
    List<Column<Entry>> c = new ArrayList<>();
    c.add(day("date", "calendar_date"));
    c.add(number("calories_total", "calories_total"));
    c.add(number("calories_active", "calories_active"));
    c.add(number("steps", "steps"));
    c.add(number("distance_meter", "distance"));
    c.add(number("floors_climbed", "floors_climbed"));
    // The record has metres (daily_movement), no time of this name.
    c.add(none("duration_active_second", Type.NUMBER));
    c.add(none("intensity_sedentary_second", Type.NUMBER));
    c.add(minutes("intensity_low_second", "low"));
    c.add(minutes("intensity_medium_second", "medium"));
    c.add(minutes("intensity_high_second", "high"));
    c.add(number("heart_rate_mean", "heart_rate/avg_bpm"));
    c.add(number("heart_rate_minimum", "heart_rate/min_bpm"));
    c.add(number("heart_rate_maximum", "heart_rate/max_bpm"));
    c.add(number("heart_rate_resting", "heart_rate/resting_bpm"));
    c.add(number("heart_rate_mean_walking", "heart_rate/avg_walking_bpm"));
    c.add(flag("wheelchair_use", "wheelchair_use"));
    c.add(number("wheelchair_push", "wheelchair_push"));
    c.addAll(source());
    c.add(text("time_zone", "time_zone"));
    c.add(number("time_zone_offset", "timezone_offset"));
    return c;
  }

  static List<Column<Entry>> workout() {
    List<Column<Entry>> c = new ArrayList<>();
    c.add(moment("session_start", "time_start"));
    c.add(moment("session_end", "time_end"));
    c.add(text("title", "title"));
    c.add(text("sport_name", "sport/name"));
    c.add(text("sport_slug", "sport/slug"));
    c.add(number("duration_active_second", "moving_time"));
    c.add(number("heart_rate_mean", "average_hr"));
    c.add(none("heart_rate_minimum", Type.NUMBER));
    c.add(number("heart_rate_maximum", "max_hr"));
    for (int zone = 1; zone <= 6; zone++) {
      c.add(number("heart_rate_zone_" + zone, "hr_zones/" + (zone - 1)));
    }
    c.add(number("distance_meter", "distance"));
    c.add(number("calories", "calories"));
    c.add(number("elevation_gain_meter", "total_elevation_gain"));
    c.add(number("elevation_maximum_meter", "elev_high"));
    c.add(number("elevation_minimum_meter", "elev_low"));
    c.add(number("speed_mean", "average_speed"));
    c.add(number("speed_maximum", "max_speed"));
    c.add(number("power_source", "device_watts"));
    c.add(number("power_mean", "average_watts"));
    c.add(number("power_maximum", "max_watts"));
    c.add(number("power_weighted_mean", "weighted_average_watts"));
    c.add(number("steps", "steps"));
    c.add(text("map_polyline", "map/polyline"));
    c.add(text("map_summary_polyline", "map/summary_polyline"));
    c.addAll(source());
    c.add(text("external_id", "provider_id"));
    c.add(offsetZone());
    return c;
  }

  static List<Column<Entry>> body() {
    List<Column<Entry>> c = new ArrayList<>();
    c.add(moment("measured_at", "date"));
    c.add(number("weight_kilogram", "weight"));
    c.add(number("fat_mass_percentage", "fat"));
    c.add(number("water_percentage", "water_percentage"));
    c.add(number("muscle_mass_percentage", "muscle_mass_percentage"));
    c.add(number("visceral_fat_index", "visceral_fat_index"));
    c.add(number("bone_mass_percentage", "bone_mass_percentage"));
    c.add(number("body_mass_index", "body_mass_index"));
    c.add(number("lean_body_mass_kilogram", "lean_body_mass_kilogram"));
    c.add(number("waist_circumference_centimeter", "waist_circumference_centimeter"));
    c.addAll(source());
    c.add(none("time_zone", Type.TEXT));
    return c;
  }

  static List<Column<Entry>> profile() {
    List<Column<Entry>> c = new ArrayList<>();
    c.add(number("height_centimeter", "height"));
    c.add(day("birth_date", "birth_date"));
    c.add(flag("wheelchair_use", "wheelchair_use"));
    c.add(text("gender", "gender"));
    c.add(text("sex", "sex"));
    c.addAll(source());
    c.add(of("created_at", Type.TIME, s -> Value.of(s.local(s.createdAt()))));
    c.add(of("updated_at", Type.TIME, s -> Value.of(s.local(s.updatedAt()))));
    return c;
  }

  static List<Column<Entry>> meal() {
    List<Column<Entry>> c = new ArrayList<>();
    c.add(number("calories", "energy/value"));
    c.add(number("carbohydrate_gram", "macros/carbs"));
    for (String name : List.of("protein", "alcohol", "water", "fibre", "sugar", "cholesterol")) {
      c.add(number(name + "_gram", "macros/" + name));
    }
    for (String fat :
        List.of("saturated", "monounsaturated", "polyunsaturated", "omega3", "omega6", "total")) {
      c.add(number(fat + "_fat_gram", "macros/fats/" + fat));
    }
    for (String name :
        List.of(
            "sodium",
            "potassium",
            "calcium",
            "phosphorus",
            "magnesium",
            "iron",
            "zinc",
            "fluoride",
            "chloride")) {
      c.add(number(name + "_milligram", "micros/minerals/" + name));
    }
    // Stored in µg, asked for in mg.
    c.add(scaled("vitamin_a_milligram", "micros/vitamins/vitamin_a", 0.001));
    micros(c, "vitamins", "milligram", "vitamin_b1", "riboflavin", "niacin", "pantothenic_acid");
    micros(c, "vitamins", "milligram", "vitamin_b6");
    micros(c, "vitamins", "microgram", "biotin", "vitamin_b12");
    micros(c, "vitamins", "milligram", "vitamin_c");
    micros(c, "vitamins", "microgram", "vitamin_d");
    micros(c, "vitamins", "milligram", "vitamin_e");
    micros(c, "vitamins", "microgram", "vitamin_k", "folic_acid");
    micros(c, "trace_elements", "microgram", "chromium");
    micros(c, "trace_elements", "milligram", "copper");
    micros(c, "trace_elements", "microgram", "iodine");
    micros(c, "trace_elements", "milligram", "manganese");
    micros(c, "trace_elements", "microgram", "molybdenum", "selenium");
    c.add(day("date", "calendar_date"));
    c.add(text("name", "name"));
    c.addAll(source());
    c.add(moment("timestamp", "timestamp"));
    return c;
  }

  private static void micros(List<Column<Entry>> c, String kind, String unit, String... names) {
    for (String name : names) {
      c.add(number(name + "_" + unit, "micros/" + kind + "/" + name));
    }
  }

  /** The lists of a cycle and the field that each has besides the date; empty = none. */
  private static final Map<String, String> CYCLE_LISTS = cycleLists();

  private static Map<String, String> cycleLists() {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("menstrual_flow", "flow");
    out.put("cervical_mucus", "quality");
    out.put("intermenstrual_bleeding", "");
    out.put("contraceptive", "type");
    out.put("detected_deviations", "deviation");
    out.put("ovulation_test", "test_result");
    out.put("home_pregnancy_test", "test_result");
    out.put("home_progesterone_test", "test_result");
    out.put("sexual_activity", "protection_used");
    out.put("basal_body_temperature", "value");
    return out;
  }

  static List<Column<Entry>> menstrualCycle() {
    List<Column<Entry>> c = new ArrayList<>();
    c.add(day("period_start", "period_start"));
    c.add(day("period_end", "period_end"));
    c.add(day("cycle_end", "cycle_end"));
    c.add(flag("is_predicted", "is_predicted"));
    CYCLE_LISTS.forEach((name, field) -> c.add(list(name, field)));
    c.addAll(source());
    return c;
  }

  private static Column<Entry> list(String name, String field) {
    List<Column<Map<String, Value>>> fields = new ArrayList<>();
    fields.add(Column.of("date", Type.DATE, item -> item.get("date")));
    if (!field.isEmpty()) {
      Type type =
          switch (field) {
            case "protection_used" -> Type.FLAG;
            case "value" -> Type.NUMBER;
            default -> Type.TEXT;
          };
      fields.add(Column.of(field, type, item -> item.get(field)));
    }
    return new Column<>(
        name,
        Type.LIST,
        fields,
        e -> {
          List<Map<String, Value>> items = new ArrayList<>();
          ((Entry.Summarised) e).at(name).forEach(n -> items.add(item(n, fields)));
          return new Value.Items(items);
        });
  }

  private static Map<String, Value> item(JsonNode node, List<Column<Map<String, Value>>> fields) {
    Map<String, Value> out = new LinkedHashMap<>();
    for (Column<Map<String, Value>> f : fields) {
      JsonNode v = node.path(f.name());
      out.put(
          f.name(),
          switch (f.type()) {
            case NUMBER -> v.isNumber() ? new Value.Num(v.doubleValue()) : Value.NULL;
            case FLAG -> v.isBoolean() ? new Value.Flag(v.booleanValue()) : Value.NULL;
            case DATE -> v.isTextual() ? new Value.Day(LocalDate.parse(v.textValue())) : Value.NULL;
            case TEXT, TIME, LIST -> v.isTextual() ? Value.of(v.textValue()) : Value.NULL;
          });
    }
    return out;
  }

  private static List<Column<Entry>> source() {
    return List.of(
        of("source_type", Type.TEXT, s -> Value.of(s.sourceType().wire())),
        of("source_provider", Type.TEXT, s -> Value.of(s.provider())),
        of("source_app_id", Type.TEXT, s -> Value.of(s.appId())),
        of(
            "source_device_id",
            Type.TEXT,
            s -> s.deviceId() == null ? Value.NULL : Value.of(s.deviceId().toString())));
  }

  /** Where the record has an offset only, it is the zone: {@code +01:00}. */
  private static Column<Entry> offsetZone() {
    return of(
        "time_zone",
        Type.TEXT,
        s ->
            s.offset()
                .<Value>map(o -> new Value.Text(o.equals(ZoneOffset.UTC) ? "+00:00" : o.getId()))
                .orElse(Value.NULL));
  }

  private static Column<Entry> of(
      String name, Type type, Function<Entry.Summarised, Value> reader) {
    return Column.of(name, type, e -> reader.apply((Entry.Summarised) e));
  }

  private static Column<Entry> number(String name, String path) {
    return of(name, Type.NUMBER, s -> s.number(path));
  }

  private static Column<Entry> minutes(String name, String path) {
    return scaled(name, path, 60);
  }

  private static Column<Entry> scaled(String name, String path, double factor) {
    return of(
        name,
        Type.NUMBER,
        s -> s.at(path).isNumber() ? new Value.Num(s.at(path).doubleValue() * factor) : Value.NULL);
  }

  private static Column<Entry> text(String name, String path) {
    return of(name, Type.TEXT, s -> s.text(path));
  }

  private static Column<Entry> flag(String name, String path) {
    return of(name, Type.FLAG, s -> s.flag(path));
  }

  private static Column<Entry> day(String name, String path) {
    return of(name, Type.DATE, s -> s.day(path));
  }

  private static Column<Entry> moment(String name, String path) {
    return of(name, Type.TIME, s -> s.moment(path));
  }

  /** A column of the contract that no record has a figure for. */
  private static Column<Entry> none(String name, Type type) {
    return Column.of(name, type, e -> Value.NULL);
  }
}
