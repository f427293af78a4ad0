package io.tributary.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.fhir.Observation.Component;
import io.tributary.fhir.Observation.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * Mapping of one numeric field of a summary to codes and a unit.
 *
 * @param pointer JSON pointer to the field
 */
record ObservationMapping(String pointer, List<Coding> codes, Unit unit) {
  static ObservationMapping of(String pointer, TributaryCode own, Unit unit) {
    return new ObservationMapping(pointer, List.of(own.coding()), unit);
  }

  static ObservationMapping of(String pointer, Coding loinc, Coding own, Unit unit) {
    return new ObservationMapping(pointer, List.of(loinc, own), unit);
  }

  boolean isPresentIn(JsonNode content) {
    return content.at(pointer).isNumber();
  }

  Quantity value(JsonNode content) {
    return new Quantity(content.at(pointer).doubleValue(), unit);
  }

  /** Returns the service's own code, which every mapping has. */
  Coding ownCode() {
    return codes.getLast();
  }

  /** Returns components for the mappings whose field is present. */
  static List<Component> components(List<ObservationMapping> figures, JsonNode content) {
    List<Component> out = new ArrayList<>();
    for (ObservationMapping f : figures) {
      if (f.isPresentIn(content)) {
        out.add(new Component(f.codes(), f.value(content)));
      }
    }
    return out;
  }
}
