package io.tributary.report.interpret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.page.TextSpan;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Interpretation rules for single values, line by line. */
class ValueRulesTest {
  private static final NumberParser POINT = new NumberParser(false);
  private static final NumberParser COMMA = new NumberParser(true);

  @ParameterizedTest
  @CsvFileSource(resources = "/report/values.csv", numLinesToSkip = 1)
  void aValueHasTheTypeOfTheFirstFormThatFits(String printed, String type, BigDecimal number) {
    is(ParsedValue.parse(printed, POINT), type, number);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/values-comma.csv", numLinesToSkip = 1)
  void aReportWithDecimalCommasIsReadSo(String printed, String type, BigDecimal number) {
    is(ParsedValue.parse(printed, COMMA), type, number);
  }

  private static void is(ParsedValue value, String type, BigDecimal number) {
    assertEquals(type, value.type().wireName());
    assertEquals(number, value instanceof ParsedValue.Number n ? n.number() : null);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/ranges.csv", numLinesToSkip = 1)
  void aRangeHasTheBoundsThatArePrinted(
      String printed, PatientSex sex, BigDecimal min, BigDecimal max) {
    ReportedRange expected = new ReportedRange(Optional.ofNullable(min), Optional.ofNullable(max));
    assertEquals(
        expected,
        new RangeParser(POINT, sex, Optional.empty())
            .parse(printed, RangeParser.RowContext.NOTHING));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/ranges-comma.csv", numLinesToSkip = 1)
  void aRangeMayHaveDecimalCommas(String printed, PatientSex sex, BigDecimal min, BigDecimal max) {
    ReportedRange expected = new ReportedRange(Optional.ofNullable(min), Optional.ofNullable(max));
    assertEquals(
        expected,
        new RangeParser(COMMA, sex, Optional.empty())
            .parse(printed, RangeParser.RowContext.NOTHING));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/ranges-classes.csv", numLinesToSkip = 1)
  void ofSeveralClassesTheOneThatIsAsItShouldBeIsTheRange(
      String printed, String about, BigDecimal min, BigDecimal max) {
    ReportedRange expected = new ReportedRange(Optional.ofNullable(min), Optional.ofNullable(max));
    RangeParser ranges = new RangeParser(POINT, PatientSex.OTHER, Optional.empty());
    assertEquals(expected, ranges.parse(printed, beside(about == null ? "" : about, "", null)));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/ranges-people.csv", numLinesToSkip = 1)
  void theRangeForThePatientsSexAndAgeIsTaken(
      String printed, PatientSex sex, Integer years, BigDecimal min, BigDecimal max) {
    ReportedRange expected = new ReportedRange(Optional.ofNullable(min), Optional.ofNullable(max));
    RangeParser ranges = new RangeParser(POINT, sex, Optional.ofNullable(years));
    assertEquals(expected, ranges.parse(printed, RangeParser.RowContext.NOTHING));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/ages.csv", numLinesToSkip = 1)
  void anAgeIsInYearsUnlessItSaysOtherwise(String printed, Integer years) {
    assertEquals(Optional.ofNullable(years), Age.parse(printed));
  }

  @Test
  void aMarkWithSeveralMeaningsIsToldByItsValue() {
    assertEquals("unknown", meaning("C", "5"));
    assertEquals("abnormal", meaning("R", "Reactive"));
    assertEquals("unknown", meaning("R", "5"));
    assertEquals("normal", meaning("NR", "Non-Reactive"));
  }

  private static String meaning(String flag, String value) {
    return PrintedFlag.parse(flag, value).orElseThrow().meaning().wireName();
  }

  @Test
  void onlyNumbersOfItsOwnMakeARangeOneThatWasNotRead() {
    for (String words : List.of("See note 2", "Ref. 3", "see 14", "x10^9/L", "10^3/uL", "none")) {
      assertFalse(RangeParser.hasNumber(words), words);
    }
    for (String numbers : List.of("See note 2: 3.5", "Ref 3-5", "ref 200", "40 | 50", "5 x10^9")) {
      assertTrue(RangeParser.hasNumber(numbers), numbers);
    }
  }

  @Test
  void aRemarkIsNoRange() {
    RangeParser ranges = new RangeParser(POINT, PatientSex.OTHER, Optional.empty());
    String remark = " of the guideline of this laboratory".repeat(12);
    assertEquals(
        ReportedRange.EMPTY, ranges.parse("3.5-5.3" + remark, RangeParser.RowContext.NOTHING));
    assertFalse(ranges.isClassList("3.5-5.3, 5.4-6" + remark));
    assertTrue(RangeParser.hasNumber("3.5-5.3" + remark));
  }

  /** Counts the character accesses. */
  private static final class CountingCharSequence implements CharSequence {
    private final String text;
    private long accesses;

    CountingCharSequence(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      accesses++;
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      return text.subSequence(from, to);
    }
  }

  @Test
  void aLongRowOfPointsIsLookedAtAFewTimes() {
    CountingCharSequence points = new CountingCharSequence("1.".repeat(1000));
    assertFalse(RangeParser.EXPRESSION.matcher(points).find());
    assertTrue(points.accesses < 100L * points.length(), "looks: " + points.accesses);
  }

  @Test
  void aMarkNobodyKnowsMakesNothingNormal() {
    ParsedValue value = ParsedValue.parse("5", POINT);
    ReportedRange bounds = ReportedRange.between(BigDecimal.ONE, BigDecimal.TEN);
    RangeComparison inside = RangeComparison.of(value, bounds);
    assertEquals(
        Interpretation.UNKNOWN,
        inside.interpretation(PrintedFlag.parse("R"), value, bounds, false));
    ParsedValue more = ParsedValue.parse("50", POINT);
    assertEquals(
        Interpretation.ABNORMAL,
        RangeComparison.of(more, bounds)
            .interpretation(PrintedFlag.parse("R"), more, bounds, false));
  }

  private static RangeParser.RowContext beside(String about, String value, String units) {
    return new RangeParser.RowContext(
        about, value, ParsedValue.parse(value, POINT), Optional.ofNullable(units));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/ranges-powers.csv", numLinesToSkip = 1)
  void aPowerOfTenBelongsToTheUnitOfTheRange(
      String printed, String value, String units, BigDecimal min, BigDecimal max) {
    ReportedRange expected = new ReportedRange(Optional.ofNullable(min), Optional.ofNullable(max));
    RangeParser ranges = new RangeParser(POINT, PatientSex.OTHER, Optional.empty());
    assertEquals(expected, ranges.parse(printed, beside("", value, units)));
  }

  @Test
  void nothingIsNormalByARangeThatIsNotUnderstood() {
    ParsedValue value = ParsedValue.parse("260", POINT);
    RangeComparison judged = RangeComparison.of(value, ReportedRange.EMPTY);
    assertEquals(
        Interpretation.UNKNOWN,
        judged.interpretation(Optional.empty(), value, ReportedRange.EMPTY, true));
    assertEquals(
        Interpretation.NORMAL,
        judged.interpretation(Optional.empty(), value, ReportedRange.EMPTY, false));
    assertEquals(
        Interpretation.ABNORMAL,
        judged.interpretation(PrintedFlag.parse("H"), value, ReportedRange.EMPTY, true));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/judged.csv", numLinesToSkip = 1)
  void bothEndsOfARangeBelongToIt(
      String value, BigDecimal min, BigDecimal max, Boolean above, Boolean below, String meaning) {
    ReportedRange bounds = new ReportedRange(Optional.ofNullable(min), Optional.ofNullable(max));
    ParsedValue read = ParsedValue.parse(value, POINT);
    RangeComparison judged = RangeComparison.of(read, bounds);
    assertEquals(Optional.ofNullable(above), judged.above());
    assertEquals(Optional.ofNullable(below), judged.below());
    assertEquals(meaning, judged.interpretation(Optional.empty(), read, bounds, false).wireName());
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/flags.csv", numLinesToSkip = 1)
  void aPrintedFlagSaysItsSideAndItsWeight(String printed, PrintedFlag.Side side, String meaning) {
    Optional<PrintedFlag> flag = PrintedFlag.parse(printed);
    assertEquals(Optional.ofNullable(side), flag.map(PrintedFlag::side));
    assertEquals(meaning, flag.map(f -> f.meaning().wireName()).orElse(null));
  }

  @Test
  void aPrintedFlagGoesBeforeWhatTheRangeSays() {
    ParsedValue value = ParsedValue.parse("5", POINT);
    ReportedRange bounds = ReportedRange.between(BigDecimal.ONE, BigDecimal.TEN);
    RangeComparison judged = RangeComparison.of(value, bounds);
    assertEquals(
        Interpretation.CRITICAL,
        judged.interpretation(PrintedFlag.parse("HH"), value, bounds, false));
    assertEquals(
        Interpretation.ABNORMAL,
        judged.interpretation(PrintedFlag.parse("H"), value, bounds, false));
  }

  @Test
  void theReportTellsWhatItsCommasMean() {
    assertTrue(NumberParser.detect(List.of("5,4", "13,2", "0,8-1,2")).decimalComma());
    assertFalse(NumberParser.detect(List.of("5.4", "7,200", "4,000-11,000")).decimalComma());
    assertFalse(NumberParser.detect(List.of("1,50,000", "7,200")).decimalComma());
    assertFalse(NumberParser.detect(List.of("5.4", "3.2", "12,5")).decimalComma());
    assertFalse(NumberParser.detect(List.of()).decimalComma());
    assertTrue(NumberParser.detect(List.of("250.000", "150.000-400.000", "5,4")).decimalComma());
    assertTrue(NumberParser.detect(List.of("1.234,5", "250.000")).decimalComma());
    assertFalse(NumberParser.detect(List.of("1,234.5", "1,250")).decimalComma());
    assertTrue(NumberParser.detect(List.of("250.000"), "10115 Berlin, Germany").decimalComma());
    assertFalse(NumberParser.detect(List.of("4.125"), "Dallas, TX 75201").decimalComma());
  }

  @Test
  void aPointThatMayBeBetweenThousandsIsNotSure() {
    assertTrue(NumberParser.detect(List.of("250.000")).isAmbiguous("250.000"));
    assertTrue(
        NumberParser.detect(List.of("250.000", "5,4", "3.2")).isAmbiguous("150.000-400.000"));
    assertFalse(NumberParser.detect(List.of("250.000", "5,4")).isAmbiguous("250.000"));
    assertFalse(NumberParser.detect(List.of("4.125", "3.2")).isAmbiguous("4.125"));
    assertFalse(NumberParser.detect(List.of("0.125")).isAmbiguous("0.125"));
    assertFalse(NumberParser.detect(List.of("4.125"), "Dallas, TX 75201").isAmbiguous("4.125"));
    assertFalse(NumberParser.detect(List.of("7,200")).isAmbiguous("7,200"));
    assertFalse(NumberParser.detect(List.of("7,200")).isAmbiguous("see below\n7,200"));
    NumberParser abroad = NumberParser.detect(List.of("1.020", "250.000"), "10115 Berlin, Germany");
    assertTrue(abroad.isAmbiguous("250.000"), "the country chooses, and makes nothing sure");
    assertTrue(abroad.isAmbiguous("7,200"));
    assertEquals(new BigDecimal("1.02"), abroad.parse("1.020").orElseThrow());
    assertTrue(COMMA.isAmbiguous("1.020", "700 - 1.600"));
    assertFalse(COMMA.isAmbiguous("1.020", "1.005 - 1.030"));
    assertFalse(COMMA.isAmbiguous("250.000", "150.000 - 400.000"));
    assertEquals(
        new BigDecimal("250000"),
        NumberParser.detect(List.of("250.000"), "10115 Berlin, Germany")
            .parse("250.000")
            .orElseThrow());
  }

  @ParameterizedTest
  @CsvSource({
    "MR SMITH,SMITH",
    "Smith Jr,Smith",
    "'Smith, MD',Smith",
    "MRS. JANE,JANE",
    "Dr,Dr",
    "Sri Devi,Sri Devi",
    "Er Ming,Er Ming",
    "Lady Ann,Lady Ann",
    "Sri. Devi,Devi",
    "Shri. Ram,Ram"
  })
  void aPartOfANameHasNoTitle(String printed, String name) {
    assertEquals(name, PatientName.cleanPart(printed));
  }

  @Test
  void anAgeIsReckonedInOnePlace() {
    Map<String, TextSpan> none = Map.of();
    DraftMetadata about =
        new DraftMetadata(
            Optional.empty(),
            Optional.empty(),
            Optional.of("1980-06-01"),
            PatientSex.OTHER,
            Optional.empty(),
            Optional.of("2020-06-02"),
            Optional.of("04/05/2020"),
            Optional.empty(),
            none);
    assertEquals(Optional.of(40), Age.years(about));
    assertEquals(Optional.of(40), Age.years(Optional.of("40 Years"), about));
    assertEquals(Optional.empty(), Age.years(Optional.of("14 Years"), about));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/dates.csv", numLinesToSkip = 1)
  void aDateIsReadOnlyIfItCanMeanOneDay(
      String printed, String others, DateParser.Order order, String date) {
    List<String> all =
        others == null ? List.of(printed) : List.of((printed + ";" + others).split(";"));
    assertEquals(
        date, DateParser.of(all, Optional.ofNullable(order)).toIsoOrPrinted(printed, false));
  }

  @Test
  void nobodyIsBornAfterTheReport() {
    DateParser dates = DateParser.of(List.of("25/03/2024", "13/06/58"), Optional.empty());
    assertEquals("1958-06-13", dates.toIsoOrPrinted("13/06/58", true));
    assertEquals("2019-06-13", dates.toIsoOrPrinted("13/06/19", true));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/report/names.csv", numLinesToSkip = 1)
  void aNameIsTakenApart(String printed, String first, String last, PatientSex sex) {
    PatientName name = PatientName.parse(printed);
    assertEquals(Optional.ofNullable(first), name.first());
    assertEquals(Optional.ofNullable(last), name.last());
    assertEquals(Optional.ofNullable(sex), name.sex());
  }

  @Test
  void theCountryTellsTheOrderOfDates() {
    assertEquals(
        Optional.of(DateParser.Order.MONTH_FIRST),
        Country.dateOrder("1 Main St, Dallas, TX 75201", "", POINT));
    assertEquals(
        Optional.of(DateParser.Order.DAY_FIRST), Country.dateOrder("Pune, India", "", POINT));
    assertEquals(
        Optional.of(DateParser.Order.DAY_FIRST), Country.dateOrder("", "Haemoglobin", POINT));
    assertEquals(Optional.of(DateParser.Order.DAY_FIRST), Country.dateOrder("", "Hb", COMMA));
    for (String germ : List.of("Haemophilus", "Enterococcus faecalis", "S. haemolyticus")) {
      assertEquals(Optional.empty(), Country.dateOrder("", germ, POINT), germ);
    }
    assertEquals(
        Optional.of(DateParser.Order.DAY_FIRST), Country.dateOrder("", "Faecal fat", POINT));
    assertEquals(Optional.empty(), Country.dateOrder("", "Hemoglobin", POINT));
    assertEquals(Optional.empty(), Country.dateOrder("Dallas, TX 75201", "Haemoglobin", POINT));
  }
}
