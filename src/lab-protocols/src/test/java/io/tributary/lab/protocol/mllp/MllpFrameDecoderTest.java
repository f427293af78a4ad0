package io.tributary.lab.protocol.mllp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.protocol.mllp.MllpFault.Kind;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MllpFrameDecoderTest {
  private static final String S = "\u000B";
  private static final String E = "\u001C\r";

  private final MllpFrameDecoder frames = new MllpFrameDecoder(100, 10);

  private List<String> read(String chunk) {
    return frames.read(Buffer.buffer(chunk.getBytes(ISO_8859_1))).stream()
        .map(b -> new String(b, ISO_8859_1))
        .toList();
  }

  private Kind fault(String chunk) {
    return assertThrows(MllpFault.class, () -> read(chunk)).kind();
  }

  @Test
  void aFrameIsReadBack() {
    byte[] message = "MSH|x\rPID|y\r".getBytes(ISO_8859_1);
    Buffer frame = MllpFrameDecoder.frame(message);
    assertEquals(S + "MSH|x\rPID|y\r" + E, frame.toString(ISO_8859_1));
    assertArrayEquals(message, frames.read(frame).getFirst());
  }

  @Test
  void everyCutGivesTheSameMessages() {
    String all = S + "one\rtwo" + E + S + "three" + E + "\r\n" + S + E + S + "four" + E;
    for (int a = 0; a <= all.length(); a++) {
      for (int b = a; b <= all.length(); b++) {
        MllpFrameDecoder own = new MllpFrameDecoder(100, 10);
        List<String> out = new ArrayList<>();
        for (String part : List.of(all.substring(0, a), all.substring(a, b), all.substring(b))) {
          own.read(Buffer.buffer(part.getBytes(ISO_8859_1)))
              .forEach(m -> out.add(new String(m, ISO_8859_1)));
        }
        assertEquals(List.of("one\rtwo", "three", "four"), out, "cut at " + a + " and " + b);
        assertFalse(own.hasOpenFrame());
      }
    }
  }

  @Test
  void bytesBeforeTheFirstFrameAreSkipped() {
    assertEquals(List.of("x"), read("garbage" + S + "x" + E));
    assertEquals(7, frames.noiseBytes());
  }

  @Test
  void tooMuchNoiseEndsTheConnection() {
    assertEquals(List.of(), read("0123456789"));
    assertEquals(Kind.NOISE, fault("0"));
  }

  @Test
  void lineEndsBetweenFramesAreNoNoiseAndAGoodFrameForgives() {
    assertEquals(List.of(), read("\r\n".repeat(100)));
    for (int i = 0; i < 5; i++) {
      assertEquals(List.of("x"), read("12345678" + S + "x" + E));
    }
  }

  @Test
  void theSizeIsBoundToTheByte() {
    assertEquals(List.of("y".repeat(100)), read(S + "y".repeat(100) + E));
    assertEquals(Kind.TOO_LARGE, fault(S + "y".repeat(101) + E));
  }

  @Test
  void theSizeIsBoundOverManyChunks() {
    read(S);
    for (int i = 0; i < 100; i++) {
      assertEquals(List.of(), read("y"));
    }
    assertEquals(Kind.TOO_LARGE, fault("y"));
  }

  @Test
  void aFrameBegunAnewReplacesTheOneLeftOpen() {
    assertEquals(List.of("new"), read(S + "old" + S + "new" + E));
    assertEquals(1, frames.abandonedFrames());
  }

  @Test
  void aMissingCarriageReturnIsRecoveredAtTheNextStart() {
    assertEquals(List.of("a", "b"), read(S + "a\u001C" + S + "b" + E));
  }

  @Test
  void anEndInTheMiddleIsNoEnd() {
    assertEquals(Kind.NOISE, fault(S + "a\u001Cb" + E));
  }

  @Test
  void aFrameIsOpenFromItsFirstByteToItsLast() {
    assertFalse(frames.hasOpenFrame());
    read(S);
    assertTrue(frames.hasOpenFrame());
    read("x\u001C");
    assertTrue(frames.hasOpenFrame());
    read("\r");
    assertFalse(frames.hasOpenFrame());
  }

  @Test
  void marksInsideAMessageAreNotSent() {
    for (String bad : List.of("a\u000Bb", "a\u001Cb", "\u001C")) {
      assertThrows(
          IllegalArgumentException.class, () -> MllpFrameDecoder.frame(bad.getBytes(ISO_8859_1)));
    }
  }

  @Test
  void anyBytesGiveMessagesOrAFaultAndNothingElse() {
    Random random = new Random(7);
    int read = 0;
    int faults = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = new byte[] {0x0B, 0x1C, 0x0D, 'a', 'b', 0x0A}[random.nextInt(6)];
      }
      try {
        for (byte[] message : new MllpFrameDecoder(20, 5).read(Buffer.buffer(bytes))) {
          read++;
          assertTrue(message.length > 0 && message.length <= 20);
          MllpFrameDecoder.frame(message);
        }
      } catch (MllpFault e) {
        faults++;
      }
    }
    assertTrue(read > 100 && faults > 100, read + " and " + faults);
  }
}
