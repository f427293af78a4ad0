package io.tributary.lab.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.lab.protocol.LabReport.Interpretation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceRangeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "-",
      value = {
        "4.0-11.0;4.0;11.0",
        " 4 - 11 ;4;11",
        "4\u201311;4;11",
        "-2--1;-2;-1",
        "-1.5-1.5;-1.5;1.5",
        "+1-+2;1;2",
        "<5;-;5",
        "< OR = 5.6;-;5.6",
        "< or =5.6;-;5.6",
        "\u22645.6;-;5.6",
        "<=.5;-;.5",
        ">60;60;-",
        ">= 60;60;-",
        "> Or = 60;60;-",
        "\u226560;60;-",
        "11-4;-;-",
        "NEGATIVE;-;-",
        "1:40;-;-",
        "5;-;-",
        "4-11 mg;-;-",
        "1,000-2,000;-;-",
        "1e3-2e3;-;-",
        "'';-;-"
      })
  void rangesAreReadAsTheContractSays(String text, BigDecimal min, BigDecimal max) {
    ReferenceRange range = ReferenceRange.parse(text);
    assertEquals(Optional.ofNullable(min), range.min());
    assertEquals(Optional.ofNullable(max), range.max());
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // range, value, above, below
        "4-11,3.9,false,true",
        "4-11,4,false,false",
        "4-11,11,false,false",
        "4-11,11.0001,true,false",
        "<5,5,true,-",
        "<5,4.99,false,-",
        "<=5,5,false,-",
        "< OR = 5,5.1,true,-",
        ">60,60,-,true",
        ">60,60.1,-,false",
        ">=60,60,-,false",
        "-2-2,-3,false,true",
        // Inequalities are compared only if all their values lie on one side of the limit.
        "0-1100,>2000,true,false",
        "0-1100,>500,-,false",
        "0-1100,>1100,true,false",
        "0-1100,>=1100,-,false",
        "<1100,>=1100,true,-",
        "4-11,<4,false,true",
        "4-11,<=4,false,-",
        "4-11,<11,false,-",
        "4-11,<12,-,-",
        ">4,<=4,-,true",
        "0-10,2-5,false,false",
        "0-10,8-12,-,false",
        "0-10,11-12,true,false",
        "-,5,-,-",
        "0-10,word,-,-"
      })
  void aValueIsFlaggedOnlyWhenThatIsSure(String range, String value, Boolean above, Boolean below) {
    ReferenceRange r = ReferenceRange.parse(range == null ? "" : range);
    assertEquals(Optional.ofNullable(above), r.isAbove(NumericRange.parse(value)), "above");
    assertEquals(Optional.ofNullable(below), r.isBelow(NumericRange.parse(value)), "below");
  }

  @Test
  void theLaboratorysWordCountsAndNothingElseIsCritical() {
    Optional<Boolean> yes = Optional.of(true);
    Optional<Boolean> no = Optional.of(false);
    assertEquals(
        Interpretation.NORMAL,
        InterpretationRules.interpret(Optional.empty(), no, Optional.empty()));
    assertEquals(Interpretation.ABNORMAL, InterpretationRules.interpret(Optional.empty(), yes, no));
    assertEquals(Interpretation.ABNORMAL, InterpretationRules.interpret(Optional.empty(), no, yes));
    for (Interpretation said : Interpretation.values()) {
      assertEquals(said, InterpretationRules.interpret(Optional.of(said), yes, yes));
    }
  }

  @Test
  void theGravestOfSeveralCounts() {
    assertEquals(Interpretation.NORMAL, InterpretationRules.worst(List.of()));
    assertEquals(
        Interpretation.UNKNOWN,
        InterpretationRules.worst(List.of(Interpretation.NORMAL, Interpretation.UNKNOWN)));
    assertEquals(
        Interpretation.ABNORMAL,
        InterpretationRules.worst(List.of(Interpretation.UNKNOWN, Interpretation.ABNORMAL)));
    assertEquals(
        Interpretation.CRITICAL,
        InterpretationRules.worst(
            List.of(Interpretation.ABNORMAL, Interpretation.CRITICAL, Interpretation.UNKNOWN)));
  }
}
