package io.tributary.lab.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.ServiceException;
import io.tributary.lab.catalogue.AoeAnswers.QuestionAnswer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answer formats of ask-on-order-entry questions. */
class AoeAnswersTest {
  private static final List<Question.Answer> YES_NO =
      List.of(new Question.Answer(1, "Y", "Yes"), new Question.Answer(2, "N", "No"));
  private static final Question CHOICE = question(1, "PREG", QuestionType.CHOICE, false, YES_NO);
  private static final Question MULTI =
      question(2, "ABXS", QuestionType.MULTI_CHOICE, false, YES_NO);
  private static final Question NUMBER =
      question(3, "TVOL", QuestionType.NUMERIC, false, List.of());
  private static final Question TEXT = question(4, "SRCE", QuestionType.TEXT, false, List.of());
  private static final Question FASTING = question(5, "FSTING", QuestionType.CHOICE, true, YES_NO);
  private static final Question REQUIRED = question(6, "LPUR", QuestionType.TEXT, true, List.of());

  private static Question question(
      long id, String code, QuestionType type, boolean required, List<Question.Answer> answers) {
    return new Question(id, code, "About " + code + "?", type, required, 1, answers, null, null);
  }

  private static Marker marker(Question... questions) {
    return new Marker(
        7,
        1,
        "007",
        "M",
        "m",
        null,
        MarkerType.BIOMARKER,
        null,
        "serum",
        new Price(100, null, null),
        true,
        true,
        false,
        1,
        2,
        List.of(questions),
        List.of());
  }

  private static List<QuestionAnswer> complete(Marker m, QuestionAnswer... given) {
    return AoeAnswers.complete(List.of(m), List.of(given), Optional.empty());
  }

  private static String refused(Marker m, QuestionAnswer... given) {
    ServiceException r = assertThrows(ServiceException.class, () -> complete(m, given));
    assertEquals(ServiceException.Reason.INVALID, r.reason());
    return r.detail().asText();
  }

  @ParameterizedTest
  @CsvSource({
    "1, Y, true",
    "1, Yes, false",
    "1, '', false",
    "2, N, true",
    "2, X, false",
    "3, 12, true",
    "3, -1.5, true",
    "3, .5, true",
    "3, 1e5, false",
    "3, twelve, false",
    "3, '', false",
    "3, 1.2.3, false",
    "3, ' 7 ', true",
    "4, Arm, true",
    "4, '', false",
    "4, '  ', false"
  })
  void anAnswerFitsItsQuestion(long question, String answer, boolean fits) {
    Marker m = marker(CHOICE, MULTI, NUMBER, TEXT);
    QuestionAnswer given = new QuestionAnswer(7, question, answer);
    if (fits) {
      assertEquals(List.of(given), complete(m, given));
    } else {
      assertTrue(refused(m, given).endsWith("is not valid for its question"));
    }
  }

  @Test
  void aChoiceIsAnsweredOnceAndSeveralChoicesOnceEach() {
    Marker m = marker(CHOICE, MULTI);
    assertEquals(
        "\"About PREG?\" is answered twice",
        refused(m, new QuestionAnswer(7, 1, "Y"), new QuestionAnswer(7, 1, "N")));
    assertEquals(
        2, complete(m, new QuestionAnswer(7, 2, "Y"), new QuestionAnswer(7, 2, "N")).size());
    assertEquals(
        "\"About ABXS?\" is answered twice",
        refused(m, new QuestionAnswer(7, 2, "Y"), new QuestionAnswer(7, 2, "Y")));
  }

  @Test
  void whatIsRequiredMustBeAnswered() {
    assertEquals("Missing required questions - \"About LPUR?\"", refused(marker(REQUIRED)));
    assertEquals(1, complete(marker(REQUIRED), new QuestionAnswer(7, 6, "x")).size());
    assertEquals(List.of(), complete(marker(CHOICE, MULTI, NUMBER, TEXT)));
  }

  @Test
  void fastingIsKnownFromTheTestUnlessAnswered() {
    Marker m = marker(FASTING);
    assertEquals(
        List.of(new QuestionAnswer(7, 5, "Y")),
        AoeAnswers.complete(List.of(m), List.of(), Optional.of(true)));
    assertEquals(
        List.of(new QuestionAnswer(7, 5, "N")),
        AoeAnswers.complete(List.of(m), List.of(), Optional.of(false)));
    assertEquals(
        List.of(new QuestionAnswer(7, 5, "N")),
        AoeAnswers.complete(List.of(m), List.of(new QuestionAnswer(7, 5, "N")), Optional.of(true)));
    assertEquals("Missing required questions - \"About FSTING?\"", refused(m));
  }

  @Test
  void aDefaultAnswers() {
    Question q =
        new Question(8, "CPER", "Hours?", QuestionType.NUMERIC, true, 1, List.of(), null, "24");
    assertEquals(List.of(new QuestionAnswer(7, 8, "24")), complete(marker(q)));
    assertEquals(
        List.of(new QuestionAnswer(7, 8, "12")),
        complete(marker(q), new QuestionAnswer(7, 8, "12")));
  }

  @Test
  void unknownMarkersAndQuestionsAreRefused() {
    assertEquals(
        "marker 8 of an answer is not part of the order",
        refused(marker(CHOICE), new QuestionAnswer(8, 1, "Y")));
    assertEquals(
        "marker 7 has no question 9", refused(marker(CHOICE), new QuestionAnswer(7, 9, "Y")));
  }
}
