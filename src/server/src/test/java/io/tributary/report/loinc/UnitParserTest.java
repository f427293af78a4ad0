package io.tributary.report.loinc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.result.trend.TrendUnits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class UnitParserTest {
  @ParameterizedTest
  @CsvFileSource(resources = "/report/units.csv", numLinesToSkip = 1)
  void aPrintedUnitHasItsCode(String printed, String ucum) {
    assertEquals(ucum, UnitParser.parse(printed).map(UcumUnit::code).orElse(null));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/units.csv", numLinesToSkip = 1)
  void theCodesAreUnitsOfUcum(String printed, String ucum) {
    // The library does not support microscope fields and international units per 24 hours.
    if (ucum != null && !ucum.contains("PF]") && !ucum.contains("{")) {
      assertTrue(TrendUnits.isKnown(ucum.startsWith("/") ? "1" + ucum : ucum), ucum);
    }
  }

  @Test
  void everyUnitOfTheTableIsKnown() {
    List<String> strange = new ArrayList<>();
    Csv.readResource(
        "loinc-common.csv",
        l -> {
          if (BundledTable.unitKind(l.get("unit_ucum")).equals("?")) {
            strange.add(l.get("unit_ucum"));
          }
        });
    assertEquals(List.of(), strange.stream().distinct().toList());
  }
}
