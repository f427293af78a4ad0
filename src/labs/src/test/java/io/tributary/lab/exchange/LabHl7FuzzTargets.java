package io.tributary.lab.exchange;

import io.tributary.lab.protocol.hl7.AckPolicy;
import io.tributary.lab.protocol.hl7.Acknowledgement;
import io.tributary.lab.protocol.hl7.Hl7Fault;
import io.tributary.lab.protocol.hl7.Hl7Profile;
import io.tributary.lab.protocol.hl7.InboundMessageValidator;
import io.tributary.lab.protocol.hl7.MessageHeader;
import io.tributary.lab.protocol.hl7.OrderResponse;
import io.tributary.lab.protocol.hl7.OruReader;
import io.tributary.lab.protocol.mllp.MllpFault;
import io.tributary.lab.protocol.mllp.MllpFrameDecoder;
import io.tributary.testkit.fuzz.FuzzTarget;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Fuzz targets: HL7 v2 data of laboratories (frames, files, results and responses). */
public final class LabHl7FuzzTargets {
  private static final String[] WORDS = {
    "|",
    "^",
    "~",
    "\\",
    "&",
    "\r",
    "\\.br\\",
    "\\X0D\\",
    "\\F\\",
    "MSH|^~\\&|",
    "OBX|1|",
    "|NM|",
    "|SN|",
    "|ED|",
    "|CWE|",
    "|TS|",
    ">^5",
    "UTF-8",
    "8859/1",
    "ISO IR87",
    "20260230",
    "202603020748+9900",
    "NTE|1||",
    "PID|",
    "\u000b",
    "\u001c\r"
  };

  private static final String RESULT =
      OrderReports.of("S1", "ORC|RE|#-%||#\r", "#-%", "SPM|1|S1||BLD\r", "M1")
          + "OBX|2|SN|1^X^L||>^5|mg/dL|<10|H|||F|||20260302074811+0100\r"
          + "OBX|3|ED|PDF^R^L||^application^pdf^Base64^JVBERi0xLjQK||||||F\r"
          + "OBX|4|CWE|2^Y^L||POS^Positive^L~NEG||||||C\rNTE|1||a note\\.br\\of two lines\r"
          + "OBX|5|ST|3^Z^L||see note||||||X\r";

  private static final String ANSWER =
      ScriptedLab.head("ORR^O02", "A1")
          + "MSA|AA|M1|fine\rERR|^^^207|ORC^1|207^x^HL70357|E\rORC|OK|P1|F1\rORC|UA|P2|F2\r";

  private LabHl7FuzzTargets() {}

  public static List<FuzzTarget> all() {
    OruReader reports = new OruReader(Hl7Profile.defaults("TRIBUTARY", "LIS", "tamberline"));
    return List.of(
        hl7("lab/hl7-report", reports::read).seed(RESULT),
        hl7("lab/hl7-answer", in -> AckPolicy.nextStep(OrderResponse.read(in))).seed(ANSWER),
        hl7("lab/hl7-header", LabHl7FuzzTargets::acknowledge).seed(RESULT),
        hl7("lab/hl7-file", BatchFile::split)
            .seed("FHS|^~\\&\rBHS|^~\\&\r" + RESULT + ANSWER + "BTS|2\rFTS|1\r"),
        hl7("lab/mllp", LabHl7FuzzTargets::frames)
            .expecting(MllpFault.class)
            .seed("\u000b" + RESULT + "\u001c\r\u000b" + ANSWER + "\u001c\r"));
  }

  private static FuzzTarget hl7(String name, FuzzTarget.FuzzedParser parser) {
    return FuzzTarget.bytes(name, parser).expecting(Hl7Fault.class).words(WORDS);
  }

  /** Every message is acknowledged. */
  private static void acknowledge(byte[] in) {
    Instant now = Instant.EPOCH;
    try {
      MessageHeader header = MessageHeader.read(in);
      new InboundMessageValidator(true).requireResult(header);
      Acknowledgement.of(
          header,
          new Acknowledgement.Verdict(io.tributary.lab.protocol.hl7.AckCode.AA, Optional.empty()),
          now,
          () -> "1");
    } catch (Hl7Fault fault) {
      Acknowledgement.forUnreadableHeader("TRIBUTARY", fault, now, "1");
      throw fault;
    }
  }

  private static void frames(byte[] in) {
    MllpFrameDecoder frames = new MllpFrameDecoder(2000, 100);
    for (int at = 0; at < in.length; at += 50) {
      frames.read(Buffer.buffer().appendBytes(in, at, Math.min(50, in.length - at)));
    }
  }
}
