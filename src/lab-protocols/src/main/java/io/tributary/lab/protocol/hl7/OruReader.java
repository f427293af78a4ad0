package io.tributary.lab.protocol.hl7;

import ca.uhn.hl7v2.HL7Exception;
import ca.uhn.hl7v2.model.Message;
import ca.uhn.hl7v2.model.v251.message.ORU_R01;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Left;
import io.tributary.lab.protocol.LabReport.Why;
import io.tributary.lab.protocol.ResultValue;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads ORU^R01, on any thread. The library takes the segments apart; in what order they come is
 * judged here, because laboratories do not keep to the grammar: each segment belongs to what stands
 * before it.
 */
public final class OruReader {
  private static final int MOST_SEGMENTS = 100_000;

  /** More delimiters in one segment are an attack on the memory, not a result. */
  private static final int MOST_PARTS = 20_000;

  /** Segments that are known and say nothing we need; the raw message keeps them. */
  private static final Set<String> PASSED_OVER =
      Set.of(
          "SFT", "PD1", "NK1", "PV1", "PV2", "TQ1", "TQ2", "CTD", "FT1", "CTI", "DSC", "IN1", "IN2",
          "IN3", "GT1", "DG1", "AL1", "ROL", "PRT", "SAC", "BTS", "FTS");

  private final Hl7Profile profile;

  /** Costly to make, and without memory of what they take apart. */
  private final Map<Charset, HapiParser> parsers = new ConcurrentHashMap<>();

  public OruReader(Hl7Profile profile) {
    this.profile = profile;
  }

  /**
   * Everything that can be made of a message; what cannot be is named in the report.
   *
   * @param message without the marks of a frame
   * @throws Hl7Fault when it has no header, is no ORU, or has more segments than any report
   */
  public LabReport read(byte[] message) {
    MessageHeader header = MessageHeader.read(message);
    if (!header.type().equals("ORU")) {
      throw new Hl7Fault(ErrorCode.UNSUPPORTED_TYPE, "MSH-9", "a report comes as ORU");
    }
    Charset charset = header.charset().orElse(profile.inbound());
    Walk walk = new Walk(header, charset);
    int n = 0;
    // A character that no database stores is no part of a text.
    for (String line : new String(message, charset).replace("\0", "").split("[\r\n]+")) {
      if (line.isBlank()) {
        continue;
      }
      n++;
      if (n > MOST_SEGMENTS) {
        throw new Hl7Fault(ErrorCode.SEGMENT_SEQUENCE, "", "too many segments");
      }
      if (n > 1) {
        walk.segment(n, line);
      }
    }
    return walk.done();
  }

  /** One message. */
  private final class Walk {
    private final MessageHeader header;
    private final Charset charset;
    private final HapiParser hapi;
    private final Message owner;
    private final ZoneId zone = profile.zone();
    private final List<ReportBuilder.OfSubject> subjects = new ArrayList<>();
    private final List<Left> left = new ArrayList<>();
    private ReportBuilder.OrderLine line = ReportBuilder.OrderLine.NONE;

    /** What is open at this place; null when nothing is. */
    private ReportBuilder.OfSubject who;

    private ReportBuilder.OfPanel panel;

    private ReportBuilder.OfSample sample;

    /** Where a note would belong; null when it would belong to nothing. */
    private List<String> notes;

    Walk(MessageHeader header, Charset charset) {
      this.header = header;
      this.charset = charset;
      this.hapi = parsers.computeIfAbsent(charset, HapiParser::new);
      this.owner = hapi.prepare(new ORU_R01());
    }

    void segment(int n, String text) {
      char separator = header.delimiters().field();
      if (text.length() < 3 || (text.length() > 3 && text.charAt(3) != separator)) {
        left.add(new Left(n, "", Why.MALFORMED, text));
        notes = null;
        return;
      }
      String name = text.substring(0, 3);
      try {
        boolean placed =
            switch (name) {
              case "PID" -> subject(cells(name, text));
              case "ORC" -> orderLine(cells(name, text));
              case "OBR" -> panel(cells(name, text));
              case "OBX" -> observation(n, text);
              case "SPM" -> sample(cells(name, text));
              case "NTE" -> note(cells(name, text));
              case "MSH", "BHS", "FHS" -> false;
              default -> {
                if (!PASSED_OVER.contains(name)) {
                  left.add(new Left(n, name, Why.UNKNOWN, text));
                }
                yield true;
              }
            };
        if (!placed) {
          leave(n, name, Why.MISPLACED, text);
        }
      } catch (HL7Exception | RuntimeException e) {
        // The library answers some nonsense with exceptions of all kinds.
        leave(n, name, Why.MALFORMED, text);
      }
    }

    /** What follows a part we could not read must not be taken for a piece of the part before. */
    private void leave(int n, String name, Why why, String text) {
      left.add(new Left(n, name, why, text));
      notes = null;
      switch (name) {
        case "PID", "MSH", "BHS", "FHS" -> {
          who = null;
          close();
        }
        case "ORC", "OBR" -> close();
        case "SPM" -> sample = null;
        default -> {
          // The test it stands in goes on.
        }
      }
    }

    private void close() {
      line = ReportBuilder.OrderLine.NONE;
      panel = null;
      sample = null;
    }

    private SegmentReader cells(String name, String text) throws HL7Exception {
      MessageDelimiters d = header.delimiters();
      long parts =
          text.chars()
              .filter(
                  c ->
                      c == d.field()
                          || c == d.component()
                          || c == d.repetition()
                          || c == d.subcomponent())
              .count();
      if (parts > MOST_PARTS) {
        throw new HL7Exception("too many parts");
      }
      return new SegmentReader(hapi.segment(owner, name, text, d), text, d, charset, zone);
    }

    private boolean subject(SegmentReader c) throws HL7Exception {
      ReportBuilder.OfSubject next = new ReportBuilder.OfSubject(c);
      subjects.add(next);
      who = next;
      close();
      notes = next.notes;
      return true;
    }

    private boolean orderLine(SegmentReader c) throws HL7Exception {
      close();
      line = ReportBuilder.OrderLine.of(c);
      notes = null;
      return true;
    }

    private boolean panel(SegmentReader c) throws HL7Exception {
      ReportBuilder.OfPanel next = new ReportBuilder.OfPanel(c, line);
      if (who == null) {
        who = new ReportBuilder.OfSubject();
        subjects.add(who);
      }
      who.panels.add(next);
      line = line.forNext();
      panel = next;
      sample = null;
      notes = next.notes;
      return true;
    }

    private boolean observation(int n, String text) throws HL7Exception {
      SegmentReader c = cells("OBX", text);
      if (panel == null) {
        return false;
      }
      ResultValue value;
      try {
        value = ValueReader.read(c);
      } catch (IllegalArgumentException e) {
        left.add(new Left(n, "OBX", Why.MALFORMED, text));
        value = new ResultValue.Absent();
      }
      ReportBuilder.OfObservation next = new ReportBuilder.OfObservation(c, value, profile);
      // A sample that comes before all results is told in advance; one that comes after some is
      // told at the end, and what follows is about itself.
      if (sample != null && panel.observations.isEmpty()) {
        sample = null;
      }
      if (sample == null) {
        panel.observations.add(next);
      } else {
        sample.observations.add(next);
      }
      notes = next.notes;
      return true;
    }

    private boolean sample(SegmentReader c) throws HL7Exception {
      if (panel == null) {
        return false;
      }
      sample = new ReportBuilder.OfSample(c);
      panel.samples.add(sample);
      notes = sample.notes;
      return true;
    }

    private boolean note(SegmentReader c) {
      if (notes == null) {
        return false;
      }
      notes.addAll(c.words(3));
      return true;
    }

    LabReport done() {
      return new LabReport(
          new LabReport.Origin(
              header.sender(),
              header.controlId(),
              Hl7Times.instant(header.time(), zone),
              header.processingId(),
              header.receiver()),
          subjects.stream().map(ReportBuilder.OfSubject::done).toList(),
          left);
    }
  }
}
