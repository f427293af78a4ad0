package io.tributary.lab.protocol.hl7;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageDelimitersTest {
  private static final MessageDelimiters USUAL = MessageDelimiters.DEFAULT;
  private static final MessageDelimiters ODD = new MessageDelimiters('#', '*', '+', '!', '%');

  @Test
  void delimitersInTextsAreEscaped() {
    assertEquals("a\\F\\b\\S\\c\\T\\d\\R\\e\\E\\f", USUAL.escape("a|b^c&d~e\\f"));
    assertEquals("a|b^c!F!d", ODD.escape("a|b^c#d"));
  }

  @Test
  void noTextEndsASegmentOrAFrame() {
    String escaped = USUAL.escape("a\rb\nc\r\nd\u000B\u001C\u0000e");
    assertEquals("a\\.br\\b\\.br\\c\\.br\\d\\X0B\\\\X1C\\\\X00\\e", escaped);
    assertEquals("a\nb\nc\nd\u000B\u001C\u0000e", USUAL.unescape(escaped, UTF_8));
  }

  @Test
  void whatIsEscapedComesBack() {
    Random random = new Random(11);
    String letters = "ab|^~\\&#*+!% .F.brXé😀";
    for (MessageDelimiters d : new MessageDelimiters[] {USUAL, ODD}) {
      for (int i = 0; i < 20_000; i++) {
        StringBuilder b = new StringBuilder();
        int n = random.nextInt(12);
        for (int k = 0; k < n; k++) {
          b.appendCodePoint(
              letters.codePointAt(
                  letters.offsetByCodePoints(
                      0, random.nextInt(letters.codePointCount(0, letters.length())))));
        }
        String text = b.toString();
        String escaped = d.escape(text);
        assertEquals(text, d.unescape(escaped, UTF_8));
        String parts = d.field() + d.encodingCharacters().replace("" + d.escape(), "");
        for (char part : parts.toCharArray()) {
          assertFalse(escaped.indexOf(part) >= 0, escaped);
        }
      }
    }
  }

  @Test
  void sequencesOfLayoutAndBytesAreRead() {
    assertEquals("a\nb", USUAL.unescape("a\\.br\\b", UTF_8));
    assertEquals("a\n\n\nb", USUAL.unescape("a\\.sp3\\b", UTF_8));
    assertEquals("a  b", USUAL.unescape("a\\.sk2\\b", UTF_8));
    assertEquals("bold", USUAL.unescape("\\H\\bold\\N\\", UTF_8));
    assertEquals("a b", USUAL.unescape("a\\.in+4\\ b", UTF_8));
    assertEquals("µg", USUAL.unescape("\\XB5\\g", ISO_8859_1));
    assertEquals("µg", USUAL.unescape("\\XC2B5\\g", UTF_8));
  }

  @Test
  void whatIsNoSequenceStays() {
    for (String text :
        new String[] {
          "C:\\temp", "a\\b\\c", "\\", "\\\\", "\\X\\", "\\XG1\\", "\\X123\\", "\\Zfoo\\", "100\\"
        }) {
      assertEquals(text, USUAL.unescape(text, UTF_8));
    }
    assertEquals("C:\\temp|x", USUAL.unescape("C:\\temp\\F\\x", UTF_8));
    assertEquals("\\XFF\\", USUAL.unescape("\\XFF\\", UTF_8));
  }

  @Test
  void aHugeCountOfLinesIsNoFlood() {
    assertEquals(100, USUAL.unescape("\\.sp999\\", UTF_8).length());
  }

  @Test
  void delimitersAreFiveDifferentSigns() {
    for (String five : new String[] {"|^~\\|", "|^~\\a", "|^~\\ ", "||~\\&", "\r^~\\&", "|^~\\é"}) {
      assertThrows(
          IllegalArgumentException.class,
          () ->
              new MessageDelimiters(
                  five.charAt(0), five.charAt(1), five.charAt(2), five.charAt(3), five.charAt(4)));
    }
  }
}
