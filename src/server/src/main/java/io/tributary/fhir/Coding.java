package io.tributary.fhir;

import io.tributary.model.Resource;

/**
 * Code of an observation.
 *
 * @param display display text; for LOINC the official name
 */
record Coding(System system, String code, String display) {
  /** Code system. */
  enum System {
    LOINC,
    /** The code system of this installation. */
    TRIBUTARY
  }

  static Coding loinc(String code, String display) {
    return new Coding(System.LOINC, code, display);
  }

  /** Returns the service's own code of a resource, which is its event name. */
  static Coding of(Resource resource) {
    return own(resource.wire());
  }

  static Coding own(String code) {
    String words = code.replace('_', ' ');
    return new Coding(
        System.TRIBUTARY, code, Character.toUpperCase(words.charAt(0)) + words.substring(1));
  }
}
