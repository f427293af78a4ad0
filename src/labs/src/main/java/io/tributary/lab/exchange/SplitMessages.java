package io.tributary.lab.exchange;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.protocol.Sex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Removes an erased person from a stored message about several people while results of the others
 * still wait.
 *
 * <p>The remaining content is stored as the parsed report, serialized as JSON behind a marker. The
 * original bytes cannot be edited, because that would require complete knowledge of the
 * laboratory's dialect.
 */
public final class SplitMessages {
  private static final System.Logger LOG = System.getLogger(SplitMessages.class.getName());

  /** Marker with which no laboratory message starts. */
  private static final byte[] MARKER = "\0parted\0".getBytes(StandardCharsets.US_ASCII);

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .addMixIn(ResultValue.class, TypedValueMixin.class)
          .build();

  static {
    MAPPER.registerSubtypes(ResultValue.class.getPermittedSubclasses());
  }

  private static final Subject NO_SUBJECT =
      new Subject(
          List.of(), PersonName.NONE, Optional.empty(), Sex.UNKNOWN, "", List.of(), List.of());

  private final LabConnections links;
  private final MessageEncryption encryption;

  /** Type information for the sealed value types. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
  private interface TypedValueMixin {}

  /**
   * A message as it is stored.
   *
   * @param body encrypted
   */
  public record Stored(String link, String sender, String controlId, byte[] body) {}

  SplitMessages(LabConnections links, MessageEncryption seal) {
    this.links = links;
    this.encryption = seal;
  }

  /**
   * Returns the replacement of a message without some tests and without patients who have no other
   * test. Positions of tests count from 0 over all patients. Positions of other tests stay. Empty
   * when the message cannot be read any more.
   */
  public Optional<byte[]> withoutTests(Stored m, Set<Integer> places) {
    try {
      byte[] body = encryption.decrypt(m.body(), m.link(), m.sender(), m.controlId());
      Optional<LabConnectionProfile> link = links.findByName(m.link());
      if (!isSplit(body) && link.isEmpty()) {
        return Optional.empty();
      }
      LabReport report =
          isSplit(body) ? deserialize(body) : LabConnections.newAdapter(link.get()).read(body);
      return Optional.of(
          encryption.encrypt(
              serialize(withoutTests(report, places)), m.link(), m.sender(), m.controlId()));
    } catch (RuntimeException unreadable) {
      LOG.log(Level.WARNING, "link=" + m.link() + " message with several patients not split");
      return Optional.empty();
    }
  }

  static LabReport withoutTests(LabReport report, Set<Integer> places) {
    List<Subject> subjects = new ArrayList<>();
    int place = 0;
    for (Subject s : report.subjects()) {
      List<Panel> panels = new ArrayList<>();
      for (Panel p : s.panels()) {
        panels.add(places.contains(place++) ? Panel.REMOVED : p);
      }
      boolean all = panels.stream().allMatch(Panel.REMOVED::equals);
      Subject who = all ? NO_SUBJECT : s;
      subjects.add(
          new Subject(
              who.ids(),
              who.name(),
              who.birthDate(),
              who.sex(),
              who.accountNumber(),
              who.notes(),
              panels));
    }
    // Unparsed content may belong to any patient, so it is dropped.
    return new LabReport(report.origin(), subjects, List.of());
  }

  static boolean isSplit(byte[] body) {
    return body.length > MARKER.length
        && Arrays.equals(body, 0, MARKER.length, MARKER, 0, MARKER.length);
  }

  static byte[] serialize(LabReport report) {
    try {
      byte[] json = MAPPER.writeValueAsBytes(report);
      byte[] out = Arrays.copyOf(MARKER, MARKER.length + json.length);
      System.arraycopy(json, 0, out, MARKER.length, json.length);
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static LabReport deserialize(byte[] body) {
    try {
      return MAPPER.readValue(body, MARKER.length, body.length - MARKER.length, LabReport.class);
    } catch (IOException e) {
      // The original message would quote the text.
      throw new IllegalStateException("a split message cannot be read");
    }
  }
}
