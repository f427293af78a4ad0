package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.protocol.LabReport;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * What a message says of itself.
 *
 * @param sender how the laboratory names itself; empty where it does not
 * @param id of the message; empty where it has none
 * @param type of the bundle; empty for a report alone
 * @param entries how many resources came
 * @param reports whether one of them is a report with a status
 */
public record MessageHeaderFields(
    String sender,
    String id,
    String type,
    int entries,
    boolean reports,
    boolean test,
    Optional<Instant> saidAt) {
  private static final int LONGEST_ID = 199;

  /**
   * @throws FhirFault when it is no bundle, nor a report alone
   */
  public static MessageHeaderFields read(byte[] message) {
    return of(BundleIndex.read(message), ZoneOffset.UTC);
  }

  static MessageHeaderFields of(BundleIndex bundle, ZoneId zone) {
    JsonNode root = bundle.bundle();
    boolean reports =
        bundle.all("DiagnosticReport").stream()
            .anyMatch(r -> !ResourceReader.text(r, "status").isEmpty());
    boolean test =
        label(root) || bundle.all("DiagnosticReport").stream().anyMatch(MessageHeaderFields::label);
    String id = ResourceReader.text(root.path("identifier"), "value");
    return new MessageHeaderFields(
        sender(bundle),
        id.length() > LONGEST_ID ? id.substring(0, LONGEST_ID) : id,
        ResourceReader.text(root, "type"),
        bundle.all().size(),
        reports,
        test,
        ReportBundle.issued(bundle, zone)
            .or(() -> ResourceReader.time(ResourceReader.text(root, "timestamp"), zone)));
  }

  private static boolean label(JsonNode resource) {
    for (JsonNode label : resource.path("meta").path("security")) {
      if (ResourceReader.text(label, "code").equals(CodeSystems.TEST_DATA)) {
        return true;
      }
    }
    return false;
  }

  /** The number of the laboratory that reports, else its name. */
  private static String sender(BundleIndex bundle) {
    for (JsonNode report : bundle.all("DiagnosticReport")) {
      for (JsonNode performer : report.path("performer")) {
        String number = ResourceReader.text(performer.path("identifier"), "value");
        Optional<JsonNode> found = bundle.find(report, performer);
        if (found.isPresent() && BundleIndex.type(found.get()).equals("Organization")) {
          return ResourceReader.first(found.get().path("identifier"))
              .orElse(ResourceReader.text(found.get(), "name"));
        }
        if (!number.isEmpty()) {
          return number;
        }
        if (!ResourceReader.text(performer, "display").isEmpty()) {
          return ResourceReader.text(performer, "display");
        }
      }
    }
    return "";
  }

  /**
   * Refuses what is none of ours, before it is stored.
   *
   * @throws FhirFault with what is wrong
   */
  public void require(boolean production) {
    if (!reports) {
      throw new FhirFault(FhirFault.Kind.REQUIRED, "no DiagnosticReport with a status");
    }
    if (production && test) {
      throw new FhirFault(FhirFault.Kind.BUSINESS_RULE, "only production data");
    }
  }

  LabReport.Origin origin() {
    return new LabReport.Origin(sender, id, saidAt, test ? "T" : "P");
  }
}
