package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Page;
import io.tributary.report.page.Word;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Typical OCR errors and the text that was printed. */
class OcrErrorPatternsTest {
  private static final BoundingBox BOX = new BoundingBox(0, 0, 10, 10);

  private static TextRun run(String text, double sure) {
    return TextRun.of(1, List.of(new Word(text, BOX, sure, false)));
  }

  @ParameterizedTest
  @CsvSource({
    "Creatinine, pmol/L, µmol/L, 1",
    "Serum iron, pmol/L, µmol/L, 1",
    "Free T4, pmol/L,,",
    "Estradiol, pmol/L,,",
    "Quux, pmol/L, pmol/L, 0.55",
    "Iron, pg/dL, µg/dL, 1",
    "Cortisol, pg/dL, µg/dL, 1",
    "Free Cortisol, pg/dL, pg/dL, 0.55",
    "Vancomycin, pg/mL, µg/mL, 1",
    "BNP, pg/mL,,",
    "Free T3, pg/mL,,",
    "Quux, pg/mL, pg/mL, 0.55",
    "Ferritin, pg/L, µg/L, 1",
    "Quux, pg/L, pg/L, 0.55",
    "Ferritin, g/L, g/L, 0.55",
    "Creatinine, mol/L, µmol/L, 1",
    "Quux, mol/L, mol/L, 0.55",
    "ALT, UL, U/L, 1",
    "Sodium, UL, UL, 0.55",
    "Haematocrit, L/l, L/L, 1",
    "Packed cell volume, LL, L/L, 1",
    "ALT, LL, LL, 0.55",
    "Packed cell volume, U/L, L/L, 1",
    "ALT, U/L,,",
    "MCH, pg,,",
    "Sodium, mmol/L,,"
  })
  void whatIsMeasuredTellsMicroFromPico(String name, String units, String told, Double sure) {
    Optional<MicroPrefixCorrection.UnitCorrection> found =
        MicroPrefixCorrection.correct(run(name, 1), run(units, 0.9));
    assertEquals(Optional.ofNullable(told), found.map(t -> t.units().text()));
    assertEquals(Optional.ofNullable(sure), found.map(MicroPrefixCorrection.UnitCorrection::sure));
  }

  @Test
  void aTextLayerIsWhatItIs() {
    assertEquals(
        Optional.empty(), MicroPrefixCorrection.correct(run("Creatinine", 1), run("pmol/L", 1)));
    assertEquals(
        "C02", ScannedWords.correctedWords(page(Page.Source.TEXT_LAYER, "C02")).getFirst().text());
  }

  @ParameterizedTest
  @CsvSource({
    "C02, CO2",
    "CO02, CO2",
    "Cco2, CO2",
    "25-0H, 25-OH",
    "(25-0H), (25-OH)",
    "CO2, CO2",
    "C4, C4"
  })
  void namesOfFixedSpellingAreReadAsThey(String read, String printed) {
    Word word = ScannedWords.correctedWords(page(Page.Source.OCR, read)).getFirst();
    assertEquals(printed, word.text());
    assertEquals(read.equals(printed) ? 0.95 : 0.75, word.confidence());
  }

  private static Page page(Page.Source source, String word) {
    return new Page(1, 600, 800, source, List.of(new Word(word, BOX, 0.95, false)));
  }
}
