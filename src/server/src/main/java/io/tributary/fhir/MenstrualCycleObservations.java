package io.tributary.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.fhir.Observation.Component;
import io.tributary.fhir.Observation.Concept;
import io.tributary.fhir.Observation.Quantity;
import io.tributary.model.Resource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Maps the daily entries of a menstrual cycle to observations. */
final class MenstrualCycleObservations {
  private MenstrualCycleObservations() {}

  /**
   * List of daily entries in a cycle.
   *
   * @param array JSON key of the list
   * @param value JSON key of an entry's value; empty if the entry itself is the finding
   * @param part short name used in observation IDs
   */
  private record EntryList(
      String array, String value, String part, Category category, List<Coding> codes) {
    static EntryList of(String array, String value, String part, TributaryCode code) {
      return new EntryList(array, value, part, Category.SURVEY, List.of(code.coding()));
    }
  }

  private static final List<EntryList> ENTRY_LISTS =
      List.of(
          EntryList.of("menstrual_flow", "flow", "flow", TributaryCode.MENSTRUAL_FLOW),
          EntryList.of("cervical_mucus", "quality", "mucus", TributaryCode.CERVICAL_MUCUS),
          EntryList.of(
              "intermenstrual_bleeding", "", "bleeding", TributaryCode.INTERMENSTRUAL_BLEEDING),
          EntryList.of("contraceptive", "type", "contra", TributaryCode.CONTRACEPTIVE),
          EntryList.of(
              "detected_deviations", "deviation", "deviation", TributaryCode.DETECTED_DEVIATION),
          EntryList.of("ovulation_test", "test_result", "ovu", TributaryCode.OVULATION_TEST),
          EntryList.of(
              "home_pregnancy_test", "test_result", "preg", TributaryCode.HOME_PREGNANCY_TEST),
          EntryList.of(
              "home_progesterone_test",
              "test_result",
              "prog",
              TributaryCode.HOME_PROGESTERONE_TEST),
          EntryList.of("sexual_activity", "", "sexual", TributaryCode.SEXUAL_ACTIVITY),
          new EntryList(
              "basal_body_temperature",
              "value",
              "temp",
              Category.VITAL_SIGNS,
              List.of(Loinc.BODY_TEMPERATURE, Coding.of(Resource.BASAL_BODY_TEMPERATURE))));

  /** Returns every code that may occur. */
  static List<Coding> codes() {
    return ENTRY_LISTS.stream().flatMap(e -> e.codes().stream()).toList();
  }

  static void add(SummaryMapper.ObservationCollector out, JsonNode content) {
    for (EntryList entries : ENTRY_LISTS) {
      Map<String, Integer> seen = new HashMap<>();
      for (JsonNode entry : content.path(entries.array())) {
        LocalDate day = LocalDate.parse(entry.path("date").textValue());
        String part = entries.part() + "-" + day.toString().replace("-", "");
        int again = seen.merge(part, 1, Integer::sum);
        out.add(
            again == 1 ? part : part + "-" + again,
            entries.category(),
            entries.codes(),
            new Observation.EffectiveDay(day),
            value(entry, entries),
            components(entry));
      }
    }
  }

  private static Observation.Value value(JsonNode entry, EntryList entries) {
    JsonNode value = entry.path(entries.value());
    if (entries.value().isEmpty()) {
      return new Observation.BooleanResult(true);
    }
    return value.isNumber()
        ? new Quantity(value.doubleValue(), Unit.CELSIUS)
        : new Concept(value.asText());
  }

  private static List<Component> components(JsonNode entry) {
    List<Component> out = new ArrayList<>();
    JsonNode used = entry.path("protection_used");
    if (used.isBoolean()) {
      out.add(
          Component.of(
              TributaryCode.PROTECTION_USED.coding(),
              new Observation.BooleanResult(used.booleanValue())));
    }
    return out;
  }
}
