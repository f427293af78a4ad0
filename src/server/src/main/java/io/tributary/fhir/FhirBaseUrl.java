package io.tributary.fhir;

/**
 * URLs and identifier systems of this installation.
 *
 * @param base base URL of the FHIR API, without trailing slash
 */
public record FhirBaseUrl(String base) {
  public static final String LOINC = "http://loinc.org";
  public static final String UCUM = "http://unitsofmeasure.org";

  /** Returns the system URL of a code. */
  String system(Coding coding) {
    return switch (coding.system()) {
      case LOINC -> LOINC;
      case TRIBUTARY -> codeSystem();
    };
  }

  /** Returns the URL of the service's own code system. */
  String codeSystem() {
    return base + "/CodeSystem/resource";
  }

  /** Returns the URL of a resource. */
  public String resource(String type, String id) {
    return base + "/" + type + "/" + id;
  }

  /** Returns the identifier of a provider; not a readable resource. */
  String provider(String slug) {
    return base + "/provider/" + slug;
  }

  /** Returns the identifier and code system of a laboratory; not a readable resource. */
  public String lab(String slug) {
    return base + "/lab/" + slug;
  }

  /** Returns the identifier system of sample IDs. */
  public String sampleIdSystem() {
    return base + "/NamingSystem/sample-id";
  }

  /** Returns the identifier system of order IDs. */
  public String orderIdSystem() {
    return base + "/NamingSystem/order";
  }

  /** Returns the identifier system of the customer's own user IDs. */
  String clientUserIdSystem() {
    return base + "/NamingSystem/client-user-id";
  }

  /** Returns the identifier system of device IDs. */
  String deviceIdSystem() {
    return base + "/NamingSystem/device";
  }
}
