package io.tributary.report.interpret;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Selects the reference range to compare a result with, from a text that lists several ranges with
 * words.
 *
 * <p>Ranges may have words before or after them, such as {@code desirable < 200, borderline
 * 200-239}. The text is split at separators, and each range gets only words that certainly belong
 * to it. A range qualifies if its conditions, such as fasting, are among those stated for the row.
 * The only desirable range is used; otherwise the only therapeutic one, except for coagulation
 * tests; otherwise the only range whose conditions are met. If the choice is ambiguous, no range is
 * used.
 */
final class RangeSelector {
  /** Certain end of one class and start of the next. */
  private static final Pattern SEPARATOR =
      Pattern.compile("[,;\\n|•]|\\s/\\s|\\.\\s+(?=[a-z(])|(?<=[a-z])\\.\\s*$");

  /** Words that announce the following range, as in "fair:". */
  private static final Pattern ANNOUNCING_WORDS = Pattern.compile("[a-z][^a-z]*[:=]\\s*\\(?$");

  /** Coagulation tests, for which the therapeutic range is deliberately not the normal one. */
  private static final Pattern COAGULATION =
      Pattern.compile("\\b(?:inr|pt|a?ptt|prothrombin|thromboplastin|coag\\w*|anti-?xa)\\b");

  /** Limits with their position in the text. */
  record PrintedLimits(ReportedRange bounds, int from, int to) {}

  /** Limits with words that certainly belong to them. */
  private record LabeledLimits(ReportedRange bounds, String words) {}

  private final String text;
  private final List<PrintedLimits> ranges;
  private final String rowText;
  private final Set<RangeCondition> conditions;

  /**
   * @param text in lower case
   * @param rowText name and remarks of the row, which may state collection conditions
   */
  RangeSelector(String text, List<PrintedLimits> pieces, String about) {
    this.text = text;
    this.ranges = pieces;
    this.rowText = about.toLowerCase(Locale.ROOT);
    this.conditions = RangeCondition.findAll(about);
  }

  ReportedRange select() {
    if (ranges.isEmpty()) {
      return ReportedRange.EMPTY;
    }
    if (ranges.size() == 1) {
      return selectSingle();
    }
    List<LabeledLimits> classes = new ArrayList<>();
    for (List<Integer> group : groupUnseparated()) {
      Optional<List<LabeledLimits>> of =
          group.size() == 1 ? Optional.of(pairWithWords(group)) : assignWords(group);
      if (of.isEmpty()) {
        return selectIfEqual();
      }
      classes.addAll(of.get());
    }
    return selectDesirable(classes);
  }

  private ReportedRange selectSingle() {
    ReportedRange bounds = ranges.getFirst().bounds;
    String before = textBefore(0);
    String after = textBefore(1);
    if (!conditions.containsAll(RangeCondition.findAll(before + " " + after))) {
      return ReportedRange.EMPTY;
    }
    RangeClass first = RangeClass.classify(before);
    RangeClass behind = RangeClass.classify(after);
    boolean good = first == RangeClass.DESIRABLE || behind == RangeClass.DESIRABLE;
    boolean bad = first == RangeClass.UNDESIRABLE || behind == RangeClass.UNDESIRABLE && !good;
    boolean dosed = first == RangeClass.THERAPEUTIC || behind == RangeClass.THERAPEUTIC;
    return bad || dosed && !good && isCoagulationTest() ? ReportedRange.EMPTY : bounds;
  }

  /**
   * Returns the range if all ranges are equal and no words restrict it, so that the assignment does
   * not matter.
   */
  private ReportedRange selectIfEqual() {
    String words =
        IntStream.rangeClosed(0, ranges.size())
            .mapToObj(this::textBefore)
            .reduce("", (a, b) -> a + " " + b);
    boolean plain =
        RangeClass.classify(words) != RangeClass.UNDESIRABLE
            && conditions.containsAll(RangeCondition.findAll(words));
    long different = ranges.stream().map(PrintedLimits::bounds).distinct().count();
    return plain && different == 1 ? ranges.getFirst().bounds : ReportedRange.EMPTY;
  }

  /** Returns the text before a range, or after the last one. */
  private String textBefore(int i) {
    int from = i == 0 ? 0 : ranges.get(i - 1).to;
    return text.substring(from, i == ranges.size() ? text.length() : ranges.get(i).from);
  }

  private static String[] splitAtSeparators(String gap) {
    return SEPARATOR.split(gap, -1);
  }

  /** Groups ranges that have no separator between them. */
  private List<List<Integer>> groupUnseparated() {
    List<List<Integer>> out = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      if (i == 0 || splitAtSeparators(textBefore(i)).length > 1) {
        out.add(new ArrayList<>());
      }
      out.getLast().add(i);
    }
    return out;
  }

  private String wordsBefore(int i) {
    String[] parts = splitAtSeparators(textBefore(i));
    return parts[parts.length - 1];
  }

  private String wordsAfter(int i) {
    return splitAtSeparators(textBefore(i + 1))[0];
  }

  private List<LabeledLimits> pairWithWords(List<Integer> group) {
    int i = group.getFirst();
    return List.of(new LabeledLimits(ranges.get(i).bounds, wordsBefore(i) + " " + wordsAfter(i)));
  }

  /**
   * Assigns words to ranges if they come before all of them or after all of them. Returns empty if
   * both are possible with different results.
   */
  private Optional<List<LabeledLimits>> assignWords(List<Integer> group) {
    List<LabeledLimits> first =
        group.stream().map(i -> new LabeledLimits(ranges.get(i).bounds, wordsBefore(i))).toList();
    List<LabeledLimits> behind =
        group.stream().map(i -> new LabeledLimits(ranges.get(i).bounds, wordsAfter(i))).toList();
    boolean announced =
        first.stream().allMatch(c -> hasMeaning(c) || ANNOUNCING_WORDS.matcher(c.words).find());
    boolean explained = behind.stream().allMatch(RangeSelector::hasMeaning);
    if (announced == explained) {
      return announced && selectDesirable(first).equals(selectDesirable(behind))
          ? Optional.of(first)
          : Optional.empty();
    }
    return Optional.of(announced ? first : behind);
  }

  private static boolean hasMeaning(LabeledLimits c) {
    return RangeClass.classify(c.words) != RangeClass.NONE
        || !RangeCondition.findAll(c.words).isEmpty();
  }

  /** Returns the only desirable range, or the only one that qualifies. */
  private ReportedRange selectDesirable(List<LabeledLimits> classes) {
    String around =
        String.join(" ", leadingParts(textBefore(0)))
            + " "
            + String.join(" ", trailingParts(textBefore(ranges.size())));
    if (!conditions.containsAll(RangeCondition.findAll(around))) {
      return ReportedRange.EMPTY;
    }
    List<LabeledLimits> own =
        classes.stream()
            .filter(c -> conditions.containsAll(RangeCondition.findAll(c.words)))
            .toList();
    List<ReportedRange> good = of(own, RangeClass.DESIRABLE);
    if (good.isEmpty() && !isCoagulationTest()) {
      good = of(own, RangeClass.THERAPEUTIC);
    }
    if (good.isEmpty()) {
      good =
          own.stream()
              .filter(c -> !RangeCondition.findAll(c.words).isEmpty())
              .filter(c -> RangeClass.classify(c.words) == RangeClass.NONE)
              .map(LabeledLimits::bounds)
              .distinct()
              .toList();
    }
    return good.size() == 1 ? good.getFirst() : ReportedRange.EMPTY;
  }

  private static List<ReportedRange> of(List<LabeledLimits> classes, RangeClass which) {
    return classes.stream()
        .filter(c -> RangeClass.classify(c.words) == which)
        .map(LabeledLimits::bounds)
        .distinct()
        .toList();
  }

  /** Returns the text before the first class. */
  private static List<String> leadingParts(String gap) {
    String[] parts = splitAtSeparators(gap);
    return List.of(parts).subList(0, parts.length - 1);
  }

  private static List<String> trailingParts(String gap) {
    String[] parts = splitAtSeparators(gap);
    return List.of(parts).subList(1, parts.length);
  }

  private boolean isCoagulationTest() {
    return COAGULATION.matcher(rowText).find();
  }
}
