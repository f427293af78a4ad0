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

/** Our answers to a message: which ones are due, and their bytes. */
public final class Acknowledgement {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss").withZone(ZoneOffset.UTC);

  /** What became of a message. An accepted one has no fault. */
  public record Verdict(AckCode code, Optional<Hl7Fault> fault) {
    public Verdict {
      Objects.requireNonNull(code);
      if ((code == AckCode.AA) == fault.isPresent() || code.isCommit()) {
        throw new IllegalArgumentException("a verdict is AA, or AE or AR with its fault");
      }
    }

    /** Stored for good. */
    public static Verdict accepted() {
      return new Verdict(AckCode.AA, Optional.empty());
    }

    /** An error of the content, or a reject, as its code says. */
    public static Verdict refused(Hl7Fault fault) {
      return new Verdict(fault.code().ack(), Optional.of(fault));
    }

    /** With a code that the other side is known to repeat after. */
    public static Verdict refused(AckCode code, Hl7Fault fault) {
      return new Verdict(code, Optional.of(fault));
    }
  }

  private Acknowledgement() {}

  /**
   * The answers in their order. In the original mode there is one; in the enhanced mode the sender
   * says which of the two it wants, and perhaps wants none.
   *
   * @param ids makes control ids for the answers
   */
  public static List<byte[]> of(
      MessageHeader to, Verdict verdict, Instant now, Supplier<String> ids) {
    if (!to.isEnhanced()) {
      return List.of(one(to, verdict.code(), verdict.fault(), now, ids.get()));
    }
    List<byte[]> out = new ArrayList<>();
    boolean good = verdict.code() == AckCode.AA;
    if (wanted(to.acceptWish(), good)) {
      out.add(one(to, verdict.code().asCommit(), verdict.fault(), now, ids.get()));
    }
    // A refusal is told once; whoever does not want it from the transport hears the application.
    if ((good || out.isEmpty()) && wanted(to.applicationWish(), good)) {
      out.add(one(to, verdict.code(), verdict.fault(), now, ids.get()));
    }
    return out;
  }

  private static boolean wanted(String wish, boolean good) {
    return switch (wish) {
      case "AL" -> true;
      case "SU" -> good;
      case "ER" -> !good;
      default -> false;
    };
  }

  /**
   * The answer to bytes that have no header: nobody can tell whose they were.
   *
   * @param ourName the sending application we go by
   */
  public static byte[] headless(String ourName, Hl7Fault fault, Instant now, String id) {
    MessageHeader nobody =
        new MessageHeader(
            MessageDelimiters.USUAL,
            "",
            "",
            MessageDelimiters.USUAL.escape(ourName),
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
    return one(nobody, fault.code().ack(), Optional.of(fault), now, id);
  }

  private static byte[] one(
      MessageHeader to, AckCode code, Optional<Hl7Fault> fault, Instant now, String id) {
    MessageDelimiters d = to.delimiters();
    String f = String.valueOf(d.field());
    String type = to.event().isEmpty() ? "ACK" : "ACK" + d.component() + to.event();
    StringBuilder out = new StringBuilder(300);
    out.append("MSH").append(f).append(d.encodingCharacters()).append(f);
    out.append(to.receivingApplication()).append(f).append(to.receivingFacility()).append(f);
    out.append(to.sendingApplication()).append(f).append(to.sendingFacility()).append(f);
    out.append(TIME.format(now)).append("+0000").append(f).append(f);
    out.append(isNew(to) && !to.event().isEmpty() ? type + d.component() + "ACK" : type).append(f);
    out.append(id).append(f);
    out.append(to.processingId().isEmpty() ? "P" : to.processingId()).append(f);
    out.append(to.version().isEmpty() ? "2.5.1" : to.version()).append('\r');
    out.append("MSA").append(f).append(code).append(f).append(to.controlId());
    if (fault.isPresent() && !isNew(to)) {
      out.append(f).append(d.escape(fault.get().getMessage()));
    }
    out.append('\r');
    fault.ifPresent(why -> out.append(isNew(to) ? error(d, why) : oldError(d, why)));
    // Header fields are given back byte for byte as they came.
    return out.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Since 2.4 types have a third part, since 2.5 errors have fields of their own. */
  private static boolean isNew(MessageHeader to) {
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
        + coded(d, why)
        + f
        + "E"
        + f.repeat(4)
        + d.escape(why.getMessage())
        + "\r";
  }

  private static String oldError(MessageDelimiters d, Hl7Fault why) {
    String[] place = why.location().split("-", 2);
    String c = String.valueOf(d.component());
    return "ERR"
        + d.field()
        + place[0]
        + c
        + c
        + (place.length > 1 ? place[1] : "")
        + c
        + coded(d, why).replace(d.component(), d.subcomponent())
        + "\r";
  }

  private static String coded(MessageDelimiters d, Hl7Fault why) {
    return why.code().number()
        + String.valueOf(d.component())
        + why.code().text()
        + d.component()
        + "HL70357";
  }
}
