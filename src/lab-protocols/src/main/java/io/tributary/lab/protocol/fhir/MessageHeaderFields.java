package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.protocol.LabReport;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Message-level fields of a result message: sender, ID, type and time.
 *
 * @param sender identifier or name of the laboratory; empty if absent
 * @param id message ID; empty if absent
 * @param type bundle type; empty for a single report
 * @param entries number of resources
 * @param hasReports whether the message contains a DiagnosticReport with a status
 */
public record MessageHeaderFields(
    String sender,
    String id,
    String type,
    int entries,
    boolean hasReports,
    boolean testData,
    Optional<Instant> sentAt) {
  private static final int MAX_ID_LENGTH = 199;

  /**
   * @throws FhirFault if the message is neither a bundle nor a single report
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
        hasTestLabel(root)
            || bundle.all("DiagnosticReport").stream().anyMatch(MessageHeaderFields::hasTestLabel);
    String id = ResourceReader.text(root.path("identifier"), "value");
    return new MessageHeaderFields(
        sender(bundle),
        id.length() > MAX_ID_LENGTH ? id.substring(0, MAX_ID_LENGTH) : id,
        ResourceReader.text(root, "type"),
        bundle.all().size(),
        reports,
        test,
        ReportBundle.lastIssued(bundle, zone)
            .or(() -> ResourceReader.time(ResourceReader.text(root, "timestamp"), zone)));
  }

  private static boolean hasTestLabel(JsonNode resource) {
    for (JsonNode label : resource.path("meta").path("security")) {
      if (ResourceReader.text(label, "code").equals(CodeSystems.TEST_DATA)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the identifier of the reporting laboratory, or its name if there is no identifier. */
  private static String sender(BundleIndex bundle) {
    for (JsonNode report : bundle.all("DiagnosticReport")) {
      for (JsonNode performer : report.path("performer")) {
        String number = ResourceReader.text(performer.path("identifier"), "value");
        Optional<JsonNode> found = bundle.resolve(report, performer);
        if (found.isPresent() && BundleIndex.type(found.get()).equals("Organization")) {
          return ResourceReader.firstIdentifier(found.get().path("identifier"))
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
   * Rejects a message that is not meant for this service, before it is stored.
   *
   * @throws FhirFault with the reason
   */
  public void validate(boolean production) {
    if (!hasReports) {
      throw new FhirFault(FhirFault.Kind.REQUIRED, "no DiagnosticReport with a status");
    }
    if (production && testData) {
      throw new FhirFault(FhirFault.Kind.BUSINESS_RULE, "test data is not accepted in production");
    }
  }

  LabReport.Origin origin() {
    return new LabReport.Origin(sender, id, sentAt, testData ? "T" : "P");
  }
}
