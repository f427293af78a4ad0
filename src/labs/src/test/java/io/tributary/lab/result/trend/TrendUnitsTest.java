package io.tributary.lab.result.trend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrendUnitsTest {
  @ParameterizedTest
  @CsvSource({
    "5.4,mg/dL,g/L,0.054",
    "5.4,ng/mL,ug/L,5.4",
    "5.4,mmol/L,umol/L,5400",
    "4.5,10*3/uL,10*9/L,4.5",
    "5.4,Cel,[degF],41.72",
    "12,%,1,0.12",
    "10,[degF],Cel,-12.2222222222222",
    "1,d,wk,0.142857142857143",
    "3.2,m[IU]/L,u[IU]/mL,3.2",
    "90,mL/min/{1.73_m2},mL/min/{1.73_m2},90"
  })
  void whatMeasuresTheSameIsConverted(
      BigDecimal value, String from, String to, BigDecimal expected) {
    Optional<BigDecimal> got = TrendUnits.convert(value, from, to);
    assertTrue(got.isPresent(), from + " to " + to);
    assertEquals(0, expected.compareTo(got.get()), got.get().toPlainString());
  }

  @ParameterizedTest
  @CsvSource({
    "mg/dL,mmol/L",
    "mg/dL,mg",
    "U/L,[IU]/L",
    "mL/min/{1.73_m2},mL/min",
    "mg/dL,nonsense",
    "nonsense,mg/dL",
    "'',mg/dL",
    "((((,mg",
    "mg/0,mg",
    "mg,mg/0"
  })
  void whatIsNotTheSameIsNot(String from, String to) {
    assertEquals(Optional.empty(), TrendUnits.convert(BigDecimal.TEN, from, to));
  }

  @Test
  void nonsenseIsNoUnit() {
    assertTrue(TrendUnits.isKnown("mg/dL"));
    assertFalse(TrendUnits.isKnown("mg/dL/"));
    assertFalse(TrendUnits.isKnown("x".repeat(100)));
  }
}
