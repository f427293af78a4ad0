package io.tributary.fhir;

import java.util.UUID;

/**
 * The addresses and systems of this installation.
 *
 * @param base of the FHIR service, without trailing slash
 */
record Urls(String base) {
  static final String LOINC = "http://loinc.org";
  static final String UCUM = "http://unitsofmeasure.org";

  /** The system that a code is of. */
  String system(Coding coding) {
    return switch (coding.system()) {
      case LOINC -> LOINC;
      case OWN -> codes();
    };
  }

  /** Our code system. */
  String codes() {
    return base + "/CodeSystem/resource";
  }

  String observation(String id) {
    return base + "/Observation/" + id;
  }

  String patient(UUID user) {
    return base + "/Patient/" + user;
  }

  /** Names a provider; there is nothing to read. */
  String provider(String slug) {
    return base + "/provider/" + slug;
  }

  /** The system of customers' own ids of users. */
  String clientUserIds() {
    return base + "/NamingSystem/client-user-id";
  }

  /** The system of our ids of devices. */
  String devices() {
    return base + "/NamingSystem/device";
  }
}
