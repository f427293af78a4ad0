package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport.ReportSample;
import io.tributary.lab.protocol.fhir.ObservationReader.Finding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Reads the samples that a report or its observations reference. */
final class SpecimenReader {
  private final BundleIndex bundle;
  private final FhirProfile profile;
  private final JsonNode report;
  private final List<Finding> findings;

  SpecimenReader(BundleIndex bundle, FhirProfile profile, JsonNode report, List<Finding> findings) {
    this.bundle = bundle;
    this.profile = profile;
    this.report = report;
    this.findings = findings;
  }

  List<ReportSample> read() {
    Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<ReportSample> out = new ArrayList<>();
    for (JsonNode s : bundle.resolveAll(report, report.path("specimen"))) {
      if (seen.add(s)) {
        out.add(sample(s));
      }
    }
    for (Finding f : findings) {
      JsonNode o = f.ancestors().getFirst();
      bundle.resolve(o, o.path("specimen")).filter(seen::add).ifPresent(s -> out.add(sample(s)));
    }
    return out;
  }

  private ReportSample sample(JsonNode s) {
    JsonNode numbers = s.path("identifier");
    List<CodedValue> conditions = new ArrayList<>();
    s.path("condition").forEach(c -> conditions.add(ResourceReader.codedValue(c, "")));
    boolean spoilt = ResourceReader.text(s, "status").equals("unsatisfactory");
    return new ReportSample(
        ResourceReader.identifier(numbers, profile.specimenSystem(), "")
            .or(() -> ResourceReader.identifier(numbers, profile.requisitionSystem(), "PLAC"))
            .or(() -> ResourceReader.firstIdentifier(numbers))
            .orElse(""),
        ResourceReader.text(s.path("accessionIdentifier"), "value"),
        ResourceReader.codedValue(s.path("type"), profile.codeSystem()),
        ResourceReader.time(s.path("collection"), "collected", profile.zone()),
        ResourceReader.time(ResourceReader.text(s, "receivedTime"), profile.zone()),
        spoilt ? conditions : List.of(),
        spoilt ? List.of() : conditions,
        ResourceReader.notes(s.path("note")),
        List.of());
  }
}
