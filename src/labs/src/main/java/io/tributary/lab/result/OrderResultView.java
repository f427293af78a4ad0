package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.lab.protocol.LabReport.Performer;
import io.tributary.lab.protocol.PostalAddress;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Results of an order with their metadata, as returned by GET /v3/order/{id}/result. */
record OrderResultView(Subject subject, ResultHistory history, OrderResult result) {
  /**
   * Patient and order data of a report.
   *
   * @param patient given and family name
   * @param account our account number at the laboratory; empty when unknown
   */
  record Subject(
      String patient,
      LocalDate birthDate,
      String patientId,
      String laboratory,
      String account,
      String sampleId,
      boolean fasting) {}

  static OrderResultView of(Subject subject, ResultHistory ledger, OrderedMarkers ordered) {
    return new OrderResultView(
        subject, ledger, OrderResult.evaluate(ledger, ordered, subject.sampleId()));
  }

  /** Report in JSON without the transaction. */
  ObjectNode json() {
    ObjectNode out = Json.object();
    out.set("metadata", metadata());
    out.set("results", result.resultsJson());
    out.set("missing_results", result.missingJson());
    out.set("sample_information", samples());
    return out;
  }

  Optional<Instant> collectedAt() {
    return history.panels().stream()
        .flatMap(p -> p.collectedAt().stream())
        .min(Comparator.naturalOrder());
  }

  private Optional<Instant> receivedAt() {
    return latest(PanelSummary::receivedAt);
  }

  /** Time of the laboratory's last report, or of its message. */
  Instant reportedAt() {
    return latest(PanelSummary::reportedAt)
        .or(() -> latest(p -> Optional.of(p.saidAt())))
        .orElse(Instant.EPOCH);
  }

  private Optional<Instant> latest(Function<PanelSummary, Optional<Instant>> of) {
    return history.panels().stream()
        .flatMap(p -> of.apply(p).stream())
        .max(Comparator.naturalOrder());
  }

  ObjectNode metadata() {
    String clia =
        performers().map(Performer::clia).filter(c -> !c.isEmpty()).findFirst().orElse(null);
    String provider =
        history.panels().stream()
            .map(PanelSummary::provider)
            .map(ResultComponent::fullName)
            .filter(n -> !n.isEmpty())
            .findFirst()
            .orElse(null);
    LocalDate at = collectedAt().orElseGet(this::reportedAt).atOffset(ZoneOffset.UTC).toLocalDate();
    return Json.object()
        .put("age", String.valueOf(Math.max(0, Period.between(subject.birthDate(), at).getYears())))
        .put("dob", subject.birthDate().toString())
        .put("clia_#", clia)
        .put("clia_number", clia)
        .put("patient", subject.patient())
        .put("provider", provider)
        .put("laboratory", subject.laboratory())
        .put("date_reported", Times.format(reportedAt()))
        .put("date_collected", collectedAt().map(Times::format).orElse(null))
        .put("date_received", receivedAt().map(Times::format).orElse(null))
        .put("specimen_number", specimen())
        .put("status", result.status())
        .put("interpretation", InterpretationRules.wireName(result.interpretation()))
        .put("patient_id", subject.patientId())
        .put("account_id", Biomarker.orNull(subject.account()));
  }

  /** The laboratory's number, or ours. */
  private String specimen() {
    return history.panels().stream()
        .map(PanelSummary::filler)
        .filter(f -> !f.isEmpty())
        .findFirst()
        .orElse(subject.sampleId());
  }

  private Stream<Performer> performers() {
    return history.pieces().stream().map(ResultComponent::performer);
  }

  /** Sample data by sample ID; tests without a sample are assigned to the order's. */
  private ObjectNode samples() {
    Map<String, List<PanelSummary>> bySample = new LinkedHashMap<>();
    for (PanelSummary p : history.panels()) {
      Collection<String> ids =
          p.samples().stream().map(PanelSummary.SampleFacts::id).filter(i -> !i.isEmpty()).toList();
      for (String id : ids.isEmpty() ? List.of(subject.sampleId()) : ids) {
        bySample.computeIfAbsent(id, k -> new ArrayList<>()).add(p);
      }
    }
    ObjectNode out = Json.object();
    bySample.forEach((id, panels) -> out.set(id, sample(id, panels)));
    return out;
  }

  private ObjectNode sample(String id, List<PanelSummary> panels) {
    List<PanelSummary.SampleFacts> own =
        panels.stream().flatMap(p -> p.samples().stream()).filter(s -> s.id().equals(id)).toList();
    ObjectNode out =
        Json.object()
            .put("sample_id", id)
            .put(
                "control_number",
                panels.stream()
                    .map(PanelSummary::filler)
                    .filter(f -> !f.isEmpty())
                    .findFirst()
                    .orElse(null));
    out.set(
        "date_collected",
        time(
            own.stream().flatMap(s -> s.collectedAt().stream()).findFirst(),
            panels,
            PanelSummary::collectedAt));
    out.set(
        "date_received",
        time(
            own.stream().flatMap(s -> s.receivedAt().stream()).findFirst(),
            panels,
            PanelSummary::receivedAt));
    out.set("date_reported", time(Optional.empty(), panels, PanelSummary::reportedAt));
    List<String> notes = own.stream().flatMap(s -> s.notes().stream()).toList();
    out.putObject("clinical_information")
        .put("fasting", subject.fasting())
        .put("information", (String) null)
        .put("notes", notes.isEmpty() ? null : String.join("\n", notes))
        .put("total_volume", (String) null);
    out.set("performing_laboratories", laboratories(panels));
    return out;
  }

  private static ObjectNode time(
      Optional<Instant> own,
      List<PanelSummary> panels,
      Function<PanelSummary, Optional<Instant>> otherwise) {
    return own.or(() -> panels.stream().flatMap(p -> otherwise.apply(p).stream()).findFirst())
        .map(t -> Json.object().put("timestamp", Times.format(t)).put("timezone_offset", 0))
        .orElse(null);
  }

  private ObjectNode laboratories(List<PanelSummary> panels) {
    ObjectNode out = Json.object();
    for (ResultComponent p : history.pieces()) {
      Performer lab = p.performer();
      if (lab.name().isEmpty() || panels.stream().noneMatch(f -> f.code().equals(p.panel()))) {
        continue;
      }
      String director = ResultComponent.fullName(lab.director());
      ObjectNode one = Json.object().put("name", lab.name());
      one.set("address", address(lab));
      one.put("phone_number", (String) null).put("medical_director", Biomarker.orNull(director));
      out.set(lab.clia().isEmpty() ? lab.name() : lab.clia(), one);
    }
    return out;
  }

  private static ObjectNode address(Performer lab) {
    PostalAddress a = lab.address();
    return a.isEmpty()
        ? null
        : Json.object()
            .put("first_line", a.firstLine())
            .put("second_line", a.secondLine())
            .put("city", a.city())
            .put("state", a.state())
            .put("zip", a.zip())
            .put("country", a.country());
  }
}
