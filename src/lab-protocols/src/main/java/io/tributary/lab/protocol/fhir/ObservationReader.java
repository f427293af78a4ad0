package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Performer;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.LabReport.UnreadPart;
import io.tributary.lab.protocol.LabReport.UnreadReason;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.protocol.hl7.ResultCodes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the observations of one report, including components and members. */
final class ObservationReader {
  private static final int MAX_DEPTH = 6;

  private final BundleIndex bundle;
  private final FhirProfile profile;
  private final ObservationValueReader values;
  private final List<UnreadPart> unread;
  private final JsonNode report;
  private final Set<JsonNode> visited = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Finding> out = new ArrayList<>();

  /**
   * @param unread receives the parts that cannot be read
   */
  ObservationReader(
      BundleIndex bundle, FhirProfile profile, List<UnreadPart> left, JsonNode report) {
    this.bundle = bundle;
    this.profile = profile;
    this.values = new ObservationValueReader(profile.codeSystem());
    this.unread = left;
    this.report = report;
  }

  /**
   * Result with its enclosing observations.
   *
   * @param ancestors the observation and its parent observations, innermost first
   */
  record Finding(List<JsonNode> ancestors, Observation observation) {}

  List<Finding> read() {
    readReferences(report, report.path("result"), List.of());
    return out;
  }

  /**
   * Returns the observations visited so far, which detects observations that no report references.
   */
  Set<JsonNode> visited() {
    return visited;
  }

  private void readReferences(JsonNode from, JsonNode references, List<JsonNode> around) {
    for (JsonNode reference : references) {
      Optional<JsonNode> found =
          bundle.resolve(from, reference).or(() -> bundle.resolve(report, reference));
      if (found.isEmpty() || around.size() >= MAX_DEPTH) {
        addUnread(from, UnreadReason.MALFORMED, reference);
      } else if (visited.add(found.get())) {
        readObservation(found.get(), around);
      }
    }
  }

  private void addUnread(JsonNode from, UnreadReason why, JsonNode part) {
    unread.add(new UnreadPart(bundle.position(from), BundleIndex.type(from), why, part.toString()));
  }

  private void readObservation(JsonNode o, List<JsonNode> outer) {
    List<JsonNode> around = new ArrayList<>();
    around.add(o);
    around.addAll(outer);
    boolean hasParts = !o.path("component").isEmpty() || !o.path("hasMember").isEmpty();
    ObservationValueReader.FoundValue found = readValue(o, o);
    boolean absent = found.value() instanceof ResultValue.Absent;
    // A pure grouping observation has no value of its own and yields no result.
    if (!hasParts || !absent) {
      out.add(new Finding(around, toObservation(o, o, found)));
    }
    for (JsonNode part : o.path("component")) {
      out.add(new Finding(around, toObservation(o, part, readValue(o, part))));
    }
    readReferences(o, o.path("hasMember"), around);
  }

  private ObservationValueReader.FoundValue readValue(JsonNode owner, JsonNode part) {
    try {
      return values.read(part);
    } catch (IllegalArgumentException e) {
      addUnread(owner, UnreadReason.MALFORMED, part);
      return new ObservationValueReader.FoundValue("", new ResultValue.Absent(), "");
    }
  }

  /**
   * @param part the observation itself or one of its components, which has no status of its own
   */
  private Observation toObservation(
      JsonNode o, JsonNode part, ObservationValueReader.FoundValue found) {
    String status = ResourceReader.text(o, "status");
    CodedValue code = ResourceReader.codedValue(part.path("code"), profile.codeSystem());
    List<String> flags = flags(part.path("interpretation"));
    List<String> notes = new ArrayList<>();
    boolean absent = found.value() instanceof ResultValue.Absent;
    if (absent) {
      notes.addAll(ResourceReader.lines(ResourceReader.conceptText(part.path("dataAbsentReason"))));
    }
    notes.addAll(ResourceReader.notes(o.path("note")));
    return new Observation(
        found.field(),
        code,
        "",
        found.value(),
        found.unit(),
        ObservationValueReader.range(part.path("referenceRange")),
        flags,
        ResultCodes.interpretation(flags, profile.flags()),
        action(status, part, absent),
        status,
        observedAt(o),
        performer(o),
        notes);
  }

  private ResultAction action(String status, JsonNode part, boolean absent) {
    if (ResourceReader.text(report, "status").equals("entered-in-error")) {
      return ResultAction.WITHDRAW;
    }
    ResultAction action = StatusMapping.ofObservation(status);
    if (!absent || !part.has("dataAbsentReason")) {
      return action;
    }
    return switch (action) {
      case FINAL, CORRECTION ->
          ResourceReader.hasCode(part.path("dataAbsentReason"), "temp-unknown")
              ? ResultAction.PENDING
              : ResultAction.MISSING;
      case PARTIAL -> ResultAction.PENDING;
      case PENDING, DELETE, WITHDRAW, MISSING, IGNORE -> action;
    };
  }

  private static List<String> flags(JsonNode interpretations) {
    List<String> out = new ArrayList<>();
    for (JsonNode concept : interpretations) {
      JsonNode coding = concept.path("coding").path(0);
      String flag = ResourceReader.text(coding, "code");
      String shown = flag.isEmpty() ? ResourceReader.text(concept, "text") : flag;
      if (!shown.isEmpty()) {
        out.add(shown);
      }
    }
    return out;
  }

  private Optional<Instant> observedAt(JsonNode o) {
    return ResourceReader.time(o, "effective", profile.zone())
        .or(() -> ResourceReader.time(ResourceReader.text(o, "issued"), profile.zone()))
        .or(() -> ResourceReader.time(report, "effective", profile.zone()));
  }

  private Performer performer(JsonNode o) {
    Performer own = performer(o, o.path("performer"));
    return own.equals(Performer.NONE) ? performer(report, report.path("performer")) : own;
  }

  private Performer performer(JsonNode from, JsonNode references) {
    for (JsonNode reference : references) {
      Optional<JsonNode> found = bundle.resolve(from, reference);
      if (found.isPresent() && BundleIndex.type(found.get()).equals("Organization")) {
        return laboratory(found.get());
      }
      String shown = ResourceReader.text(reference, "display");
      if (found.isEmpty() && !shown.isEmpty()) {
        JsonNode number = reference.path("identifier");
        String clia =
            ResourceReader.text(number, "system").equals(CodeSystems.CLIA)
                ? ResourceReader.text(number, "value")
                : "";
        return new Performer(shown, clia, Performer.NONE.address(), Performer.NONE.director());
      }
    }
    return Performer.NONE;
  }

  private static Performer laboratory(JsonNode organisation) {
    PersonName director = PersonName.NONE;
    for (JsonNode contact : organisation.path("contact")) {
      if (ResourceReader.conceptText(contact.path("purpose"))
          .toLowerCase(Locale.ROOT)
          .contains("director")) {
        director = ResourceReader.name(Json.array().add(contact.path("name")));
      }
    }
    return new Performer(
        ResourceReader.text(organisation, "name"),
        ResourceReader.identifier(organisation.path("identifier"), CodeSystems.CLIA, "").orElse(""),
        ResourceReader.address(organisation.path("address")),
        director);
  }
}
