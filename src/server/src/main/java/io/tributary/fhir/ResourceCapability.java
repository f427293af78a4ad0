package io.tributary.fhir;

import java.util.List;

/**
 * What the service can do with one type of resource.
 *
 * @param interactions HL7's words for them
 * @param parameters of a search
 * @param includes what may come along with a match
 */
public record ResourceCapability(
    String type, List<String> interactions, List<String> parameters, List<String> includes) {
  public ResourceCapability {
    interactions = List.copyOf(interactions);
    parameters = List.copyOf(parameters);
    includes = List.copyOf(includes);
  }
}
