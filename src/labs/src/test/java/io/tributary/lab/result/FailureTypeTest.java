package io.tributary.lab.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FailureTypeTest {
  static List<List<String>> rows() {
    return SpecificationCsv.of("failures.csv");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everySignOfTheContractIsSeenInAnyCase(List<String> row) {
    assertEquals(
        row.get(0),
        FailureType.infer(List.of("TNP", "Note: " + row.get(1).toUpperCase() + ".")).wireName());
  }

  @Test
  void theFirstTypeWinsAndWithoutASignNothingIsGuessed() {
    assertEquals(
        FailureType.QUANTITY_NOT_SUFFICIENT_FAILURE,
        FailureType.infer(List.of("specimen lost, insufficient volume left")));
    assertEquals(FailureType.UNKNOWN_FAILURE, FailureType.infer(List.of("Test not performed")));
    assertEquals(FailureType.UNKNOWN_FAILURE, FailureType.infer(List.of()));
    assertEquals(
        FailureType.INSUFFICIENT_VOLUME, FailureType.infer(List.of("insufficient_volume")));
  }
}
