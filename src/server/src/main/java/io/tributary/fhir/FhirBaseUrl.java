package io.tributary.fhir;

/**
 * The addresses and systems of this installation.
 *
 * @param base of the FHIR service, without trailing slash
 */
public record FhirBaseUrl(String base) {
  public static final String LOINC = "http://loinc.org";
  public static final String UCUM = "http://unitsofmeasure.org";

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

  /** Where a resource is read. */
  public String of(String type, String id) {
    return base + "/" + type + "/" + id;
  }

  /** Names a provider; there is nothing to read. */
  String provider(String slug) {
    return base + "/provider/" + slug;
  }

  /** The system of a laboratory's codes, and its name; there is nothing to read. */
  public String lab(String slug) {
    return base + "/lab/" + slug;
  }

  /** The system of our numbers of samples. */
  public String samples() {
    return base + "/NamingSystem/sample-id";
  }

  /** The system of our ids of orders. */
  public String orders() {
    return base + "/NamingSystem/order";
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
