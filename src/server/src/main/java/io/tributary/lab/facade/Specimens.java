package io.tributary.lab.facade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.Urls;
import io.tributary.lab.state.LowStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The samples of which a laboratory has told something. */
final class Specimens {
  private Specimens() {}

  static List<LabResource> of(Dossier d, Urls urls) {
    List<LabResource> out = new ArrayList<>();
    d.result()
        .ifPresent(
            r -> {
              for (Map.Entry<String, JsonNode> s :
                  r.report().path("sample_information").properties()) {
                out.add(one(d, r, s.getKey(), s.getValue(), urls));
              }
            });
    return out;
  }

  private static LabResource one(
      Dossier d, Dossier.Result r, String sample, JsonNode facts, Urls urls) {
    String id = Parts.specimenId(d.id(), sample);
    String status = d.status().low() == LowStatus.SAMPLE_ERROR ? "unsatisfactory" : "available";
    Optional<Instant> drawn = Parts.instant(facts.at("/date_collected/timestamp"));
    ObjectNode out = Parts.resource(urls, LabType.SPECIMEN, id, d, r.updatedAt());
    if (!sample.isBlank()) {
      Parts.identifier(out.putArray("identifier").addObject(), urls.samples(), sample);
    }
    String number = facts.path("control_number").textValue();
    if (number != null && !number.isBlank()) {
      Parts.identifier(out.putObject("accessionIdentifier"), urls.lab(d.lab().slug()), number);
    }
    out.put("status", status);
    String type = d.test().sampleType().replace('_', ' ');
    if (!type.isBlank()) {
      Parts.text(out.putObject("type"), "text", type);
    }
    Parts.subject(out, d.user());
    Parts.time(out, "receivedTime", Parts.instant(facts.at("/date_received/timestamp")));
    d.markers()
        .forEach(
            m ->
                Parts.reference(
                    out.withArray("request").addObject(),
                    LabType.SERVICE_REQUEST,
                    Parts.requestId(d.id(), m.id())));
    if (drawn.isPresent()) {
      Parts.time(out.putObject("collection"), "collectedDateTime", drawn);
    }
    Parts.note(out, facts.at("/clinical_information/notes").textValue());
    return new LabResource(LabType.SPECIMEN, id, List.of(), status, drawn, out);
  }
}
