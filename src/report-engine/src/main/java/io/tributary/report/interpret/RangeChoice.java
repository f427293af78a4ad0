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
final class RangeChoice {
  /** Certain end of one class and start of the next. */
  private static final Pattern SEPARATOR =
      Pattern.compile("[,;\\n|•]|\\s/\\s|\\.\\s+(?=[a-z(])|(?<=[a-z])\\.\\s*$");

  /** Words that announce the following range, as in "fair:". */
  private static final Pattern ANNOUNCED = Pattern.compile("[a-z][^a-z]*[:=]\\s*\\(?$");

  /** Coagulation tests, for which the therapeutic range is deliberately not the normal one. */
  private static final Pattern COAGULATION =
      Pattern.compile("\\b(?:inr|pt|a?ptt|prothrombin|thromboplastin|coag\\w*|anti-?xa)\\b");

  /** Limits with their position in the text. */
  record Piece(ReportedRange bounds, int from, int to) {}

  /** Limits with words that certainly belong to them. */
  private record Class(ReportedRange bounds, String words) {}

  private final String text;
  private final List<Piece> pieces;
  private final String about;
  private final Set<RangeCondition> told;

  /**
   * @param text in lower case
   * @param about name and remarks of the row, which may state collection conditions
   */
  RangeChoice(String text, List<Piece> pieces, String about) {
    this.text = text;
    this.pieces = pieces;
    this.about = about.toLowerCase(Locale.ROOT);
    this.told = RangeCondition.in(about);
  }

  ReportedRange bounds() {
    if (pieces.isEmpty()) {
      return ReportedRange.NONE;
    }
    if (pieces.size() == 1) {
      return alone();
    }
    List<Class> classes = new ArrayList<>();
    for (List<Integer> group : groups()) {
      Optional<List<Class>> of = group.size() == 1 ? Optional.of(one(group)) : several(group);
      if (of.isEmpty()) {
        return same();
      }
      classes.addAll(of.get());
    }
    return good(classes);
  }

  private ReportedRange alone() {
    ReportedRange bounds = pieces.getFirst().bounds;
    String before = gap(0);
    String after = gap(1);
    if (!told.containsAll(RangeCondition.in(before + " " + after))) {
      return ReportedRange.NONE;
    }
    RangeClass first = RangeClass.of(before);
    RangeClass behind = RangeClass.of(after);
    boolean good = first == RangeClass.GOOD || behind == RangeClass.GOOD;
    boolean bad = first == RangeClass.BAD || behind == RangeClass.BAD && !good;
    boolean dosed = first == RangeClass.THERAPEUTIC || behind == RangeClass.THERAPEUTIC;
    return bad || dosed && !good && coagulates() ? ReportedRange.NONE : bounds;
  }

  /**
   * Returns the range if all ranges are equal and no words restrict it, so that the assignment does
   * not matter.
   */
  private ReportedRange same() {
    String words =
        IntStream.rangeClosed(0, pieces.size())
            .mapToObj(this::gap)
            .reduce("", (a, b) -> a + " " + b);
    boolean plain =
        RangeClass.of(words) != RangeClass.BAD && told.containsAll(RangeCondition.in(words));
    long different = pieces.stream().map(Piece::bounds).distinct().count();
    return plain && different == 1 ? pieces.getFirst().bounds : ReportedRange.NONE;
  }

  /** Returns the text before a range, or after the last one. */
  private String gap(int i) {
    int from = i == 0 ? 0 : pieces.get(i - 1).to;
    return text.substring(from, i == pieces.size() ? text.length() : pieces.get(i).from);
  }

  private static String[] parts(String gap) {
    return SEPARATOR.split(gap, -1);
  }

  /** Groups ranges that have no separator between them. */
  private List<List<Integer>> groups() {
    List<List<Integer>> out = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      if (i == 0 || parts(gap(i)).length > 1) {
        out.add(new ArrayList<>());
      }
      out.getLast().add(i);
    }
    return out;
  }

  private String before(int i) {
    String[] parts = parts(gap(i));
    return parts[parts.length - 1];
  }

  private String after(int i) {
    return parts(gap(i + 1))[0];
  }

  private List<Class> one(List<Integer> group) {
    int i = group.getFirst();
    return List.of(new Class(pieces.get(i).bounds, before(i) + " " + after(i)));
  }

  /**
   * Assigns words to ranges if they come before all of them or after all of them. Returns empty if
   * both are possible with different results.
   */
  private Optional<List<Class>> several(List<Integer> group) {
    List<Class> first =
        group.stream().map(i -> new Class(pieces.get(i).bounds, before(i))).toList();
    List<Class> behind =
        group.stream().map(i -> new Class(pieces.get(i).bounds, after(i))).toList();
    boolean announced = first.stream().allMatch(c -> says(c) || ANNOUNCED.matcher(c.words).find());
    boolean explained = behind.stream().allMatch(RangeChoice::says);
    if (announced == explained) {
      return announced && good(first).equals(good(behind)) ? Optional.of(first) : Optional.empty();
    }
    return Optional.of(announced ? first : behind);
  }

  private static boolean says(Class c) {
    return RangeClass.of(c.words) != RangeClass.NONE || !RangeCondition.in(c.words).isEmpty();
  }

  /** Returns the only desirable range, or the only one that qualifies. */
  private ReportedRange good(List<Class> classes) {
    String around =
        String.join(" ", pre(gap(0))) + " " + String.join(" ", post(gap(pieces.size())));
    if (!told.containsAll(RangeCondition.in(around))) {
      return ReportedRange.NONE;
    }
    List<Class> own =
        classes.stream().filter(c -> told.containsAll(RangeCondition.in(c.words))).toList();
    List<ReportedRange> good = of(own, RangeClass.GOOD);
    if (good.isEmpty() && !coagulates()) {
      good = of(own, RangeClass.THERAPEUTIC);
    }
    if (good.isEmpty()) {
      good =
          own.stream()
              .filter(c -> !RangeCondition.in(c.words).isEmpty())
              .filter(c -> RangeClass.of(c.words) == RangeClass.NONE)
              .map(Class::bounds)
              .distinct()
              .toList();
    }
    return good.size() == 1 ? good.getFirst() : ReportedRange.NONE;
  }

  private static List<ReportedRange> of(List<Class> classes, RangeClass which) {
    return classes.stream()
        .filter(c -> RangeClass.of(c.words) == which)
        .map(Class::bounds)
        .distinct()
        .toList();
  }

  /** Returns the text before the first class. */
  private static List<String> pre(String gap) {
    String[] parts = parts(gap);
    return List.of(parts).subList(0, parts.length - 1);
  }

  private static List<String> post(String gap) {
    String[] parts = parts(gap);
    return List.of(parts).subList(1, parts.length);
  }

  private boolean coagulates() {
    return COAGULATION.matcher(about).find();
  }
}
