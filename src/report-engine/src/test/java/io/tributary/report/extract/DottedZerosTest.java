package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.extract.Tesseract.OcrWord;
import io.tributary.report.page.BoundingBox;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Zeros with an inner mark, and numbers split at their decimal point. */
class DottedZerosTest {
  private static List<OcrWord> recognized(String line, double gap) {
    List<OcrWord> words = new ArrayList<>();
    double x = 0;
    for (String text : line.split(" ")) {
      words.add(new OcrWord(text, new BoundingBox(x, 10, x + 10 * text.length(), 30), 0.9));
      x += 10 * text.length() + gap;
    }
    return DottedZeros.correct(words);
  }

  private static String text(List<OcrWord> words) {
    return words.stream().map(OcrWord::text).collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "@.31,0.31",
    "<@.05,<0.05",
    "Q@.62,0.62",
    "(1@-4@),(10-40)",
    "[@.2,[0.2",
    "Q.4,0.4",
    "O-7),0-7)",
    "Q0-12],0-12]",
    "6®,60",
    "12-@3-2021,12-03-2021",
    "K17-55@,K17-550",
    "[@,[0",
    "x1@E3/uL,x10E3/uL",
    "1Q@^9/L,10^9/L"
  })
  void aZeroWithAnInnerMarkIsAZero(String read, String printed) {
    assertEquals(printed, text(recognized(read, 40)));
  }

  @ParameterizedTest
  @CsvSource({"someone@example.org", "Q-10", "O-7", "QC.2", "Q", "1,2"})
  void otherSignsStayWhatTheyAre(String read) {
    assertEquals(read, text(recognized(read, 40)));
  }

  @Test
  void aCorrectedValueIsNotCertain() {
    assertTrue(recognized("4@", 40).getFirst().confidence() < 0.7);
    assertTrue(recognized("@", 40).getFirst().confidence() < 0.5);
  }

  @Test
  void aNumberThatFellApartAtItsPointIsOneAgain() {
    assertEquals("(31.5-42.0)", text(recognized("(31 .5-42.@)", 12)));
    assertEquals("(2.50-9.75)", text(recognized("(2. 50-9.75)", 12)));
    assertEquals("31 .5", text(recognized("31 .5", 40)));
    assertEquals("31 42", text(recognized("31 42", 12)));
  }
}
