package io.tributary.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.fhir.Observation.Component;
import io.tributary.fhir.Observation.Concept;
import io.tributary.fhir.Observation.Effective;
import io.tributary.fhir.Observation.Quantity;
import io.tributary.fhir.Observation.Value;
import io.tributary.model.Resource;
import io.tributary.model.SleepStage;
import io.tributary.model.StoredSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Maps summaries to observations.
 *
 * <p>An activity day and a weigh-in become one observation per value. A session becomes one
 * observation with components. A menstrual cycle becomes one observation, plus one for each daily
 * entry.
 */
final class SummaryMapper {
  private SummaryMapper() {}

  /** Resources whose summaries are observations; a profile maps to the patient. */
  static final List<Resource> RESOURCES =
      List.of(
          Resource.ACTIVITY,
          Resource.BODY,
          Resource.ELECTROCARDIOGRAM,
          Resource.MEAL,
          Resource.MENSTRUAL_CYCLE,
          Resource.SLEEP,
          Resource.SLEEP_CYCLE,
          Resource.WORKOUTS);

  /** Collects the observations of one summary. */
  static final class ObservationCollector {
    private final StoredSummary summary;
    private final String device;
    private final List<Observation> all = new ArrayList<>();

    ObservationCollector(StoredSummary summary, String device) {
      this.summary = summary;
      this.device = device;
    }

    /**
     * @param part distinguishes the observations of the summary
     */
    void add(
        String part,
        Category category,
        List<Coding> codes,
        Effective effective,
        Value value,
        List<Component> components) {
      all.add(
          new Observation(
              summary.id() + "-" + part,
              summary.updatedAt(),
              summary.source().provider(),
              category,
              codes,
              effective,
              value,
              components,
              FhirSampleMapper.method(summary.source().type()),
              summary.source().deviceId(),
              device,
              null));
    }

    void addEach(
        Category category, List<ObservationMapping> figures, JsonNode content, Effective when) {
      for (ObservationMapping f : figures) {
        if (f.isPresentIn(content)) {
          String part = f.ownCode().code().replace('_', '-');
          add(part, category, f.codes(), when, f.value(content), List.of());
        }
      }
    }
  }

  /** Returns the observations in a stable order. */
  static List<Observation> observations(StoredSummary summary) {
    JsonNode c = Json.parse(summary.content());
    ObservationCollector out = new ObservationCollector(summary, text(c, "source_device_model"));
    Resource r = summary.resource();
    switch (r) {
      case ACTIVITY -> {
        Effective day = new Observation.EffectiveDay(date(c, "calendar_date"));
        out.addEach(Category.ACTIVITY, ObservationMappings.ACTIVITY, c, day);
        out.addEach(Category.VITAL_SIGNS, ObservationMappings.DAILY_HEART_RATE, c, day);
      }
      case BODY -> {
        Effective at = new Observation.EffectiveInstant(instant(c, "date"), null);
        out.addEach(Category.VITAL_SIGNS, ObservationMappings.BODY_VITAL_SIGNS, c, at);
        out.addEach(Category.EXAM, ObservationMappings.BODY, c, at);
      }
      case SLEEP -> sleep(out, c);
      case SLEEP_CYCLE -> stages(out, c);
      case WORKOUTS -> workout(out, c);
      case MEAL -> meal(out, c);
      case ELECTROCARDIOGRAM -> electrocardiogram(out, c);
      case MENSTRUAL_CYCLE -> cycle(out, c);
      // A profile is not an observation, and the other resources are not summaries.
      default -> throw new IllegalArgumentException("no observations of " + r.wire());
    }
    return out.all;
  }

  /** Returns every code that an observation of such a summary may have. */
  static List<Coding> codes(Resource resource) {
    List<Coding> out = new ArrayList<>();
    switch (resource) {
      case ACTIVITY -> {
        ObservationMappings.ACTIVITY.forEach(f -> out.addAll(f.codes()));
        ObservationMappings.DAILY_HEART_RATE.forEach(f -> out.addAll(f.codes()));
      }
      case BODY -> {
        ObservationMappings.BODY_VITAL_SIGNS.forEach(f -> out.addAll(f.codes()));
        ObservationMappings.BODY.forEach(f -> out.addAll(f.codes()));
      }
      case MENSTRUAL_CYCLE -> {
        out.add(Coding.of(resource));
        out.addAll(MenstrualCycleObservations.codes());
      }
      default -> out.add(Coding.of(resource));
    }
    return out;
  }

  static Set<Category> categories(Resource resource) {
    return new TreeSet<>(
        switch (resource) {
          case ACTIVITY -> List.of(Category.ACTIVITY, Category.VITAL_SIGNS);
          case BODY -> List.of(Category.VITAL_SIGNS, Category.EXAM);
          case ELECTROCARDIOGRAM -> List.of(Category.EXAM);
          case MEAL -> List.of(Category.SOCIAL_HISTORY);
          case MENSTRUAL_CYCLE -> List.of(Category.SURVEY, Category.VITAL_SIGNS);
          default -> List.of(Category.ACTIVITY);
        });
  }

  private static void sleep(ObservationCollector out, JsonNode c) {
    List<Component> components =
        new ArrayList<>(ObservationMapping.components(ObservationMappings.SLEEP, c));
    if (c.path("light").asInt() + c.path("rem").asInt() + c.path("deep").asInt() > 0) {
      components.addAll(ObservationMapping.components(ObservationMappings.STAGES, c));
    }
    add(components, TributaryCode.SLEEP_TYPE, text(c, "type"));
    add(components, TributaryCode.SLEEP_STATE, text(c, "state"));
    out.add(
        "sleep",
        Category.ACTIVITY,
        codes(Resource.SLEEP),
        during(c, "bedtime_start", "bedtime_stop"),
        new Quantity(c.path("total").doubleValue(), Unit.SECOND),
        components);
  }

  private static void stages(ObservationCollector out, JsonNode c) {
    Instant start = instant(c, "session_start");
    List<Component> components = new ArrayList<>();
    for (int i = 0; i < c.path("stage_type").size(); i++) {
      TributaryCode stage =
          switch (SleepStage.of(c.path("stage_type").get(i).asInt())) {
            case DEEP -> TributaryCode.SLEEP_DEEP;
            case LIGHT -> TributaryCode.SLEEP_LIGHT;
            case REM -> TributaryCode.SLEEP_REM;
            case AWAKE -> TributaryCode.SLEEP_AWAKE;
            case MANUAL -> TributaryCode.SLEEP_MANUAL;
            case UNKNOWN -> TributaryCode.SLEEP_UNKNOWN;
          };
      components.add(
          Component.of(
              stage.coding(),
              new Observation.PeriodValue(
                  start.plusSeconds(c.path("stage_start_offset_second").get(i).asLong()),
                  start.plusSeconds(c.path("stage_end_offset_second").get(i).asLong()),
                  null)));
    }
    out.add(
        "stages",
        Category.ACTIVITY,
        codes(Resource.SLEEP_CYCLE),
        during(c, "session_start", "session_end"),
        null,
        components);
  }

  private static void workout(ObservationCollector out, JsonNode c) {
    List<Component> components =
        new ArrayList<>(ObservationMapping.components(ObservationMappings.WORKOUT, c));
    add(components, TributaryCode.WORKOUT_TITLE, text(c, "title"));
    String sport = c.at("/sport/slug").asText("");
    out.add(
        "workout",
        Category.ACTIVITY,
        codes(Resource.WORKOUTS),
        during(c, "time_start", "time_end"),
        sport.isBlank() ? null : new Concept(sport),
        components);
  }

  private static void meal(ObservationCollector out, JsonNode c) {
    List<Component> components =
        new ArrayList<>(ObservationMapping.components(ObservationMappings.MEAL, c));
    add(components, TributaryCode.MEAL_NAME, text(c, "name"));
    JsonNode energy = c.at("/energy/value");
    out.add(
        "meal",
        Category.SOCIAL_HISTORY,
        codes(Resource.MEAL),
        new Observation.EffectiveInstant(instant(c, "timestamp"), null),
        energy.isNumber() ? new Quantity(energy.doubleValue(), Unit.KILOCALORIE) : null,
        components);
  }

  private static void electrocardiogram(ObservationCollector out, JsonNode c) {
    List<Component> components =
        new ArrayList<>(ObservationMapping.components(ObservationMappings.ELECTROCARDIOGRAM, c));
    add(components, TributaryCode.ECG_INCONCLUSIVE_CAUSE, text(c, "inconclusive_cause"));
    add(components, TributaryCode.ECG_ALGORITHM_VERSION, text(c, "algorithm_version"));
    String finding = text(c, "classification");
    out.add(
        "ecg",
        Category.EXAM,
        codes(Resource.ELECTROCARDIOGRAM),
        during(c, "session_start", "session_end"),
        finding == null ? null : new Concept(finding),
        components);
  }

  private static void cycle(ObservationCollector out, JsonNode c) {
    LocalDate first = date(c, "period_start");
    LocalDate last = date(c, "cycle_end");
    LocalDate end = date(c, "period_end");
    List<Component> components = new ArrayList<>();
    if (end != null) {
      components.add(
          Component.of(
              TributaryCode.PERIOD_LENGTH,
              ChronoUnit.DAYS.between(first, end) + 1d,
              new Unit("d", "days")));
    }
    components.add(
        Component.of(
            TributaryCode.CYCLE_PREDICTED.coding(),
            new Observation.BooleanResult(c.path("is_predicted").asBoolean())));
    out.add(
        "cycle",
        Category.SURVEY,
        List.of(Coding.of(Resource.MENSTRUAL_CYCLE)),
        new Observation.EffectiveDays(first, last),
        null,
        components);
    MenstrualCycleObservations.add(out, c);
  }

  private static void add(List<Component> out, TributaryCode code, String text) {
    if (text != null) {
      out.add(Component.of(code, text));
    }
  }

  private static Effective during(JsonNode c, String from, String to) {
    JsonNode offset = c.path("timezone_offset");
    return new Observation.EffectivePeriod(
        instant(c, from), instant(c, to), offset.isInt() ? offset.intValue() : null);
  }

  private static Instant instant(JsonNode c, String field) {
    return Times.parseInstant(c.path(field).textValue()).orElseThrow();
  }

  /** Returns null if absent. */
  private static LocalDate date(JsonNode c, String field) {
    return Times.parseDate(c.path(field).textValue()).orElse(null);
  }

  /** Returns null if absent or blank. */
  private static String text(JsonNode c, String field) {
    String text = c.path(field).textValue();
    return text == null || text.isBlank() ? null : text;
  }
}
