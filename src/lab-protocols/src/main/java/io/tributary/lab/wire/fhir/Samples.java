package io.tributary.lab.wire.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.wire.Coded;
import io.tributary.lab.wire.LabReport.Sample;
import io.tributary.lab.wire.fhir.Findings.Finding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The samples that a report speaks of, by itself or in its results. */
final class Samples {
  private final Bundled bundle;
  private final FhirProfile profile;
  private final JsonNode report;
  private final List<Finding> findings;

  Samples(Bundled bundle, FhirProfile profile, JsonNode report, List<Finding> findings) {
    this.bundle = bundle;
    this.profile = profile;
    this.report = report;
    this.findings = findings;
  }

  List<Sample> read() {
    Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Sample> out = new ArrayList<>();
    for (JsonNode s : bundle.findAll(report, report.path("specimen"))) {
      if (seen.add(s)) {
        out.add(sample(s));
      }
    }
    for (Finding f : findings) {
      JsonNode o = f.around().getFirst();
      bundle.find(o, o.path("specimen")).filter(seen::add).ifPresent(s -> out.add(sample(s)));
    }
    return out;
  }

  private Sample sample(JsonNode s) {
    JsonNode numbers = s.path("identifier");
    List<Coded> conditions = new ArrayList<>();
    s.path("condition").forEach(c -> conditions.add(Concepts.coded(c, "")));
    boolean spoilt = Concepts.text(s, "status").equals("unsatisfactory");
    return new Sample(
        Concepts.identifier(numbers, profile.samples(), "")
            .or(() -> Concepts.identifier(numbers, profile.requisitions(), "PLAC"))
            .or(() -> Concepts.first(numbers))
            .orElse(""),
        Concepts.text(s.path("accessionIdentifier"), "value"),
        Concepts.coded(s.path("type"), profile.codes()),
        Concepts.time(s.path("collection"), "collected", profile.zone()),
        Concepts.time(Concepts.text(s, "receivedTime"), profile.zone()),
        spoilt ? conditions : List.of(),
        spoilt ? List.of() : conditions,
        Concepts.notes(s.path("note")),
        List.of());
  }
}
