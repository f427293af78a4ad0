package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Identifier;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.protocol.LabReport.UnreadPart;
import io.tributary.lab.protocol.LabReport.UnreadReason;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.Sex;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads results from a bundle of any type with DiagnosticReports and their referenced resources, or
 * from a single report with contained resources. Thread-safe.
 */
public final class ReportBundle {
  /** Known resource types that carry no result unless a report refers to them. */
  private static final Set<String> IGNORED_TYPES =
      Set.of(
          "Patient",
          "Practitioner",
          "PractitionerRole",
          "Organization",
          "Location",
          "Device",
          "ServiceRequest",
          "Specimen",
          "Coverage",
          "Encounter",
          "Questionnaire",
          "QuestionnaireResponse",
          "RelatedPerson",
          "Composition",
          "MessageHeader",
          "Provenance",
          "OperationOutcome");

  private final FhirProfile profile;

  public ReportBundle(FhirProfile profile) {
    this.profile = profile;
  }

  /**
   * Reads everything that can be understood; the report lists the parts that cannot.
   *
   * @throws FhirFault if the message contains no report
   */
  public LabReport read(byte[] message) {
    BundleIndex bundle = BundleIndex.read(message);
    MessageHeaderFields envelope = MessageHeaderFields.of(bundle, profile.zone());
    envelope.validate(profile.production());
    List<UnreadPart> left = new ArrayList<>();
    Set<JsonNode> used = Collections.newSetFromMap(new IdentityHashMap<>());
    Map<JsonNode, List<Panel>> bySubject = new LinkedHashMap<>();
    for (JsonNode report : bundle.all("DiagnosticReport")) {
      ObservationReader findings = new ObservationReader(bundle, profile, left, report);
      List<Panel> panels = new ReportPanels(bundle, profile, left, report, findings.read()).read();
      used.addAll(findings.visited());
      bySubject.computeIfAbsent(subject(bundle, report), k -> new ArrayList<>()).addAll(panels);
    }
    collectUnreferenced(bundle, used, left);
    List<Subject> subjects = new ArrayList<>();
    bySubject.forEach((patient, panels) -> subjects.add(subject(patient, panels)));
    return new LabReport(envelope.origin(), subjects, left);
  }

  /** Returns the patient, or the bare reference if the message does not include the patient. */
  private static JsonNode subject(BundleIndex bundle, JsonNode report) {
    JsonNode reference = report.path("subject");
    return bundle.resolve(report, reference).orElse(reference);
  }

  private static Subject subject(JsonNode patient, List<Panel> panels) {
    List<Identifier> ids = new ArrayList<>();
    JsonNode own = patient.path("identifier");
    for (JsonNode i : own.isObject() ? List.of(own) : own) {
      String type = ResourceReader.text(i.path("type").path("coding").path(0), "code");
      if (!ResourceReader.text(i, "value").isEmpty()) {
        ids.add(
            new Identifier(
                ResourceReader.text(i, "value"), ResourceReader.text(i, "system"), type));
      }
    }
    PersonName name = ResourceReader.name(patient.path("name"));
    Sex sex =
        switch (ResourceReader.text(patient, "gender")) {
          case "female" -> Sex.FEMALE;
          case "male" -> Sex.MALE;
          case "other" -> Sex.OTHER;
          default -> Sex.UNKNOWN;
        };
    return new Subject(
        ids,
        name,
        ResourceReader.day(ResourceReader.text(patient, "birthDate")),
        sex,
        "",
        List.of(),
        panels);
  }

  /**
   * Records observations that no report references and resources of unknown types, so that an
   * operator can inspect them.
   */
  private static void collectUnreferenced(
      BundleIndex bundle, Set<JsonNode> used, List<UnreadPart> left) {
    int n = 0;
    for (JsonNode r : bundle.all()) {
      n++;
      String type = BundleIndex.type(r);
      if (type.equals("Observation") && !used.contains(r)) {
        left.add(new UnreadPart(n, type, UnreadReason.MISPLACED, r.toString()));
      } else if (!type.equals("Observation")
          && !type.equals("DiagnosticReport")
          && !IGNORED_TYPES.contains(type)) {
        left.add(new UnreadPart(n, type, UnreadReason.UNKNOWN, r.toString()));
      }
    }
  }

  /** Returns the time at which the newest report was issued. */
  static Optional<Instant> lastIssued(BundleIndex bundle, java.time.ZoneId zone) {
    return bundle.all("DiagnosticReport").stream()
        .flatMap(r -> ResourceReader.time(ResourceReader.text(r, "issued"), zone).stream())
        .max(Comparator.naturalOrder());
  }
}
