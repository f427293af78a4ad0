package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Page;
import io.tributary.report.page.ParseFailure;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawReport.MetadataField;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.report.page.Word;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Page layouts as text files with their expected rows; the files are in the test resources of this
 * package.
 */
class ReportLayoutReaderTest {
  /** A page and its expected rows. */
  record LayoutCase(String name, List<Page> pages, String expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * Reads the cases. {@code ==== name} separates cases, {@code ----} a page from its rows, and
   * {@code ++++} pages.
   */
  static List<LayoutCase> cases() throws IOException {
    List<LayoutCase> cases = new ArrayList<>();
    String all =
        text("layouts") + text("layouts-abroad") + text("layouts-world") + text("layouts-traps");
    for (String part : all.split("(?m)^==== ")) {
      if (part.isBlank()) {
        continue;
      }
      int line = part.indexOf('\n');
      String[] halves = part.substring(line + 1).split("(?m)^----\n");
      cases.add(
          new LayoutCase(
              part.substring(0, line),
              TextPage.all(halves[0].split("(?m)^\\+\\+\\+\\+\n")),
              halves[1].strip()));
    }
    return cases;
  }

  private static String text(String name) throws IOException {
    try (InputStream in =
        ReportLayoutReaderTest.class.getResourceAsStream("/report/layout/" + name + ".txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void layoutsAreReadRowByRow(LayoutCase layout) {
    assertEquals(layout.expected(), TextPage.rows(layout.pages()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void wordsThatTrembleMakeNoRowsThatAreNotThere(LayoutCase layout) {
    List<Page> shaken = layout.pages().stream().map(p -> TextPage.asScan(p, 4)).toList();
    List<String> values = new ArrayList<>();
    layout
        .expected()
        .lines()
        .filter(l -> l.contains("|"))
        .forEach(l -> values.add(l.split("\\|")[1]));
    String found = TextPage.rows(shaken);
    for (String line : found.lines().filter(l -> l.contains("|")).toList()) {
      assertTrue(values.remove(line.split("\\|")[1]), "not printed there: " + line);
    }
  }

  private static RawReport read(String text) throws ReportUnreadable {
    return ReportLayoutReader.read(TextPage.all(text));
  }

  private static String about(RawReport report, MetadataField about) {
    return report.about().containsKey(about) ? report.about().get(about).text() : "";
  }

  private static final String TABLE =
      """

      Test          Result    Units     Reference Range
      Glucose       95        mg/dL     70-99
      Sodium        140       mmol/L    135-145
      """;

  @Test
  void whatStandsRightOfALabelIsFound() throws ReportUnreadable {
    RawReport report =
        read(
            """
                          ACME CLINICAL LABORATORIES
            Patient Name: SMITH, JOHN A            Collected: 03/14/2024 08:15 AM
            DOB: 05/06/1970    Sex: M  Age: 53     Received: 03/14/2024
            Accession #: A12345678                 Reported: 03/15/2024 10:00
            """
                + TABLE);
    assertEquals("SMITH, JOHN A", about(report, MetadataField.PATIENT_NAME));
    assertEquals("05/06/1970", about(report, MetadataField.BIRTH_DATE));
    assertEquals("M", about(report, MetadataField.SEX));
    assertEquals("53", about(report, MetadataField.AGE));
    assertEquals("ACME CLINICAL LABORATORIES", about(report, MetadataField.LAB_NAME));
    assertEquals("03/14/2024 08:15 AM", about(report, MetadataField.DATE_COLLECTED));
    assertEquals("03/14/2024", about(report, MetadataField.DATE_RECEIVED));
    assertEquals("03/15/2024 10:00", about(report, MetadataField.DATE_REPORTED));
    assertEquals("A12345678", about(report, MetadataField.SPECIMEN_NUMBER));
  }

  @Test
  void labelsOfOtherCountriesAreKnown() throws ReportUnreadable {
    RawReport report =
        read(
            """
            Hillside Pathology
            Patient Name: SMITH, JOHN A       Request No: 5550123
            Extraction date: 04-02-2024       Admitted: 04-02-2024
            Entry date: 05-02-2024            Date of Issue: 06-02-2024
            """
                + TABLE);
    assertEquals("5550123", about(report, MetadataField.SPECIMEN_NUMBER));
    assertEquals("04-02-2024", about(report, MetadataField.DATE_COLLECTED));
    assertEquals("05-02-2024", about(report, MetadataField.DATE_RECEIVED));
    assertEquals("06-02-2024", about(report, MetadataField.DATE_REPORTED));
  }

  @Test
  void aTitleIsNoLaboratory() throws ReportUnreadable {
    assertEquals(
        "Hillside Pathology",
        about(
            read("Medical biology laboratory\nHillside Pathology\nPatient Name: Ann Ode\n" + TABLE),
            MetadataField.LAB_NAME));
  }

  @Test
  void earlierResultsUnderTheirOwnHeadingMakeNoDoubt() throws ReportUnreadable {
    String row = "Sodium                    139 mmol/L    (133-146)       142\n";
    String second = "Potassium                 4.4 mmol/L    (3.5-5.3)       5.1\n";
    String top = "Valley Laboratory     Patient: Noor Haas     Date of birth: 1980-03-04\n";
    String head = " ".repeat(52) + "Previous results of 31/05/2024\n";
    double told = read(top + head + row + second).rows().getFirst().confidence();
    double open = read(top + "\n" + row + second).rows().getFirst().confidence();
    assertTrue(open < told, "a number that nothing explains");
  }

  @Test
  void whatStandsBeneathALabelIsFound() throws ReportUnreadable {
    RawReport report =
        read(
            """
            Patient              Date of Birth      Gender     Accession No
            Eriksen, Joanna      Jan 8, 1990        Female     WB678086K
            """
                + TABLE);
    assertEquals("Eriksen, Joanna", about(report, MetadataField.PATIENT_NAME));
    assertEquals("Jan 8, 1990", about(report, MetadataField.BIRTH_DATE));
    assertEquals("Female", about(report, MetadataField.SEX));
    assertEquals("WB678086K", about(report, MetadataField.SPECIMEN_NUMBER));
  }

  @Test
  void whatStandsBetweenCommasBehindANameIsNoPartOfIt() throws ReportUnreadable {
    RawReport report =
        read(
            """
            Patient: Thomas Nguyen, Male, DOB 12/05/1988
            Lab No: H,24.0512345.K      Collected: 06/18/2025, Reported: 06/20/2025
                    07
            """
                + TABLE);
    assertEquals("Thomas Nguyen", about(report, MetadataField.PATIENT_NAME));
    assertEquals("Male", about(report, MetadataField.SEX));
    assertEquals("12/05/1988", about(report, MetadataField.BIRTH_DATE));
    assertEquals("H,24.0512345.K", about(report, MetadataField.SPECIMEN_NUMBER));
  }

  @Test
  void aLetterThatBeginsAGivenNameIsNoSex() throws ReportUnreadable {
    RawReport mary = read("Patient Name: Smith, Mary     Sex: F\n" + TABLE);
    assertEquals("Smith, Mary", about(mary, MetadataField.PATIENT_NAME));
    assertEquals("F", about(mary, MetadataField.SEX));
    RawReport michael = read("Patient Name: FISHER, MICHAEL     Sex: M\n" + TABLE);
    assertEquals("FISHER, MICHAEL", about(michael, MetadataField.PATIENT_NAME));
    RawReport initial = read("Patient Name: Smith, F     DOB: 01/02/1980\n" + TABLE);
    assertEquals("Smith, F", about(initial, MetadataField.PATIENT_NAME));
    assertEquals("", about(initial, MetadataField.SEX));
  }

  @Test
  void aNumberThatIsBrokenBehindAHyphenIsWholeOrNone() throws ReportUnreadable {
    RawReport whole =
        read(
            """
            Specimen ID: QV-2025-       Collected: 03/04/2025
            118734
            """
                + TABLE);
    assertEquals("QV-2025-118734", about(whole, MetadataField.SPECIMEN_NUMBER));
    RawReport half = read("Specimen ID: QV-2025-       Collected: 03/04/2025\n" + TABLE);
    assertFalse(half.about().containsKey(MetadataField.SPECIMEN_NUMBER));
    RawReport ended = read("Specimen: BT-559201. Date Collected: 05/06/2025.\n" + TABLE);
    assertEquals("BT-559201", about(ended, MetadataField.SPECIMEN_NUMBER));
  }

  @Test
  void aBoldLabelNeedsNoColon() throws ReportUnreadable {
    List<Word> words = new ArrayList<>();
    for (Word w : TextPage.of(1, "Name Chen, David\nSample No. 2412020457\n" + TABLE).words()) {
      boolean label = w.text().matches("Name|Sample|No\\.");
      words.add(new Word(w.text(), w.box(), 1, label));
    }
    RawReport report =
        ReportLayoutReader.read(List.of(new Page(1, 612, 792, Page.Source.TEXT_LAYER, words)));
    assertEquals("Chen, David", about(report, MetadataField.PATIENT_NAME));
    assertEquals("2412020457", about(report, MetadataField.SPECIMEN_NUMBER));
  }

  @Test
  void aUnitInBracketsBehindANameMakesItNoUnit() {
    String page =
        """
        Test (Units)              Result      Normal Range
        BUN (mg/dL)               15          7 - 20
        Creatinine (mg/dL)        0.94        0.6 - 1.3
        Protein (mg/24 h)         90          0 - 150
        """;
    assertEquals(
        "BUN|15|mg/dL|7 - 20\nCreatinine|0.94|mg/dL|0.6 - 1.3\nProtein|90|mg/24 h|0 - 150",
        TextPage.rows(TextPage.all(page)));
  }

  @Test
  void ageAndSexInOneCellAreParted() throws ReportUnreadable {
    RawReport report = read("Name : Mrs. Anita Sharma    Age/Gender : 45 Years / Female\n" + TABLE);
    assertEquals("Mrs. Anita Sharma", about(report, MetadataField.PATIENT_NAME));
    assertEquals("45 Years", about(report, MetadataField.AGE));
    assertEquals("Female", about(report, MetadataField.SEX));
  }

  @Test
  void whereTheLaboratoryIsIsFound() throws ReportUnreadable {
    RawReport report =
        read(
            """
                ACME CLINICAL LABORATORIES
                12 Main Street, Dallas, TX 75201
                (214) 555-0101
            Patient Name: SMITH, JOHN A            Collected: 03/14/2024 08:15 AM
            """
                + TABLE);
    assertTrue(about(report, MetadataField.LAB_ADDRESS).contains("Dallas, TX 75201"));
    assertEquals(
        "Pune - 411001, India",
        about(read("ACME LABS\nPune - 411001, India\n" + TABLE), MetadataField.LAB_ADDRESS));
    assertEquals("", about(read("ACME LABS\n" + TABLE), MetadataField.LAB_ADDRESS));
  }

  @Test
  void aKindOfSampleIsNoNumberOfOne() throws ReportUnreadable {
    RawReport report = read("Specimen: Serum     Patient: Jane Roe\n" + TABLE);
    assertEquals("", about(report, MetadataField.SPECIMEN_NUMBER));
  }

  @Test
  void rowsKeepWhereTheyStandAndTheLeastConfidenceOfTheirWords() throws ReportUnreadable {
    Page page = TextPage.of(1, TABLE);
    List<Word> words = new ArrayList<>();
    for (Word word : page.words()) {
      double sure = word.text().equals("95") ? 0.4 : 0.9;
      words.add(new Word(word.text(), word.box(), sure, false));
    }
    Page scan = new Page(1, page.width(), page.height(), Page.Source.OCR, words);
    RawRow row = ReportLayoutReader.read(List.of(scan)).rows().getFirst();
    assertEquals(0.4, row.value().confidence());
    assertEquals(0.9, row.name().confidence());
    BoundingBox box = row.value().box();
    assertTrue(
        box.left() > row.name().box().right()
            && box.right() < row.units().orElseThrow().box().left());
    assertEquals(1, row.value().page());
  }

  @Test
  void codesAndMethodsInColumnsOfTheirOwnAreKept() throws ReportUnreadable {
    RawRow row =
        read("""
        Analyte     Flag   Value    Ref Range    Units    LOINC     Method
        Glucose     H      112      70-99        mg/dL    2345-7    Hexokinase
        Sodium             140      135-145      mmol/L   2951-2    ISE
        """)
            .rows()
            .getFirst();
    assertEquals("2345-7", row.loinc().orElseThrow().text());
    assertEquals("Hexokinase", row.method().orElseThrow().text());
  }

  @Test
  void aScanWithHardlyAnyWordIsOfLowQuality() {
    Page page = new Page(1, 612, 792, Page.Source.OCR, List.of());
    ReportUnreadable e =
        Assertions.assertThrows(
            ReportUnreadable.class, () -> ReportLayoutReader.read(List.of(page)));
    assertEquals(ParseFailure.LOW_QUALITY, e.failure());
  }
}
