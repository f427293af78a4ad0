package io.tributary.lab.protocol.hl7;

import ca.uhn.hl7v2.HL7Exception;
import ca.uhn.hl7v2.model.Message;
import ca.uhn.hl7v2.model.v251.message.ORU_R01;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.UnreadPart;
import io.tributary.lab.protocol.LabReport.UnreadReason;
import io.tributary.lab.protocol.ResultValue;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads ORU^R01 messages; thread-safe.
 *
 * <p>HAPI parses single segments, but this class determines the structure, because laboratories do
 * not follow the message grammar. Each segment belongs to the nearest suitable segment before it. A
 * segment that cannot be read, that is unknown or that has no suitable predecessor is reported as
 * an unread part instead of failing the message.
 */
public final class OruReader {
  private static final int MAX_SEGMENTS = 100_000;

  /** Limit of delimiters per segment, against memory exhaustion. */
  private static final int MAX_DELIMITERS = 20_000;

  /** Known segments that carry nothing we need; the stored raw message keeps them. */
  private static final Set<String> IGNORED_SEGMENTS =
      Set.of(
          "SFT", "PD1", "NK1", "PV1", "PV2", "TQ1", "TQ2", "CTD", "FT1", "CTI", "DSC", "IN1", "IN2",
          "IN3", "GT1", "DG1", "AL1", "ROL", "PRT", "SAC", "BTS", "FTS");

  private final Hl7Profile profile;

  /** Expensive to create; stateless when parsing segments. */
  private final Map<Charset, HapiParser> parsers = new ConcurrentHashMap<>();

  public OruReader(Hl7Profile profile) {
    this.profile = profile;
  }

  /**
   * Reads everything that can be understood; the report lists the parts that cannot.
   *
   * @param message message without MLLP framing
   * @throws Hl7Fault if it has no header, is not an ORU, or has too many segments
   */
  public LabReport read(byte[] message) {
    MessageHeader header = MessageHeader.read(message);
    if (!header.type().equals("ORU")) {
      throw new Hl7Fault(ErrorCode.UNSUPPORTED_TYPE, "MSH-9", "reports must be sent as ORU");
    }
    Charset charset = header.charset().orElse(profile.defaultCharset());
    MessageState walk = new MessageState(header, charset);
    int n = 0;
    // PostgreSQL cannot store NUL in text.
    for (String line : new String(message, charset).replace("\0", "").split("[\r\n]+")) {
      if (line.isBlank()) {
        continue;
      }
      n++;
      if (n > MAX_SEGMENTS) {
        throw new Hl7Fault(ErrorCode.SEGMENT_SEQUENCE, "", "too many segments");
      }
      if (n > 1) {
        walk.readSegment(n, line);
      }
    }
    return walk.build();
  }

  /** State of reading one message. */
  private final class MessageState {
    private final MessageHeader header;
    private final Charset charset;
    private final HapiParser hapi;
    private final Message owner;
    private final ZoneId zone = profile.defaultZone();
    private final List<ReportBuilder.SubjectBuilder> subjects = new ArrayList<>();
    private final List<UnreadPart> unread = new ArrayList<>();
    private ReportBuilder.OrderLine orderLine = ReportBuilder.OrderLine.NONE;

    /** Currently open patient; null if none is open. */
    private ReportBuilder.SubjectBuilder subject;

    private ReportBuilder.PanelBuilder panel;

    private ReportBuilder.SampleBuilder sample;

    /** Notes of the segment read last; null if an NTE segment would not belong to any segment. */
    private List<String> notes;

    MessageState(MessageHeader header, Charset charset) {
      this.header = header;
      this.charset = charset;
      this.hapi = parsers.computeIfAbsent(charset, HapiParser::new);
      this.owner = hapi.prepare(new ORU_R01());
    }

    void readSegment(int n, String text) {
      char separator = header.delimiters().field();
      if (text.length() < 3 || (text.length() > 3 && text.charAt(3) != separator)) {
        unread.add(new UnreadPart(n, "", UnreadReason.MALFORMED, text));
        notes = null;
        return;
      }
      String name = text.substring(0, 3);
      try {
        boolean placed =
            switch (name) {
              case "PID" -> subject(parse(name, text));
              case "ORC" -> orderLine(parse(name, text));
              case "OBR" -> panel(parse(name, text));
              case "OBX" -> observation(n, text);
              case "SPM" -> sample(parse(name, text));
              case "NTE" -> note(parse(name, text));
              case "MSH", "BHS", "FHS" -> false;
              default -> {
                if (!IGNORED_SEGMENTS.contains(name)) {
                  unread.add(new UnreadPart(n, name, UnreadReason.UNKNOWN, text));
                }
                yield true;
              }
            };
        if (!placed) {
          addUnread(n, name, UnreadReason.MISPLACED, text);
        }
      } catch (HL7Exception | RuntimeException e) {
        // The library throws various exceptions on malformed segments.
        addUnread(n, name, UnreadReason.MALFORMED, text);
      }
    }

    /**
     * Records an unread part and closes the open elements, so that following segments are not
     * attached to the wrong parent.
     */
    private void addUnread(int n, String name, UnreadReason why, String text) {
      unread.add(new UnreadPart(n, name, why, text));
      notes = null;
      switch (name) {
        case "PID", "MSH", "BHS", "FHS" -> {
          subject = null;
          closeOrder();
        }
        case "ORC", "OBR" -> closeOrder();
        case "SPM" -> sample = null;
        default -> {
          // Other segments leave the open test unchanged.
        }
      }
    }

    private void closeOrder() {
      orderLine = ReportBuilder.OrderLine.NONE;
      panel = null;
      sample = null;
    }

    private SegmentReader parse(String name, String text) throws HL7Exception {
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
      if (parts > MAX_DELIMITERS) {
        throw new HL7Exception("too many delimiters");
      }
      return new SegmentReader(hapi.segment(owner, name, text, d), text, d, charset, zone);
    }

    private boolean subject(SegmentReader c) throws HL7Exception {
      ReportBuilder.SubjectBuilder next = new ReportBuilder.SubjectBuilder(c);
      subjects.add(next);
      subject = next;
      closeOrder();
      notes = next.notes;
      return true;
    }

    private boolean orderLine(SegmentReader c) throws HL7Exception {
      closeOrder();
      orderLine = ReportBuilder.OrderLine.of(c);
      notes = null;
      return true;
    }

    private boolean panel(SegmentReader c) throws HL7Exception {
      ReportBuilder.PanelBuilder next = new ReportBuilder.PanelBuilder(c, orderLine);
      if (subject == null) {
        subject = new ReportBuilder.SubjectBuilder();
        subjects.add(subject);
      }
      subject.panels.add(next);
      orderLine = orderLine.withoutNumbers();
      panel = next;
      sample = null;
      notes = next.notes;
      return true;
    }

    private boolean observation(int n, String text) throws HL7Exception {
      SegmentReader c = parse("OBX", text);
      if (panel == null) {
        return false;
      }
      ResultValue value;
      try {
        value = ValueReader.read(c);
      } catch (IllegalArgumentException e) {
        unread.add(new UnreadPart(n, "OBX", UnreadReason.MALFORMED, text));
        value = new ResultValue.Absent();
      }
      ReportBuilder.ObservationBuilder next =
          new ReportBuilder.ObservationBuilder(c, value, profile);
      // A sample before any result precedes the results of the test. A sample after results is
      // final, and the observations that follow describe the sample itself.
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
      sample = new ReportBuilder.SampleBuilder(c);
      panel.samples.add(sample);
      notes = sample.notes;
      return true;
    }

    private boolean note(SegmentReader c) {
      if (notes == null) {
        return false;
      }
      notes.addAll(c.plainTexts(3));
      return true;
    }

    LabReport build() {
      return new LabReport(
          new LabReport.Origin(
              header.sender(),
              header.controlId(),
              Hl7Times.parseInstant(header.time(), zone),
              header.processingId(),
              header.receiver()),
          subjects.stream().map(ReportBuilder.SubjectBuilder::build).toList(),
          unread);
    }
  }
}
