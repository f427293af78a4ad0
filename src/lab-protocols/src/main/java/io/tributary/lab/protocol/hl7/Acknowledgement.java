package io.tributary.lab.protocol.hl7;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** Builds the acknowledgments that a received message requires. */
public final class Acknowledgement {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss").withZone(ZoneOffset.UTC);

  /** Outcome of processing a message; an accepted message has no fault. */
  public record Verdict(AckCode code, Optional<Hl7Fault> fault) {
    public Verdict {
      Objects.requireNonNull(code);
      if ((code == AckCode.AA) == fault.isPresent() || code.isCommit()) {
        throw new IllegalArgumentException(
            "a verdict is either AA without a fault, or AE or AR with one");
      }
    }

    /** The message is stored durably. */
    public static Verdict accepted() {
      return new Verdict(AckCode.AA, Optional.empty());
    }

    /** Rejects with AE or AR, as the error code determines. */
    public static Verdict rejected(Hl7Fault fault) {
      return new Verdict(fault.code().ackCode(), Optional.of(fault));
    }

    /** Rejects with a specific code, for senders that resend only after that code. */
    public static Verdict rejected(AckCode code, Hl7Fault fault) {
      return new Verdict(code, Optional.of(fault));
    }
  }

  private Acknowledgement() {}

  /**
   * Returns the acknowledgments in sending order. Original mode has exactly one. In enhanced mode
   * the sender's MSH-15 and MSH-16 decide which of the commit and application acknowledgments are
   * sent, possibly none.
   *
   * @param ids generates control IDs for the acknowledgments
   */
  public static List<byte[]> of(
      MessageHeader to, Verdict verdict, Instant now, Supplier<String> ids) {
    if (!to.isEnhanced()) {
      return List.of(build(to, verdict.code(), verdict.fault(), now, ids.get()));
    }
    List<byte[]> out = new ArrayList<>();
    boolean good = verdict.code() == AckCode.AA;
    if (isRequested(to.acceptAckType(), good)) {
      out.add(build(to, verdict.code().asCommit(), verdict.fault(), now, ids.get()));
    }
    // A rejection is sent only once: as an application acknowledgment if the sender did not request
    // a commit acknowledgment.
    if ((good || out.isEmpty()) && isRequested(to.applicationAckType(), good)) {
      out.add(build(to, verdict.code(), verdict.fault(), now, ids.get()));
    }
    return out;
  }

  private static boolean isRequested(String wish, boolean good) {
    return switch (wish) {
      case "AL" -> true;
      case "SU" -> good;
      case "ER" -> !good;
      default -> false;
    };
  }

  /**
   * Builds the acknowledgment of a message without a readable header, whose sender is therefore
   * unknown.
   *
   * @param ourName our sending application
   */
  public static byte[] forUnreadableHeader(String ourName, Hl7Fault fault, Instant now, String id) {
    MessageHeader nobody =
        new MessageHeader(
            MessageDelimiters.DEFAULT,
            "",
            "",
            MessageDelimiters.DEFAULT.escape(ourName),
            "",
            "",
            "",
            "",
            "",
            "P",
            "2.5.1",
            "",
            "",
            Optional.empty());
    return build(nobody, fault.code().ackCode(), Optional.of(fault), now, id);
  }

  private static byte[] build(
      MessageHeader to, AckCode code, Optional<Hl7Fault> fault, Instant now, String id) {
    MessageDelimiters d = to.delimiters();
    String f = String.valueOf(d.field());
    String type = to.event().isEmpty() ? "ACK" : "ACK" + d.component() + to.event();
    StringBuilder out = new StringBuilder(300);
    out.append("MSH").append(f).append(d.encodingCharacters()).append(f);
    out.append(to.receivingApplication()).append(f).append(to.receivingFacility()).append(f);
    out.append(to.sendingApplication()).append(f).append(to.sendingFacility()).append(f);
    out.append(TIME.format(now)).append("+0000").append(f).append(f);
    out.append(
            isVersion25OrLater(to) && !to.event().isEmpty() ? type + d.component() + "ACK" : type)
        .append(f);
    out.append(id).append(f);
    out.append(to.processingId().isEmpty() ? "P" : to.processingId()).append(f);
    out.append(to.version().isEmpty() ? "2.5.1" : to.version()).append('\r');
    out.append("MSA").append(f).append(code).append(f).append(to.controlId());
    if (fault.isPresent() && !isVersion25OrLater(to)) {
      out.append(f).append(d.escape(fault.get().getMessage()));
    }
    out.append('\r');
    fault.ifPresent(
        why -> out.append(isVersion25OrLater(to) ? error(d, why) : errorBeforeVersion25(d, why)));
    // ISO-8859-1 returns the sender's header fields byte for byte.
    return out.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Returns whether the version is 2.5 or later. Message types have a third component since 2.4,
   * and errors have fields of their own since 2.5.
   */
  private static boolean isVersion25OrLater(MessageHeader to) {
    return !to.version().matches("2\\.[0-4](\\..*)?");
  }

  private static String error(MessageDelimiters d, Hl7Fault why) {
    String f = String.valueOf(d.field());
    String place = why.location().replace('-', d.component());
    return "ERR"
        + f
        + f
        + place
        + f
        + codedError(d, why)
        + f
        + "E"
        + f.repeat(4)
        + d.escape(why.getMessage())
        + "\r";
  }

  private static String errorBeforeVersion25(MessageDelimiters d, Hl7Fault why) {
    String[] place = why.location().split("-", 2);
    String c = String.valueOf(d.component());
    return "ERR"
        + d.field()
        + place[0]
        + c
        + c
        + (place.length > 1 ? place[1] : "")
        + c
        + codedError(d, why).replace(d.component(), d.subcomponent())
        + "\r";
  }

  private static String codedError(MessageDelimiters d, Hl7Fault why) {
    return why.code().number()
        + String.valueOf(d.component())
        + why.code().text()
        + d.component()
        + "HL70357";
  }
}
