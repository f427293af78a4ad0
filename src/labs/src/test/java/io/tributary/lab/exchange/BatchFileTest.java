package io.tributary.lab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.lab.protocol.hl7.Hl7Fault;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchFileTest {
  private static List<String> messages(String file) {
    return BatchFile.split(file.getBytes(StandardCharsets.ISO_8859_1)).stream()
        .map(m -> new String(m, StandardCharsets.ISO_8859_1))
        .toList();
  }

  @Test
  void aBatchIsItsMessagesWithoutTheEnvelope() {
    assertEquals(
        List.of("MSH|^~\\&|A\rPID|1\rOBX|1|ST|x||caf\u00e9\r", "MSH|^~\\&|B\r"),
        messages(
            "FHS|^~\\&|x\r\nBHS|^~\\&|x\r\nMSH|^~\\&|A\r\nPID|1\r\nOBX|1|ST|x||caf\u00e9\r\n\r\n"
                + "MSH|^~\\&|B\r\nBTS|2\r\nFTS|1\r\n"));
  }

  @Test
  void aSingleMessageMayComeInItsFrame() {
    assertEquals(List.of("MSH|^~\\&|A\rPID|1\r"), messages("\u000bMSH|^~\\&|A\rPID|1\r\u001c\r"));
    assertEquals(List.of("MSH|^~\\&|A\r"), messages("\u00ef\u00bb\u00bfMSH|^~\\&|A\n"));
  }

  @Test
  void whatIsNoMessageIsRefused() {
    assertThrows(Hl7Fault.class, () -> messages(""));
    assertThrows(Hl7Fault.class, () -> messages("FHS|^~\\&|x\rFTS|0\r"));
    assertThrows(Hl7Fault.class, () -> messages("PID|1\rMSH|^~\\&|A\r"));
    assertThrows(Hl7Fault.class, () -> messages("%PDF-1.4"));
  }
}
