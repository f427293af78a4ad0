package io.tributary.simulators.lab;

import io.tributary.lab.protocol.hl7.MessageDelimiters;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Writes the result message (ORU^R01) of one order. It contains no report document, so the service
 * renders its own.
 */
final class Hl7ResultWriter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmssZ").withZone(ZoneOffset.UTC);

  private final SimOrder order;
  private final ResultScript script;
  private final String controlId;
  private final Instant now;
  private final StringBuilder out = new StringBuilder();

  Hl7ResultWriter(SimOrder order, ResultScript script, String controlId, Instant now) {
    this.order = order;
    this.script = script;
    this.controlId = controlId;
    this.now = now;
  }

  byte[] write() {
    SimOrder.Message m = order.first;
    writeSegment(
        "MSH",
        "^~\\&",
        m.header(5),
        m.header(6),
        m.header(3),
        m.header(4),
        TIME.format(now),
        "",
        "ORU^R01^ORU_R01",
        controlId,
        m.header(11),
        "2.5.1",
        "",
        "",
        "",
        "",
        "",
        "UNICODE UTF-8");
    out.append(script.unmatched() ? unknownPatient(m.patient()) : m.patient()).append('\r');
    int n = 0;
    for (SimOrder.Test test : m.tests()) {
      writeTest(++n, test);
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns an unknown patient, whose number and personal data do not match. */
  private static String unknownPatient(String patient) {
    String[] f = patient.split("\\|", -1);
    if (f.length > 7) {
      f[3] = "X" + f[3];
      f[5] = "Unheard^Of";
      f[7] = "19010101";
    }
    return String.join("|", f);
  }

  private void writeTest(int n, SimOrder.Test test) {
    String sample = script.unmatched() ? "X" + order.sample : order.sample;
    String placer = script.unmatched() ? "X" + test.placer() : test.placer();
    String filler = "F" + order.sample;
    String at = TIME.format(now);
    String before = TIME.format(now.minusSeconds(3600));
    writeSegment("ORC", "RE", placer, filler, sample);
    writeSegment(
        "OBR",
        String.valueOf(n),
        placer,
        filler,
        test.code() + "^" + test.name() + "^L",
        "",
        "",
        before,
        "",
        "",
        "",
        "",
        "",
        "",
        at,
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        at,
        "",
        "",
        script.status().obr());
    List<ResultScript.Value> values = script.valuesOf(test, n, order.first.tests().size());
    for (int i = 0; i < values.size(); i++) {
      writeValue(i + 1, values.get(i), at);
    }
  }

  private void writeValue(int n, ResultScript.Value v, String at) {
    MessageDelimiters d = MessageDelimiters.DEFAULT;
    String code = v.code() + "^" + d.escape(v.name()) + "^L";
    if (!v.loinc().isEmpty()) {
      code += "^" + v.loinc() + "^" + d.escape(v.name()) + "^LN";
    }
    writeSegment(
        "OBX",
        String.valueOf(n),
        v.missing().isEmpty() ? v.type() : "ST",
        code,
        "",
        v.missing().isEmpty() ? v.text() : "",
        d.escape(v.unit()),
        v.range(),
        v.flag(),
        "",
        "",
        v.missing().isEmpty() ? script.status().obx() : "X",
        "",
        "",
        at,
        "05D0000000^Simulated Laboratory^CLIA",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "Simulated Laboratory^^^^^CLIA^XX^^^05D0000000",
        "1 Sandbox Way^^Springfield^IL^62701^US",
        "1234567893^Doe^Jane");
    if (!v.missing().isEmpty()) {
      writeSegment("NTE", "1", "L", d.escape(v.missing()));
    }
  }

  private void writeSegment(String... fields) {
    out.append(String.join("|", fields)).append('\r');
  }
}
