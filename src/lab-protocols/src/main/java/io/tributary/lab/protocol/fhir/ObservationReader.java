package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport.Left;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Performer;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.LabReport.Why;
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
  private static final int DEEPEST = 6;

  private final BundleIndex bundle;
  private final FhirProfile profile;
  private final ObservationValueReader values;
  private final List<Left> left;
  private final JsonNode report;
  private final Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Finding> out = new ArrayList<>();

  /**
   * @param left receives the parts that cannot be read
   */
  ObservationReader(BundleIndex bundle, FhirProfile profile, List<Left> left, JsonNode report) {
    this.bundle = bundle;
    this.profile = profile;
    this.values = new ObservationValueReader(profile.codes());
    this.left = left;
    this.report = report;
  }

  /**
   * Result with its enclosing observations.
   *
   * @param around the observation and its parent observations, innermost first
   */
  record Finding(List<JsonNode> around, Observation observation) {}

  List<Finding> read() {
    follow(report, report.path("result"), List.of());
    return out;
  }

  /**
   * Returns the observations visited so far, which detects observations that no report references.
   */
  Set<JsonNode> seen() {
    return seen;
  }

  private void follow(JsonNode from, JsonNode references, List<JsonNode> around) {
    for (JsonNode reference : references) {
      Optional<JsonNode> found =
          bundle.find(from, reference).or(() -> bundle.find(report, reference));
      if (found.isEmpty() || around.size() >= DEEPEST) {
        leave(from, Why.MALFORMED, reference);
      } else if (seen.add(found.get())) {
        observation(found.get(), around);
      }
    }
  }

  private void leave(JsonNode from, Why why, JsonNode part) {
    left.add(new Left(bundle.place(from), BundleIndex.type(from), why, part.toString()));
  }

  private void observation(JsonNode o, List<JsonNode> outer) {
    List<JsonNode> around = new ArrayList<>();
    around.add(o);
    around.addAll(outer);
    boolean hasParts = !o.path("component").isEmpty() || !o.path("hasMember").isEmpty();
    ObservationValueReader.Found found = value(o, o);
    boolean absent = found.value() instanceof ResultValue.Absent;
    // A pure grouping observation has no value of its own and yields no result.
    if (!hasParts || !absent) {
      out.add(new Finding(around, one(o, o, found)));
    }
    for (JsonNode part : o.path("component")) {
      out.add(new Finding(around, one(o, part, value(o, part))));
    }
    follow(o, o.path("hasMember"), around);
  }

  private ObservationValueReader.Found value(JsonNode owner, JsonNode part) {
    try {
      return values.read(part);
    } catch (IllegalArgumentException e) {
      leave(owner, Why.MALFORMED, part);
      return new ObservationValueReader.Found("", new ResultValue.Absent(), "");
    }
  }

  /**
   * @param part the observation itself or one of its components, which has no status of its own
   */
  private Observation one(JsonNode o, JsonNode part, ObservationValueReader.Found found) {
    String status = ResourceReader.text(o, "status");
    CodedValue code = ResourceReader.coded(part.path("code"), profile.codes());
    List<String> flags = flags(part.path("interpretation"));
    List<String> notes = new ArrayList<>();
    boolean absent = found.value() instanceof ResultValue.Absent;
    if (absent) {
      notes.addAll(ResourceReader.lines(ResourceReader.words(part.path("dataAbsentReason"))));
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
    ResultAction action = StatusMapping.result(status);
    if (!absent || !part.has("dataAbsentReason")) {
      return action;
    }
    return switch (action) {
      case FINAL, CORRECTION ->
          ResourceReader.has(part.path("dataAbsentReason"), "temp-unknown")
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
      Optional<JsonNode> found = bundle.find(from, reference);
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
      if (ResourceReader.words(contact.path("purpose"))
          .toLowerCase(Locale.ROOT)
          .contains("director")) {
        director = ResourceReader.name(Json.array().add(contact.path("name")));
      }
    }
    return new Performer(
        ResourceReader.text(organisation, "name"),
        ResourceReader.identifier(organisation.path("identifier"), CodeSystems.CLIA, "").orElse(""),
        ResourceReader.place(organisation.path("address")),
        director);
  }
}
