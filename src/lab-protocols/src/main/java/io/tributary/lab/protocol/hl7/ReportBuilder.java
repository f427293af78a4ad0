package io.tributary.lab.protocol.hl7;

import ca.uhn.hl7v2.HL7Exception;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabOrder.Physician;
import io.tributary.lab.protocol.LabReport.Identifier;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.Performer;
import io.tributary.lab.protocol.LabReport.ReportSample;
import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.protocol.Sex;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Mutable builders of report elements; each collects the notes that follow it. */
final class ReportBuilder {
  private ReportBuilder() {}

  static final class ObservationBuilder {
    private final Function<List<String>, Observation> factory;
    final List<String> notes = new ArrayList<>();

    ObservationBuilder(SegmentReader c, ResultValue value, Hl7Profile profile) throws HL7Exception {
      String type = c.get(2);
      CodedValue code = c.codedValue(3, 0);
      String subId = c.get(4);
      String unit = c.firstNonEmpty(6, 1, 6, 2);
      String range = String.join(" ", c.plainTexts(7)).strip();
      List<String> flags = new ArrayList<>();
      for (int i = 0; i < c.repetitions(8); i++) {
        if (!c.get(8, i, 1).isEmpty()) {
          flags.add(c.get(8, i, 1));
        }
      }
      String status = c.get(11);
      Optional<Instant> at = c.time(14);
      Performer performer = performer(c);
      factory =
          own ->
              new Observation(
                  type,
                  code,
                  subId,
                  value,
                  unit,
                  range,
                  flags,
                  ResultCodes.interpretation(flags, profile.flags()),
                  ResultCodes.resultAction(status),
                  status,
                  at,
                  performer,
                  own);
    }

    private static Performer performer(SegmentReader c) throws HL7Exception {
      String name = c.get(23).isEmpty() ? c.firstNonEmpty(15, 2, 15, 1) : c.get(23);
      String number = c.firstNonEmpty(23, 10, 23, 3);
      return new Performer(
          name, number.isEmpty() ? c.get(15) : number, c.address(24), c.staffName(25));
    }

    Observation build() {
      return factory.apply(notes);
    }
  }

  static final class SampleBuilder {
    private final String id;
    private final String labId;
    private final CodedValue type;
    private final Optional<Instant> collectedAt;
    private final Optional<Instant> receivedAt;
    private final List<CodedValue> rejections;
    private final List<CodedValue> conditions;
    final List<String> notes = new ArrayList<>();
    final List<ObservationBuilder> observations = new ArrayList<>();

    SampleBuilder(SegmentReader c) throws HL7Exception {
      id = c.get(2);
      labId = c.get(2, 0, 2);
      type = c.codedValue(4, 0);
      collectedAt = c.time(17);
      receivedAt = c.time(18);
      rejections = c.codes(21);
      conditions = c.codes(24);
    }

    ReportSample build() {
      return new ReportSample(
          id,
          labId,
          type,
          collectedAt,
          receivedAt,
          rejections,
          conditions,
          notes,
          observations.stream().map(ObservationBuilder::build).toList());
    }
  }

  /** Fields of an ORC segment that apply to the OBR segments after it. */
  record OrderLine(String control, String placer, String group, String filler) {
    static final OrderLine NONE = new OrderLine("", "", "", "");

    static OrderLine of(SegmentReader c) throws HL7Exception {
      return new OrderLine(c.get(1), c.get(2), c.get(4), c.get(3));
    }

    /**
     * Returns the line for a second OBR after the same ORC; the placer and filler numbers belong to
     * the first one.
     */
    OrderLine withoutNumbers() {
      return new OrderLine(control, "", group, "");
    }
  }

  static final class PanelBuilder {
    private final OrderLine line;
    private final String placer;
    private final String filler;
    private final CodedValue code;
    private final Optional<Instant> collectedAt;
    private final Optional<Instant> receivedAt;
    private final Optional<Instant> reportedAt;
    private final Physician provider;
    private final String status;
    final List<String> notes = new ArrayList<>();
    final List<ObservationBuilder> observations = new ArrayList<>();
    final List<SampleBuilder> samples = new ArrayList<>();

    PanelBuilder(SegmentReader c, OrderLine line) throws HL7Exception {
      this.line = line;
      placer = c.get(2).isEmpty() ? line.placer() : c.get(2);
      filler = c.get(3).isEmpty() ? line.filler() : c.get(3);
      code = c.codedValue(4, 0);
      collectedAt = c.time(7);
      receivedAt = c.time(14);
      reportedAt = c.time(22);
      provider = c.physician(16);
      status = c.get(25);
    }

    /** Builds the panel; uses the times of the samples if the OBR has none. */
    Panel build() {
      List<ReportSample> done = samples.stream().map(SampleBuilder::build).toList();
      return new Panel(
          line.control(),
          placer,
          line.group(),
          filler,
          code,
          collectedAt.or(() -> done.stream().flatMap(s -> s.collectedAt().stream()).findFirst()),
          receivedAt.or(() -> done.stream().flatMap(s -> s.receivedAt().stream()).findFirst()),
          reportedAt,
          provider,
          ResultCodes.panelStatus(status),
          status,
          notes,
          observations.stream().map(ObservationBuilder::build).toList(),
          done);
    }
  }

  static final class SubjectBuilder {
    private final List<Identifier> ids = new ArrayList<>();
    private final Subject demographics;
    final List<String> notes = new ArrayList<>();
    final List<PanelBuilder> panels = new ArrayList<>();

    /** Creates a subject for results without a patient segment. */
    SubjectBuilder() {
      demographics =
          new Subject(
              List.of(), PersonName.NONE, Optional.empty(), Sex.UNKNOWN, "", List.of(), List.of());
    }

    SubjectBuilder(SegmentReader c) throws HL7Exception {
      for (int field = 2; field <= 4; field++) {
        for (int i = 0; i < c.repetitions(field); i++) {
          String value = c.get(field, i, 1);
          if (!value.isEmpty()) {
            // PID-2 and PID-4 stem from older versions and carry no identifier type.
            String type = field == 3 ? c.get(field, i, 5) : "PID-" + field;
            ids.add(new Identifier(value, c.get(field, i, 4), type));
          }
        }
      }
      demographics =
          new Subject(
              ids,
              c.name(5),
              Hl7Times.parseDate(c.get(7)),
              c.sex(8),
              c.get(18),
              List.of(),
              List.of());
    }

    Subject build() {
      return new Subject(
          demographics.ids(),
          demographics.name(),
          demographics.birthDate(),
          demographics.sex(),
          demographics.accountNumber(),
          notes,
          panels.stream().map(PanelBuilder::build).toList());
    }
  }
}
