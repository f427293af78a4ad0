package io.tributary.fhir;

import io.tributary.model.Resource;

/**
 * What is observed, as a code.
 *
 * @param display for people; of LOINC its own name of the code
 */
record Coding(System system, String code, String display) {
  /** Where codes are defined. */
  enum System {
    LOINC,
    /** The code system of this installation. */
    OWN
  }

  static Coding loinc(String code, String display) {
    return new Coding(System.LOINC, code, display);
  }

  /** Our own code of a resource: its event name. */
  static Coding of(Resource resource) {
    return own(resource.wire());
  }

  static Coding own(String code) {
    String words = code.replace('_', ' ');
    return new Coding(
        System.OWN, code, Character.toUpperCase(words.charAt(0)) + words.substring(1));
  }
}
