package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Page;
import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** OCR results with a single possible correction. */
class ScannedWordsTest {
  /** Returns the text of lines whose words are separated by column gaps. */
  private static String read(Page.Source source, String... lines) {
    return read(0.9, source, lines);
  }

  private static String read(double sure, Page.Source source, String... lines) {
    List<Word> words = new ArrayList<>();
    for (int y = 0; y < lines.length; y++) {
      double x = 0;
      for (String text : lines[y].split(" ")) {
        if (!text.isEmpty()) {
          words.add(
              new Word(
                  text,
                  new BoundingBox(x, 20 * y, x + 5 * text.length(), 20 * y + 8),
                  sure,
                  false));
        }
        x += text.isEmpty() ? 40 : 5 * text.length() + 4;
      }
    }
    return ScannedWords.correctedWords(new Page(1, 600, 800, source, words)).stream()
        .map(Word::text)
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "1022/L,10^12/L",
    "10!2/L,10^12/L",
    "10'7/L,10^12/L",
    "18*9/L,10^9/L",
    "10QA9/L,10^9/L",
    "10^9/T,10^9/L",
    "x1QE6/uL,x10E6/uL",
    "wmol/L,µmol/L",
    "nmol/t,nmol/L",
    "g/t,g/L",
    "o/L,g/L",
    "cellsful,cells/uL",
    "cells/ut,cells/uL",
    "Jul,/uL",
    "gfdL,g/dL",
    "mmoUL,mmol/L",
    "«IU/mL,IU/mL",
    "~kU/L,kU/L",
    "_%,%",
    "ROW,RDW",
    "(£4),(f4)",
    "(dl),(d1)",
    "x1029/L,x10^12/L",
    "x101?/L,x10^12/L",
    "x10!2/L,x10^12/L",
    "x107?/L,x10^12/L",
    "1049/L,10^9/L",
    "10%9/L,10^9/L",
    "x10%6/uL,x10^6/uL",
    "1073/HL,10^3/µL",
    "x10€3/uL,x10E3/uL",
    "yo/L,µg/L",
    "Ho/L,µg/L",
    "Emol/L,µmol/L",
    "mmoi/L,mmol/L",
    "mmal/L,mmol/L",
    "ma/dL,mg/dL",
    "mag/db,mg/dL",
    "(U/mL,IU/mL",
    "W/L,IU/L",
    "mIiU/L,mIU/L",
    "/npf,/hpf",
    "fhpt,/hpf",
    "[pf,/lpf",
    "jng/mL,ng/mL",
    "ng/dL_,ng/dL",
    "mL/min/1.73m?,mL/min/1.73m2",
    "mLmin/1.73,mL/min/1.73",
    "AIG,A/G",
    "mceg/dL,mcg/dL",
    "=pmol/L,pmol/L",
    "~=nmol/L,nmol/L",
    "—ng/dL,ng/dL",
    "JU/mL,IU/mL",
    "wmol/L,µmol/L",
    "(£14),(f14)",
    "(wl),(w1)",
    "(ml),(ml)",
    "(fl),(fl)",
    "pco2,pCO2",
    "Oto5,0 to 5",
    "6.0—-16.0,6.0-16.0",
    "CD19+B,CD19+ B",
    "Alburnin,Albumin",
    ".Non-HDL,Non-HDL",
    // No correction needed.
    "mmol/mol,mmol/mol",
    "ng/mL,ng/mL",
    "pg/mL,pg/mL",
    "mg/L,mg/L",
    "10^9/L,10^9/L",
    "1.025,1.025",
    "10.2,10.2",
    "(U/L),(U/L)",
    "/hpf,/hpf",
    "g/L,g/L"
  })
  void aWordWithASingleCandidateIsCorrected(String found, String printed) {
    assertEquals(printed, read(Page.Source.OCR, found));
    assertEquals(found, read(Page.Source.TEXT_LAYER, found));
  }

  @Test
  void aDayIsADecilitreWhereTheOthersAre() {
    assertEquals("mg/dL g/dL mg/dL mg/dL", read(Page.Source.OCR, "mg/dL", "g/dL", "mg/dL", "mg/d"));
    assertEquals("mg/dL mg/d", read(Page.Source.OCR, "mg/dL", "mg/d"));
    assertEquals(
        "mg/dL g/dL mg/dL Urine, 24 hour mg/d",
        read(Page.Source.OCR, "mg/dL", "g/dL", "mg/dL", "Urine, 24 hour", "mg/d"));
  }

  @Test
  void dirtBesideHeadingsAndNamesIsNotRead() {
    assertEquals("Test Result Flag Units", read(Page.Source.OCR, "Test  Result  Flag:  Units"));
    assertEquals("Specimen Type: Serum", read(Page.Source.OCR, "Specimen Type: Serum"));
    assertEquals(
        "Hemoglobin 11.2 g/dL 11.1 - 15.9",
        read(Page.Source.OCR, "Hemoglobin -  11.2  g/dL  11.1 - 15.9"));
    assertEquals("Cholesterol - Total 180", read(Page.Source.OCR, "Cholesterol - Total  180"));
  }

  @Test
  void aWordReadSurelyIsNotMadeAnother() {
    assertEquals("Glucose", read(0.9, Page.Source.OCR, "Glucoze"));
    assertEquals("Glucoze", read(0.97, Page.Source.OCR, "Glucoze"));
  }

  @Test
  void rangesOfShortWordsAreRead() {
    assertEquals("Oxalate 12 to 44", read(Page.Source.OCR, "Oxalate  12 ta 44"));
    assertEquals("Oxalate 0 to 44", read(Page.Source.OCR, "Oxalate  Oto 44"));
    assertEquals("Oxalate 0 to 5", read(Page.Source.OCR, "Oxalate  OtoS"));
    assertEquals("Oxalate 5 to 44", read(Page.Source.OCR, "Oxalate  Sta 44"));
    assertEquals("Oxalate ta", read(Page.Source.OCR, "Oxalate  ta"));
  }

  @Test
  void hormonesOfTheThyroidAreNoNumbers() {
    assertEquals("Free T3 4.4", read(Page.Source.OCR, "Free 13  4.4"));
    assertEquals("Total 14 3-20", read(Page.Source.OCR, "Total  14  3-20"));
    assertEquals("Free 13 4.4", read(Page.Source.TEXT_LAYER, "Free 13  4.4"));
  }

  @Test
  void dirtBehindANumberIsTakenAway() {
    assertEquals("Oxalate 44 mg/L", read(Page.Source.OCR, "Oxalate  44.  mg/L"));
    assertEquals("Oxalate 4.4 mg/L", read(Page.Source.OCR, "Oxalate  4.4)  mg/L"));
    assertEquals("Oxalate (< 4.4)", read(Page.Source.OCR, "Oxalate  (< 4.4)"));
  }

  @Test
  void anExclamationInAWordIsALetter() {
    assertEquals("Tota! Protein".replace('!', 'l'), read(0.99, Page.Source.OCR, "Tota! Protein"));
  }

  @Test
  void wordsOfBothEnglishesStay() {
    assertEquals("Luteinising", read(0.8, Page.Source.OCR, "Luteinising"));
  }

  @Test
  void longWordsOfNamesAndNumbersAreNoDirt() {
    BoundingBox box = new BoundingBox(10, 10, 60, 18);
    for (String text : List.of("Bilirubin", "(Quuxic)", "0.28", "(1.5-3.5)")) {
      assertEquals(1, LineGrouper.group(1, List.of(new Word(text, box, 0.03, false))).size());
    }
    for (String text : List.of("aie", "Fooikok", "3")) {
      assertEquals(0, LineGrouper.group(1, List.of(new Word(text, box, 0.03, false))).size());
    }
  }
}
