package io.tributary.lab.insurance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ICD-10 diagnoses against the list that ships with the service. */
class Icd10Test {
  private static final Icd10 BOOK = Icd10.bundled();

  private static final String TABULAR =
      """
      <ICD10CM.tabular><chapter><desc>Certain things (A00-B99)</desc>
       <excludes2><note>influenza (J09-J11)</note></excludes2>
       <section id="A00-A09"><excludes1><note>other (B20.-) (C01.1, C02.0-C02.3)</note></excludes1>
        <diag><name>A00</name><desc>Thing</desc>
         <sevenChrDef><extension char="A">initial; first</extension></sevenChrDef>
         <diag><name>A00.1</name><desc>Thing  one</desc></diag></diag>
        <diag><name>A01</name><desc>Thing classified elsewhere</desc>
         <codeFirst><note>disease</note></codeFirst>
         <excludes1><note>drugs (T36-T50 with fifth or sixth character 1-4)</note>
          <note>diabetes (E08-E13 with .62-, .65)</note><note>see elsewhere (G6PD)</note></excludes1>
        </diag></section></chapter></ICD10CM.tabular>
      """;

  @Test
  void theTabularListBecomesLines() {
    String lines =
        Icd10ResourceGenerator.lines(
            new ByteArrayInputStream(TABULAR.getBytes(StandardCharsets.UTF_8)), "test");
    assertEquals(
        """
        R\ttest
        S\tA00\tB99\t\tJ09-J11
        S\tA00\tA09\tB20 C011 C020-C023
        D\tA00\tThing\t\tA=initial, first
        D\tA001\tThing one
        D\tA01\tThing classified elsewhere\ts\t\tT36-T50#56=1234 E08-E13/62 E08-E13/65
        """,
        lines);
    Icd10 book = IcdReader.read(new ByteArrayInputStream(zipped(lines)));
    assertTrue(book.findBillable("A00.1XXA").isPresent());
    assertFalse(book.findBillable("A00.1").isPresent());
    assertEquals("Thing one, initial, first", book.search("thing first", 5).get(0).description());
    assertTrue(book.excludes1("A01", "T40.2X1A"));
    assertFalse(book.excludes1("A01", "T40.2X5A"));
    assertTrue(book.excludes1("A01", "E11.621"));
    assertFalse(book.excludes1("A01", "E11.9"));
    assertTrue(book.excludes1("A00.1XXA", "C02.3"));
    assertFalse(book.excludes1("A00.1XXA", "C02.4"));
    assertTrue(book.excludes2("A01", "J10.1"));
  }

  private static byte[] zipped(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  @Test
  void theListIsWhole() {
    assertEquals("ICD-10-CM, April 1, 2026", BOOK.release());
    assertEquals(46_881, BOOK.entries().size());
    assertEquals(36_343, BOOK.entries().stream().filter(IcdEntry::leaf).count());
    assertEquals(
        BOOK.entries().size(), BOOK.entries().stream().map(IcdEntry::code).distinct().count());
    BOOK.entries().stream()
        .filter(e -> e.parent() >= 0)
        .forEach(
            e -> assertTrue(e.code().startsWith(BOOK.entries().get(e.parent()).code()), e.code()));
  }

  @ParameterizedTest
  @CsvSource({
    "E11.9, true",
    "e119, true",
    "E11, false",
    "E11.99, false",
    "S72.001A, true",
    "S72.001, false",
    "S72.001Z, false",
    "S02.0XXB, true",
    "S02.0B, false",
    "V97.33XD, true",
    "Z00.00, true",
    "'', false",
    "hello, false"
  })
  void aCodeIsGoodWhenNothingIsLeftToSay(String code, boolean good) {
    assertEquals(good, BOOK.findBillable(code).isPresent());
  }

  @Test
  void codesAreFoundByTheirBeginning() {
    List<Diagnosis> found = BOOK.search("e11.2", 50);
    assertEquals(
        List.of("E11.21", "E11.22", "E11.29"), found.stream().map(Diagnosis::code).toList());
    assertEquals("Type 2 diabetes mellitus with diabetic nephropathy", found.get(0).description());
    assertEquals(1, BOOK.search("Z00.00", 50).size());
    assertEquals("S72.001A", BOOK.search("S72001A", 50).get(0).code());
    assertEquals(3, BOOK.search("S72", 3).size());
    assertEquals(List.of(), BOOK.search("X99.99", 50));
  }

  @Test
  void codesAreFoundByWords() {
    assertEquals("E78.5", BOOK.search("hyperlipidemia unspecified", 50).get(0).code());
    assertTrue(
        BOOK.search("Diabetes TYPE 2 nephropathy", 50).stream()
            .anyMatch(d -> d.code().equals("E11.21")));
    assertTrue(
        BOOK.search("skull vault subsequent routine", 50).stream()
            .anyMatch(d -> d.code().equals("S02.0XXD")));
    assertEquals(50, BOOK.search("pain", 50).size());
    assertEquals(List.of(), BOOK.search("zebra unicorn", 50));
    assertEquals(List.of(), BOOK.search(" , ", 50));
  }

  @Test
  void whatStandsOnlyBesideOthersIsMarked() {
    assertTrue(BOOK.search("F02.80", 1).get(0).secondary());
    assertTrue(BOOK.search("V97.33XD", 1).get(0).secondary());
    assertFalse(BOOK.search("E11.9", 1).get(0).secondary());
  }

  private static IcdCheck check(String... codes) {
    return IcdCheck.check(BOOK, List.of(codes));
  }

  @Test
  void pairsThatExcludeEachOtherAreViolations() {
    IcdCheck c = check("E11.9", "E10.9");
    assertFalse(c.isValid());
    assertEquals(List.of(new IcdCheck.IcdPair("E11.9", "E10.9", "excludes1")), c.violations());
    assertEquals(
        List.of(new IcdCheck.IcdPair("E10.10", "P70.2", "excludes1")),
        check("P70.2", "E10.10").violations());
    assertTrue(check("E11.9", "I10").isValid());
  }

  @Test
  void aNoteOfASectionOrChapterCountsToo() {
    assertTrue(BOOK.excludes1("J45.909", "T17.918A") || BOOK.excludes2("J45.909", "T17.918A"));
    assertEquals("excludes2", check("K35.80", "O26.611").warnings().get(0).type());
  }

  @Test
  void pairsThatNeedALookAreWarnings() {
    IcdCheck c = check("G44.209", "G43.909");
    assertTrue(c.isValid());
    assertEquals(List.of(new IcdCheck.IcdPair("G44.209", "G43.909", "excludes2")), c.warnings());
  }

  @Test
  void unknownCodesAndHeadingsAreErrors() {
    IcdCheck c = check("E11", "Q00.Z", "E11.9", "E11.9");
    assertFalse(c.isValid());
    assertEquals(
        List.of(
            "E11 is a heading of ICD-10-CM: use a more specific code below it",
            "Q00.Z is not an ICD-10-CM code"),
        c.errors());
    assertTrue(check().isValid());
  }
}
