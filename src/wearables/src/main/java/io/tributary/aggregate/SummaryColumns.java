package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Columns of the summary tables, read from the stored content. */
final class SummaryColumns {
  private SummaryColumns() {}

  static List<ResultColumn<InputRow>> sleep() {
    List<ResultColumn<InputRow>> c = new ArrayList<>();
    c.add(of("id", ColumnType.TEXT, s -> CellValue.of(s.id().toString())));
    c.add(dateTime("session_start", "bedtime_start"));
    c.add(dateTime("session_end", "bedtime_stop"));
    c.add(text("state", "state"));
    c.add(text("type", "type"));
    c.add(number("duration_second", "duration"));
    c.add(number("stage_asleep_second", "total"));
    c.add(number("stage_awake_second", "awake"));
    c.add(number("stage_light_second", "light"));
    c.add(number("stage_rem_second", "rem"));
    c.add(number("stage_deep_second", "deep"));
    c.add(of("stage_unknown_second", ColumnType.NUMBER, SummaryColumns::unstaged));
    c.add(number("latency_second", "latency"));
    c.add(number("heart_rate_minimum", "hr_lowest"));
    c.add(number("heart_rate_mean", "hr_average"));
    c.add(empty("heart_rate_maximum", ColumnType.NUMBER));
    c.add(number("heart_rate_dip", "hr_dip"));
    c.add(number("heart_rate_resting", "hr_resting"));
    c.add(number("efficiency", "efficiency"));
    c.add(number("hrv_mean_rmssd", "average_hrv"));
    c.add(empty("hrv_mean_sdnn", ColumnType.NUMBER));
    c.add(number("skin_temperature", "skin_temperature"));
    c.add(number("skin_temperature_delta", "temperature_delta"));
    c.add(number("respiratory_rate", "respiratory_rate"));
    c.add(number("score", "score"));
    c.add(number("recovery_readiness_score", "recovery_readiness_score"));
    c.addAll(source());
    c.add(offsetZone());
    return c;
  }

  /**
   * Returns the time in bed without a stage: gaps of the hypnogram, or the whole duration if there
   * is none.
   */
  private static CellValue unstaged(InputRow.SummaryInputRow s) {
    double staged =
        s.at("awake").asDouble()
            + s.at("light").asDouble()
            + s.at("rem").asDouble()
            + s.at("deep").asDouble();
    return s.at("duration").isNumber()
        ? new CellValue.NumberValue(Math.max(0, s.at("duration").doubleValue() - staged))
        : CellValue.NULL;
  }

  static List<ResultColumn<InputRow>> activity() {
    List<ResultColumn<InputRow>> c = new ArrayList<>();
    c.add(date("date", "calendar_date"));
    c.add(number("calories_total", "calories_total"));
    c.add(number("calories_active", "calories_active"));
    c.add(number("steps", "steps"));
    c.add(number("distance_meter", "distance"));
    c.add(number("floors_climbed", "floors_climbed"));
    // The record has active distance in meters (daily_movement) but no active time.
    c.add(empty("duration_active_second", ColumnType.NUMBER));
    c.add(empty("intensity_sedentary_second", ColumnType.NUMBER));
    c.add(minutes("intensity_low_second", "low"));
    c.add(minutes("intensity_medium_second", "medium"));
    c.add(minutes("intensity_high_second", "high"));
    c.add(number("heart_rate_mean", "heart_rate/avg_bpm"));
    c.add(number("heart_rate_minimum", "heart_rate/min_bpm"));
    c.add(number("heart_rate_maximum", "heart_rate/max_bpm"));
    c.add(number("heart_rate_resting", "heart_rate/resting_bpm"));
    c.add(number("heart_rate_mean_walking", "heart_rate/avg_walking_bpm"));
    c.add(bool("wheelchair_use", "wheelchair_use"));
    c.add(number("wheelchair_push", "wheelchair_push"));
    c.addAll(source());
    c.add(text("time_zone", "time_zone"));
    c.add(number("time_zone_offset", "timezone_offset"));
    return c;
  }

  static List<ResultColumn<InputRow>> workout() {
    List<ResultColumn<InputRow>> c = new ArrayList<>();
    c.add(dateTime("session_start", "time_start"));
    c.add(dateTime("session_end", "time_end"));
    c.add(text("title", "title"));
    c.add(text("sport_name", "sport/name"));
    c.add(text("sport_slug", "sport/slug"));
    c.add(number("duration_active_second", "moving_time"));
    c.add(number("heart_rate_mean", "average_hr"));
    c.add(empty("heart_rate_minimum", ColumnType.NUMBER));
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

  static List<ResultColumn<InputRow>> body() {
    List<ResultColumn<InputRow>> c = new ArrayList<>();
    c.add(dateTime("measured_at", "date"));
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
    c.add(empty("time_zone", ColumnType.TEXT));
    return c;
  }

  static List<ResultColumn<InputRow>> profile() {
    List<ResultColumn<InputRow>> c = new ArrayList<>();
    c.add(number("height_centimeter", "height"));
    c.add(date("birth_date", "birth_date"));
    c.add(bool("wheelchair_use", "wheelchair_use"));
    c.add(text("gender", "gender"));
    c.add(text("sex", "sex"));
    c.addAll(source());
    c.add(of("created_at", ColumnType.DATETIME, s -> CellValue.of(s.toLocal(s.createdAt()))));
    c.add(of("updated_at", ColumnType.DATETIME, s -> CellValue.of(s.toLocal(s.updatedAt()))));
    return c;
  }

  static List<ResultColumn<InputRow>> meal() {
    List<ResultColumn<InputRow>> c = new ArrayList<>();
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
    // Stored in µg, exposed in mg.
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
    c.add(date("date", "calendar_date"));
    c.add(text("name", "name"));
    c.addAll(source());
    c.add(dateTime("timestamp", "timestamp"));
    return c;
  }

  private static void micros(
      List<ResultColumn<InputRow>> c, String kind, String unit, String... names) {
    for (String name : names) {
      c.add(number(name + "_" + unit, "micros/" + kind + "/" + name));
    }
  }

  /**
   * List fields of a menstrual cycle, each with the field its elements have besides the date; empty
   * if none.
   */
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

  static List<ResultColumn<InputRow>> menstrualCycle() {
    List<ResultColumn<InputRow>> c = new ArrayList<>();
    c.add(date("period_start", "period_start"));
    c.add(date("period_end", "period_end"));
    c.add(date("cycle_end", "cycle_end"));
    c.add(bool("is_predicted", "is_predicted"));
    CYCLE_LISTS.forEach((name, field) -> c.add(list(name, field)));
    c.addAll(source());
    return c;
  }

  private static ResultColumn<InputRow> list(String name, String field) {
    List<ResultColumn<Map<String, CellValue>>> fields = new ArrayList<>();
    fields.add(ResultColumn.valueOf("date", ColumnType.DATE, item -> item.get("date")));
    if (!field.isEmpty()) {
      ColumnType type =
          switch (field) {
            case "protection_used" -> ColumnType.BOOLEAN;
            case "value" -> ColumnType.NUMBER;
            default -> ColumnType.TEXT;
          };
      fields.add(ResultColumn.valueOf(field, type, item -> item.get(field)));
    }
    return new ResultColumn<>(
        name,
        ColumnType.LIST,
        fields,
        e -> {
          List<Map<String, CellValue>> items = new ArrayList<>();
          ((InputRow.SummaryInputRow) e).at(name).forEach(n -> items.add(item(n, fields)));
          return new CellValue.ListValue(items);
        });
  }

  private static Map<String, CellValue> item(
      JsonNode node, List<ResultColumn<Map<String, CellValue>>> fields) {
    Map<String, CellValue> out = new LinkedHashMap<>();
    for (ResultColumn<Map<String, CellValue>> f : fields) {
      JsonNode v = node.path(f.name());
      out.put(
          f.name(),
          switch (f.type()) {
            case NUMBER ->
                v.isNumber() ? new CellValue.NumberValue(v.doubleValue()) : CellValue.NULL;
            case BOOLEAN ->
                v.isBoolean() ? new CellValue.BooleanValue(v.booleanValue()) : CellValue.NULL;
            case DATE ->
                v.isTextual()
                    ? new CellValue.DateValue(LocalDate.parse(v.textValue()))
                    : CellValue.NULL;
            case TEXT, DATETIME, LIST ->
                v.isTextual() ? CellValue.of(v.textValue()) : CellValue.NULL;
          });
    }
    return out;
  }

  private static List<ResultColumn<InputRow>> source() {
    return List.of(
        of("source_type", ColumnType.TEXT, s -> CellValue.of(s.sourceType().wire())),
        of("source_provider", ColumnType.TEXT, s -> CellValue.of(s.provider())),
        of("source_app_id", ColumnType.TEXT, s -> CellValue.of(s.appId())),
        of(
            "source_device_id",
            ColumnType.TEXT,
            s -> s.deviceId() == null ? CellValue.NULL : CellValue.of(s.deviceId().toString())));
  }

  /**
   * Returns the UTC offset as zone, for example {@code +01:00}, for records that have only an
   * offset.
   */
  private static ResultColumn<InputRow> offsetZone() {
    return of(
        "time_zone",
        ColumnType.TEXT,
        s ->
            s.offset()
                .<CellValue>map(
                    o -> new CellValue.TextValue(o.equals(ZoneOffset.UTC) ? "+00:00" : o.getId()))
                .orElse(CellValue.NULL));
  }

  private static ResultColumn<InputRow> of(
      String name, ColumnType type, Function<InputRow.SummaryInputRow, CellValue> reader) {
    return ResultColumn.valueOf(name, type, e -> reader.apply((InputRow.SummaryInputRow) e));
  }

  private static ResultColumn<InputRow> number(String name, String path) {
    return of(name, ColumnType.NUMBER, s -> s.number(path));
  }

  private static ResultColumn<InputRow> minutes(String name, String path) {
    return scaled(name, path, 60);
  }

  private static ResultColumn<InputRow> scaled(String name, String path, double factor) {
    return of(
        name,
        ColumnType.NUMBER,
        s ->
            s.at(path).isNumber()
                ? new CellValue.NumberValue(s.at(path).doubleValue() * factor)
                : CellValue.NULL);
  }

  private static ResultColumn<InputRow> text(String name, String path) {
    return of(name, ColumnType.TEXT, s -> s.text(path));
  }

  private static ResultColumn<InputRow> bool(String name, String path) {
    return of(name, ColumnType.BOOLEAN, s -> s.bool(path));
  }

  private static ResultColumn<InputRow> date(String name, String path) {
    return of(name, ColumnType.DATE, s -> s.date(path));
  }

  private static ResultColumn<InputRow> dateTime(String name, String path) {
    return of(name, ColumnType.DATETIME, s -> s.dateTime(path));
  }

  /** Column of the API for which no record has a value. */
  private static ResultColumn<InputRow> empty(String name, ColumnType type) {
    return ResultColumn.valueOf(name, type, e -> CellValue.NULL);
  }
}
