package io.tributary.fhir;

import java.util.List;

/**
 * Capabilities for one resource type.
 *
 * @param interactions HL7 interaction codes
 * @param parameters search parameters
 * @param includes supported {@code _include} values
 */
public record ResourceCapability(
    String type, List<String> interactions, List<String> parameters, List<String> includes) {
  public ResourceCapability {
    interactions = List.copyOf(interactions);
    parameters = List.copyOf(parameters);
    includes = List.copyOf(includes);
  }
}
