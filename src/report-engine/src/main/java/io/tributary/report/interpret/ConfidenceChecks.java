package io.tributary.report.interpret;

import io.tributary.report.interpret.PrintedFlag.Side;
import io.tributary.report.interpret.RowInterpreter.InterpretedRow;
import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.TextSpan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds results that may have been read wrong and attaches warnings to them.
 *
 * <p>A text layer is exact, so its rows are checked for contradictions only: letters in a number, a
 * reversed range, an ambiguous decimal separator, a flag that contradicts value and range, a value
 * ten times outside its range without a flag, and an implausible value. Confidence thresholds apply
 * to all rows. Rows of OCR pages are additionally checked against typical OCR errors, the
 * conventions of other rows, the units and ranges known for their LOINC code, and related results.
 *
 * <p>If other results confirm a value ({@link CrossChecks}), the warnings {@code WEAK_VALUE} and
 * {@code POINT_MISSING} are dropped. If many rows of a scanned page are impossible, its other
 * numbers with easily confused digits are flagged too. A warning never changes a value.
 */
final class ConfidenceChecks {
  /**
   * Threshold offset: a value needs more confidence than a unit; a name needs less because its
   * LOINC match supports it.
   */
  private static final double VALUE_MARGIN = 0.1;

  /** Reduction of the confidence threshold for a range with a regular form. */
  private static final double REGULAR_RANGE_MARGIN = 0.25;

  private static final Pattern REGULAR_RANGE =
      Pattern.compile(
          "[(\\[]?(?:[<>]=?\\s*)?("
              + NumberParser.NUMBER
              + ")(?:\\s*(?:-|to)\\s*("
              + NumberParser.NUMBER
              + "))?[)\\]]?");

  private static final double MIN_UNIT_CONFIDENCE = 0.85;
  private static final BigDecimal FAR_FACTOR = BigDecimal.TEN;
  private static final double MIN_CODE_SCORE = 0.85;

  /** Confidence of nearly all clearly printed numbers. */
  private static final double CLEAR_DIGITS_CONFIDENCE = 0.95;

  /** Maximum length of a misread number; longer texts are comments. */
  private static final int MAX_MISREAD_LENGTH = 40;

  /** Range, or a label for one, inside a test name. */
  private static final Pattern RANGE_IN_NAME =
      Pattern.compile(
          "(?i).*(?<![\\w.,-])\\d+(?:[.,]\\d+)?\\s+-\\s+\\d+.*|.*\\d[.,]\\d+\\s?-\\s?\\d+[.,]\\d.*"
              + "|\\d+(?:[.,]\\d+)?\\s?-\\s?\\d+(?:[.,]\\d+)?\\s.*"
              + "|.*\\b(?:standard|reference|normal) (?:range|interval)\\b.*");

  /** Range with an integer limit that is printed with decimals. */
  private static final Pattern PADDED_RANGE =
      Pattern.compile("\\d[.,]0+\\s*-\\s*\\d+[.,]\\d|\\d[.,]\\d+\\s*-\\s*\\d+[.,]0+(?!\\d)");

  private static final Pattern LETTERS =
      Pattern.compile("[<>]?\\s*[\\dOolISBZQDq@.,]*[OolISBZQDq@][\\dOolISBZQDq@.,]*");

  private final List<InterpretedRow> rows;
  private final Thresholds thresholds;
  private final LoincMatcher matcher;
  private final NumberParser numbers;
  private final Set<Integer> scannedPages = new HashSet<>();
  private final boolean hasFlags;
  private final CrossChecks crossChecks;
  private final DocumentConventions conventions;
  private final boolean hasPaddedRanges;

  ConfidenceChecks(
      RawReport report,
      List<InterpretedRow> rows,
      Thresholds thresholds,
      LoincMatcher matcher,
      NumberParser numbers) {
    this.rows = rows;
    this.thresholds = thresholds;
    this.matcher = matcher;
    this.numbers = numbers;
    report.sheets().stream()
        .filter(s -> s.source() == Page.Source.OCR)
        .forEach(s -> scannedPages.add(s.number()));
    hasFlags = rows.stream().anyMatch(r -> r.flag().isPresent());
    crossChecks = CrossChecks.of(rows);
    hasPaddedRanges =
        rows.stream()
            .anyMatch(
                r ->
                    isScanned(r)
                        && PADDED_RANGE.matcher(CharacterNormalizer.normalize(range(r))).find());
    conventions =
        new DocumentConventions(
            rows.stream().filter(this::isScanned).toList(), this::expectedUnitKind);
  }

  private boolean isScanned(InterpretedRow r) {
    return scannedPages.contains(r.row().value().page());
  }

  /** Returns the kind of unit in which the row's LOINC code is measured. */
  private String expectedUnitKind(InterpretedRow r) {
    return matcher == null || !isCoded(r) ? "" : matcher.unitKind(code(r));
  }

  /** Returns all rows with their warnings. */
  List<DraftResult> results() {
    List<List<WarningReason>> all = rows.stream().map(this::warningsFor).toList();
    Map<Integer, List<List<WarningReason>>> pages = new HashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      pages
          .computeIfAbsent(rows.get(i).row().value().page(), p -> new ArrayList<>())
          .add(List.copyOf(all.get(i)));
    }
    List<DraftResult> out = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      InterpretedRow r = rows.get(i);
      if (hasConfusableDigits(r)
          && DocumentConventions.isUnreliablePage(pages.get(r.row().value().page()))) {
        add(WarningReason.WEAK_VALUE, all.get(i));
      }
      out.add(r.result().withWarnings(all.get(i)));
    }
    return out;
  }

  /**
   * Checks whether a number has easily confused digits, less than full confidence and no
   * confirmation by other results.
   */
  private boolean hasConfusableDigits(InterpretedRow r) {
    return isScanned(r)
        && r.row().value().confidence() < CLEAR_DIGITS_CONFIDENCE
        && r.row().value().text().matches(".*[0689].*")
        && !crossChecks.isConfirmed(r);
  }

  private static void add(WarningReason doubt, List<WarningReason> out) {
    if (!out.contains(doubt)) {
      out.add(doubt);
    }
  }

  private List<WarningReason> warningsFor(InterpretedRow r) {
    boolean ocr = isScanned(r);
    List<WarningReason> out = new ArrayList<>();
    addConfidenceWarnings(r, out);
    if (isMisreadNumber(r)) {
      out.add(WarningReason.LETTERS_IN_VALUE);
    }
    if (r.bounds().isReversed()) {
      out.add(WarningReason.RANGE_ODD);
    }
    if (numbers.isAmbiguous(r.row().value().text(), range(r)) || mayBeTwoNumbers(r)) {
      out.add(WarningReason.NUMBER_UNCLEAR);
    }
    if (contradictsFlag(r, ocr)) {
      out.add(WarningReason.FLAG_CONTRADICTS);
    }
    if (isFarFromRange(r, ocr)) {
      out.add(WarningReason.FAR_FROM_RANGE);
    }
    if (isImplausible(r)) {
      out.add(WarningReason.IMPLAUSIBLE);
    }
    if (ocr) {
      addOcrWarnings(r, out);
    }
    if (crossChecks.isConfirmed(r)) {
      // Several numbers that agree were not all misread.
      out.removeAll(List.of(WarningReason.WEAK_VALUE, WarningReason.POINT_MISSING));
    }
    return out;
  }

  private void addConfidenceWarnings(InterpretedRow r, List<WarningReason> out) {
    double least = thresholds.minReadingConfidence();
    if (r.row().name().confidence() < least - VALUE_MARGIN && !isCoded(r)) {
      out.add(WarningReason.WEAK_NAME);
    }
    if (RANGE_IN_NAME.matcher(CharacterNormalizer.normalize(r.row().name().text())).matches()) {
      add(WarningReason.WEAK_NAME, out);
    }
    if (r.row().value().confidence() < least + VALUE_MARGIN) {
      out.add(WarningReason.WEAK_VALUE);
    }
    if (confidence(r.row().units()) < least && r.unit().isEmpty()) {
      out.add(WarningReason.WEAK_UNITS);
    }
    if (confidence(r.row().range()) < (isRegular(r) ? least - REGULAR_RANGE_MARGIN : least)) {
      out.add(WarningReason.WEAK_RANGE);
    }
    if (r.row().confidence() < least) {
      out.add(WarningReason.WEAK_ROW);
    }
  }

  /**
   * Checks whether a range is well-formed, ordered, with equal numbers of decimals at both ends,
   * and consistent with the value or the usual range.
   */
  private boolean isRegular(InterpretedRow r) {
    String text = CharacterNormalizer.normalize(r.row().range().map(TextSpan::text).orElse(""));
    Matcher m = REGULAR_RANGE.matcher(text);
    if (!m.matches() || r.bounds().isEmpty() || r.bounds().isReversed()) {
      return false;
    }
    boolean even =
        m.group(2) == null
            || numbers.countDecimals(m.group(1)) == numbers.countDecimals(m.group(2));
    boolean usual =
        isCoded(r)
            && r.unit().isPresent()
            && PlausibleRange.isUsual(code(r), r.bounds(), r.unit().get());
    return even && (usual || !RangeComparison.of(r.value(), r.bounds()).isOutside());
  }

  private static String code(InterpretedRow r) {
    return r.result().loincMatches().getFirst().code();
  }

  private static double confidence(Optional<TextSpan> printed) {
    return printed.map(TextSpan::confidence).orElse(1.0);
  }

  private static boolean isCoded(InterpretedRow r) {
    return r.result().loincMatches().stream().limit(1).anyMatch(m -> m.score() >= MIN_CODE_SCORE);
  }

  private boolean isMisreadNumber(InterpretedRow r) {
    String text = r.row().value().text().strip();
    return r.value().type() == ValueKind.COMMENT
        && text.length() <= MAX_MISREAD_LENGTH
        && text.chars().anyMatch(Character::isDigit)
        && LETTERS.matcher(text).matches();
  }

  /**
   * Detects a number with a space that may be two numbers.
   *
   * <p>The number is more than ten times its range, or no range was parsed and the range text
   * contains no such space.
   */
  private static boolean mayBeTwoNumbers(InterpretedRow r) {
    Optional<BigDecimal> number =
        switch (r.value()) {
          case ParsedValue.Number v -> Optional.of(v.number());
          case ParsedValue.Limit v -> Optional.of(v.number());
          case ParsedValue.Span v -> Optional.of(v.to());
          case ParsedValue.Other v -> Optional.empty();
        };
    if (number.isEmpty() || !CharacterNormalizer.mayBeTwoNumbers(r.row().value().text())) {
      return false;
    }
    Optional<BigDecimal> end = r.bounds().max().or(() -> r.bounds().min());
    return end.map(e -> number.get().compareTo(e.multiply(FAR_FACTOR)) > 0)
        .orElseGet(() -> !CharacterNormalizer.mayBeTwoNumbers(range(r)));
  }

  private static String range(InterpretedRow r) {
    return r.row().range().map(TextSpan::text).orElse("");
  }

  private boolean contradictsFlag(InterpretedRow r, boolean ocr) {
    if (!(r.value() instanceof ParsedValue.Number v) || r.bounds().isReversed()) {
      return false;
    }
    RangeComparison judged = RangeComparison.of(v, r.bounds());
    Side side = r.flag().map(PrintedFlag::side).orElse(Side.NONE);
    boolean other =
        side == Side.HIGH && judged.below().orElse(false)
            || side == Side.LOW && judged.above().orElse(false);
    if (!ocr || r.listed()) {
      return other;
    }
    boolean inside =
        side == Side.HIGH && r.bounds().max().filter(m -> v.number().compareTo(m) < 0).isPresent()
            || side == Side.LOW
                && r.bounds().min().filter(m -> v.number().compareTo(m) > 0).isPresent();
    boolean unmarked = hasFlags && r.flag().isEmpty() && judged.isOutside();
    return other || inside || unmarked;
  }

  /** Detects a value more than ten times outside its range without a flag. */
  private boolean isFarFromRange(InterpretedRow r, boolean ocr) {
    if (!(r.value() instanceof ParsedValue.Number v) || r.flag().isPresent() || !ocr && !hasFlags) {
      return false;
    }
    boolean more =
        r.bounds()
            .max()
            .filter(m -> m.signum() > 0 && v.number().compareTo(m.multiply(FAR_FACTOR)) > 0)
            .isPresent();
    boolean less =
        r.bounds()
            .min()
            .filter(m -> m.signum() > 0 && v.number().multiply(FAR_FACTOR).compareTo(m) < 0)
            .isPresent();
    return more || less;
  }

  private boolean isImplausible(InterpretedRow r) {
    return r.value() instanceof ParsedValue.Number v
        && r.unit().isPresent()
        && isCoded(r)
        && PlausibleRange.check(code(r), v.number(), r.unit().get()) == PlausibleRange.Verdict.NO;
  }

  private void addOcrWarnings(InterpretedRow r, List<WarningReason> out) {
    boolean strange =
        isCoded(r)
            && r.unit().isPresent()
            && PlausibleRange.isUnusual(code(r), r.bounds(), r.unit().get());
    if (strange && !r.listed() || OcrErrorPatterns.isLimitAboveRange(r)) {
      add(WarningReason.RANGE_ODD, out);
    }
    if (OcrErrorPatterns.isGarbledNumber(r)) {
      add(WarningReason.LETTERS_IN_VALUE, out);
    }
    if (OcrErrorPatterns.isRangeUnparsed(r)) {
      add(WarningReason.WEAK_RANGE, out);
    }
    if (OcrErrorPatterns.hasRangeInName(r)) {
      add(WarningReason.WEAK_NAME, out);
    }
    if (OcrErrorPatterns.differsInCaseOnly(r) || OcrErrorPatterns.isDoubled(r)) {
      add(WarningReason.WEAK_VALUE, out);
    }
    if (OcrErrorPatterns.isFlagUncertain(
        r, thresholds.minReadingConfidence() - REGULAR_RANGE_MARGIN)) {
      add(WarningReason.WEAK_ROW, out);
    }
    if (lacksPoint(r)) {
      out.add(WarningReason.POINT_MISSING);
    }
    boolean unknown = r.row().units().isPresent() && r.unit().isEmpty();
    if (unknown && confidence(r.row().units()) < MIN_UNIT_CONFIDENCE) {
      out.add(WarningReason.UNIT_UNKNOWN);
    }
    if (conventions.lacksUnit(r)) {
      add(WarningReason.WEAK_UNITS, out);
    }
    if (conventions.hasUnusualSeparator(r, r.row().value().text())) {
      add(WarningReason.NUMBER_UNCLEAR, out);
    }
    if (conventions.hasUnusualSeparator(r, range(r))) {
      add(WarningReason.RANGE_ODD, out);
    }
    if (UnitCheck.isImpossible(matcher, r)) {
      out.add(WarningReason.UNIT_UNFIT);
    }
    if (crossChecks.isContradicted(r)) {
      out.add(WarningReason.SUM_OFF);
    }
  }

  /**
   * Detects a range with decimals at one end only. The other end may have lost its point, unless it
   * is a lower limit of 0.
   */
  private boolean hasDecimalsAtOneEnd(String range) {
    Matcher m = REGULAR_RANGE.matcher(CharacterNormalizer.normalize(range));
    return m.matches()
        && m.group(2) != null
        && (numbers.countDecimals(m.group(1)) == 0) != (numbers.countDecimals(m.group(2)) == 0)
        && !m.group(1).equals("0");
  }

  /**
   * Detects a value that may have lost its decimal point.
   *
   * <p>The value has no decimals although its range has. Either it is outside the range and comes
   * within factor 3 of it when a point is inserted before one to three of its digits, or it is
   * beside a range that seems to lack a point itself.
   */
  private boolean lacksPoint(InterpretedRow r) {
    if (!(r.value() instanceof ParsedValue.Number v) || r.listed() || r.row().range().isEmpty()) {
      return false;
    }
    boolean whole = numbers.countDecimals(r.row().value().text()) == 0 && v.number().signum() > 0;
    if (numbers.countDecimals(range(r)) == 0 || !whole) {
      return false;
    }
    if (!RangeComparison.of(v, r.bounds()).isOutside()) {
      double sure = Math.min(r.row().value().confidence(), confidence(r.row().range()));
      return hasDecimalsAtOneEnd(range(r)) && (sure < CLEAR_DIGITS_CONFIDENCE || hasPaddedRanges);
    }
    BigDecimal reach = new BigDecimal(3);
    for (int places = 1; places <= 3; places++) {
      BigDecimal n = v.number().movePointLeft(places);
      boolean low = r.bounds().min().filter(m -> n.multiply(reach).compareTo(m) < 0).isPresent();
      boolean high = r.bounds().max().filter(m -> n.compareTo(m.multiply(reach)) > 0).isPresent();
      if (!low && !high) {
        return true;
      }
    }
    return false;
  }
}
