package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabOrder.Physician;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.Performer;
import io.tributary.lab.protocol.LabReport.ReportSample;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.LabReport.UnreadPart;
import io.tributary.lab.protocol.LabReport.UnreadReason;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.protocol.fhir.ObservationReader.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds the panels of one report and assigns each result to the test that was ordered. */
final class ReportPanels {
  private static final Physician UNKNOWN_PHYSICIAN = new Physician(PersonName.NONE, "");

  private final BundleIndex bundle;
  private final FhirProfile profile;
  private final List<UnreadPart> unread;
  private final JsonNode report;
  private final List<Finding> findings;
  private final List<ReportSample> samples;

  ReportPanels(
      BundleIndex bundle,
      FhirProfile profile,
      List<UnreadPart> left,
      JsonNode report,
      List<Finding> findings) {
    this.bundle = bundle;
    this.profile = profile;
    this.unread = left;
    this.report = report;
    this.findings = findings;
    this.samples = new SpecimenReader(bundle, profile, report, findings).read();
  }

  /**
   * Order request that the report answers: the reference and, if the message includes it, the
   * ServiceRequest.
   */
  private record AnsweredRequest(JsonNode reference, Optional<JsonNode> request) {}

  List<Panel> read() {
    List<AnsweredRequest> asked = new ArrayList<>();
    for (JsonNode reference : report.path("basedOn")) {
      asked.add(
          new AnsweredRequest(
              reference,
              bundle
                  .resolve(report, reference)
                  .filter(r -> BundleIndex.type(r).equals("ServiceRequest"))));
    }
    if (asked.size() < 2) {
      Optional<AnsweredRequest> only = asked.stream().findFirst();
      return List.of(panel(only, findings, true));
    }
    return panelsByRequest(asked);
  }

  /** Assigns each result to the request that it references, or to the one with the same code. */
  private List<Panel> panelsByRequest(List<AnsweredRequest> asked) {
    List<List<Finding>> own = new ArrayList<>();
    asked.forEach(a -> own.add(new ArrayList<>()));
    List<Finding> rest = new ArrayList<>();
    for (Finding f : findings) {
      int to = requestIndex(asked, f);
      (to < 0 ? rest : own.get(to)).add(f);
    }
    List<Panel> out = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      out.add(panel(Optional.of(asked.get(i)), own.get(i), i == 0));
    }
    if (!rest.isEmpty()) {
      // Results that match no request form a panel of their own with the report's code and numbers.
      Panel first = out.getFirst();
      CodedValue code = ResourceReader.codedValue(report.path("code"), profile.codeSystem());
      out.add(remainderPanel(first, code, withSubIds(rest)));
    }
    return out;
  }

  private int requestIndex(List<AnsweredRequest> asked, Finding f) {
    for (JsonNode o : f.ancestors()) {
      for (JsonNode reference : o.path("basedOn")) {
        Optional<JsonNode> request = bundle.resolve(o, reference);
        for (int i = 0; i < asked.size(); i++) {
          if (request.isPresent() && isSame(asked.get(i).request(), request.get())) {
            return i;
          }
        }
      }
    }
    for (JsonNode o : f.ancestors()) {
      String code = ResourceReader.codedValue(o.path("code"), profile.codeSystem()).localCode();
      for (int i = 0; i < asked.size(); i++) {
        Optional<CodedValue> wanted = asked.get(i).request().map(this::code);
        if (!code.isEmpty() && wanted.filter(w -> w.localCode().equals(code)).isPresent()) {
          return i;
        }
      }
    }
    return -1;
  }

  private static boolean isSame(Optional<JsonNode> a, JsonNode b) {
    return a.isPresent() && a.get() == b;
  }

  private CodedValue code(JsonNode resource) {
    return ResourceReader.codedValue(resource.path("code"), profile.codeSystem());
  }

  private Panel panel(Optional<AnsweredRequest> asked, List<Finding> own, boolean withFiles) {
    Optional<JsonNode> request = asked.flatMap(AnsweredRequest::request);
    JsonNode reference = asked.map(AnsweredRequest::reference).orElse(report.path("none"));
    String status = ResourceReader.text(report, "status");
    PanelStatus overall = StatusMapping.ofReport(status);
    List<Observation> observations = new ArrayList<>(withSubIds(own));
    if (withFiles) {
      observations.addAll(attachments());
    }
    CodedValue code = request.map(this::code).filter(c -> !c.isEmpty()).orElse(code(report));
    return new Panel(
        "",
        placer(request, reference),
        group(request, reference),
        filler(request),
        code,
        ResourceReader.time(report, "effective", profile.zone())
            .or(() -> samples.stream().flatMap(s -> s.collectedAt().stream()).findFirst()),
        samples.stream().flatMap(s -> s.receivedAt().stream()).findFirst(),
        ResourceReader.time(ResourceReader.text(report, "issued"), profile.zone()),
        provider(request),
        request
            .filter(r -> asked.isPresent() && report.path("basedOn").size() > 1)
            .map(r -> StatusMapping.ofRequest(ResourceReader.text(r, "status"), overall))
            .orElse(overall),
        status,
        ResourceReader.lines(ResourceReader.text(report, "conclusion")),
        observations,
        samples);
  }

  private static Panel remainderPanel(Panel p, CodedValue code, List<Observation> observations) {
    return new Panel(
        p.control(),
        "",
        p.group(),
        p.filler(),
        code,
        p.collectedAt(),
        p.receivedAt(),
        p.reportedAt(),
        p.provider(),
        p.status(),
        p.statusCode(),
        List.of(),
        observations,
        p.samples());
  }

  private String placer(Optional<JsonNode> request, JsonNode reference) {
    JsonNode named = reference.path("identifier");
    return request
        .flatMap(r -> ResourceReader.identifier(r.path("identifier"), profile.testSystem(), "PLAC"))
        .or(
            () ->
                Optional.of(named)
                    .filter(
                        i -> !ResourceReader.text(i, "system").equals(profile.requisitionSystem()))
                    .map(i -> ResourceReader.text(i, "value")))
        .orElse("");
  }

  private String group(Optional<JsonNode> request, JsonNode reference) {
    String requisition =
        request.map(r -> ResourceReader.text(r.path("requisition"), "value")).orElse("");
    JsonNode named = reference.path("identifier");
    return requisition.isEmpty()
            && ResourceReader.text(named, "system").equals(profile.requisitionSystem())
        ? ResourceReader.text(named, "value")
        : requisition;
  }

  /** Returns the laboratory's number of these results, which is stable across corrections. */
  private String filler(Optional<JsonNode> request) {
    return ResourceReader.identifier(report.path("identifier"), "", "FILL")
        .or(() -> ResourceReader.firstIdentifier(report.path("identifier")))
        .or(() -> request.flatMap(r -> ResourceReader.identifier(r.path("identifier"), "", "FILL")))
        .or(() -> samples.stream().map(ReportSample::labId).filter(i -> !i.isEmpty()).findFirst())
        .orElse("");
  }

  private Physician provider(Optional<JsonNode> request) {
    return request
        .flatMap(r -> bundle.resolve(r, r.path("requester")))
        .filter(p -> BundleIndex.type(p).equals("Practitioner"))
        .map(
            p ->
                new Physician(
                    ResourceReader.name(p.path("name")),
                    ResourceReader.identifier(p.path("identifier"), CodeSystems.NPI, "NPI")
                        .orElse("")))
        .orElse(UNKNOWN_PHYSICIAN);
  }

  /**
   * Numbers several results of one code by their order. Omits a withdrawn result if another one of
   * the same code replaces it.
   */
  private static List<Observation> withSubIds(List<Finding> findings) {
    Set<String> living = new HashSet<>();
    for (Finding f : findings) {
      if (f.observation().action() != ResultAction.WITHDRAW) {
        living.add(f.observation().code().localCode());
      }
    }
    Map<String, Integer> turns = new HashMap<>();
    List<Observation> out = new ArrayList<>();
    for (Finding f : findings) {
      Observation o = f.observation();
      String code = o.code().localCode();
      if (o.action() == ResultAction.WITHDRAW && living.contains(code)) {
        continue;
      }
      int turn = turns.merge(code, 1, Integer::sum);
      out.add(turn == 1 ? o : withSubId(o, String.valueOf(turn)));
    }
    return out;
  }

  private static Observation withSubId(Observation o, String sub) {
    return new Observation(
        o.valueType(),
        o.code(),
        sub,
        o.value(),
        o.unit(),
        o.referenceRange(),
        o.flags(),
        o.interpretation(),
        o.action(),
        o.statusCode(),
        o.observedAt(),
        o.performer(),
        o.notes());
  }

  private List<Observation> attachments() {
    List<Observation> out = new ArrayList<>();
    int n = 0;
    for (JsonNode form : report.path("presentedForm")) {
      n++;
      try {
        ResultValue file = ObservationValueReader.readAttachment(form);
        if (!(file instanceof ResultValue.Absent)) {
          out.add(attachment(form, file, n));
        }
      } catch (IllegalArgumentException e) {
        unread.add(
            new UnreadPart(
                bundle.position(report),
                "DiagnosticReport",
                UnreadReason.MALFORMED,
                "presentedForm"));
      }
    }
    return out;
  }

  private Observation attachment(JsonNode form, ResultValue file, int n) {
    return new Observation(
        "presentedForm",
        CodedValue.of("PDF", ResourceReader.text(form, "title"), "L"),
        n == 1 ? "" : String.valueOf(n),
        file,
        "",
        "",
        List.of(),
        Optional.empty(),
        ResultAction.FINAL,
        ResourceReader.text(report, "status"),
        ResourceReader.time(ResourceReader.text(form, "creation"), profile.zone()),
        Performer.NONE,
        List.of());
  }
}
