package io.tributary.report.meaning;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reference ranges as they are printed. */
final class RangeText {
  private static final String N = "(" + Numbers.NUMBER + ")";
  private static final String SIGNED = "\\(?" + N + "\\)?";

  /** From one number to another, or to one side of a number. */
  private static final Pattern EXPRESSION =
      Pattern.compile(
          "(?:between\\s+)?(?<![\\d.,])"
              + SIGNED
              + "\\s*%?\\s*(?:-|to|until|thru|through|and|~|\\.\\.+|…)\\s*"
              + SIGNED
              + "(?![\\d.,]*\\d)"
              + "|(<\\s*(?:or\\s*)?=|>\\s*(?:or\\s*)?=|=\\s*<|=\\s*>|<|>)\\s*"
              + N
              + "|\\b(less than or equal to|less than|lower than|not more than|no more than|up"
              + " ?to|below|under|maximum|max\\.?)\\s*:?\\s*"
              + N
              + "|\\b(greater than or equal to|greater than|more than|higher than|at"
              + " least|above|over|minimum|min\\.?)\\s*:?\\s*"
              + N
              + "|(?<![\\d.,])"
              + N
              + "\\s*(?:or|and|&)\\s*(more|greater|above|higher|over|less|lower|below|under)\\b");

  /** A unit with a power of ten behind a number looks like a number with a power of ten. */
  private static final Pattern UNIT_POWER =
      Pattern.compile(
          "(?:\\s*[x*]\\s?10\\s?[\\^*e]?\\s?\\d{1,2}|(?<![\\d.,])10\\s?[\\^*e]\\s?\\d{1,2}"
              + "|(?<=\\d\\s)10(?:3|6|9|12))\\s*/\\s*[a-zµμ]+\\d?");

  private static final Pattern GOOD =
      Pattern.compile(
          "\\b(normal|desirable|desired|optimal|optimum|sufficient|sufficiency|adequate|ideal|acceptable|non-?"
              + " ?diabetic|low risk|healthy|euthyroid|negative|non-? ?reactive|goal|target)\\b");
  private static final Pattern NOT_GOOD =
      Pattern.compile(
          "\\b(near|above|sub|below|abnormal|borderline|not|insufficient|insufficiency|less"
              + " than|sub-?optimal)\\b|\\bin-?sufficien|pre-?diabet");

  private final Numbers numbers;
  private final Gender sex;
  private final Optional<Integer> years;

  /**
   * @param years of age, if known
   */
  RangeText(Numbers numbers, Gender sex, Optional<Integer> years) {
    this.numbers = numbers;
    this.sex = sex;
    this.years = years;
  }

  /** One range and the words before and behind it. */
  private record Piece(String before, Bounds bounds, String after) {}

  /** Only what can be read beyond doubt; its lower end may be above its upper one. */
  Bounds read(String printed) {
    String text = UNIT_POWER.matcher(Signs.plain(printed).toLowerCase(Locale.ROOT)).replaceAll(" ");
    String own = PatientPart.of(text, sex, years);
    List<Piece> pieces = pieces(own);
    if (pieces.isEmpty()) {
      return Bounds.NONE;
    }
    if (pieces.size() == 1) {
      Piece only = pieces.getFirst();
      String around = only.before + " " + only.after;
      return NOT_GOOD.matcher(around).find() && !GOOD.matcher(around).find()
          ? Bounds.NONE
          : only.bounds;
    }
    if (pieces.stream().map(Piece::bounds).distinct().count() == 1) {
      return pieces.getFirst().bounds;
    }
    return category(pieces);
  }

  /** Whether the printed range lists what values mean, and is no plain range. */
  boolean isList(String printed) {
    return pieces(Signs.plain(printed).toLowerCase(Locale.ROOT)).size() > 1;
  }

  private List<Piece> pieces(String text) {
    List<Piece> out = new ArrayList<>();
    Matcher m = EXPRESSION.matcher(text);
    int end = 0;
    List<int[]> places = new ArrayList<>();
    List<Bounds> bounds = new ArrayList<>();
    while (m.find()) {
      Optional<Bounds> b = bounds(m);
      if (b.isPresent()) {
        places.add(new int[] {end, m.start(), m.end()});
        bounds.add(b.get());
        end = m.end();
      }
    }
    for (int i = 0; i < places.size(); i++) {
      int next = i + 1 < places.size() ? places.get(i + 1)[1] : text.length();
      out.add(
          new Piece(
              text.substring(places.get(i)[0], places.get(i)[1]),
              bounds.get(i),
              text.substring(places.get(i)[2], next)));
    }
    return out;
  }

  private Optional<Bounds> bounds(Matcher m) {
    if (m.group(1) != null) {
      Optional<BigDecimal> a = numbers.read(m.group(1));
      Optional<BigDecimal> b = numbers.read(m.group(2));
      return a.isPresent() && b.isPresent()
          ? Optional.of(Bounds.between(a.get(), b.get()))
          : Optional.empty();
    }
    if (m.group(3) != null) {
      boolean upper = m.group(3).contains("<");
      return one(m.group(4), upper);
    }
    if (m.group(5) != null) {
      return one(m.group(6), true);
    }
    if (m.group(7) != null) {
      return one(m.group(8), false);
    }
    boolean upper = List.of("less", "lower", "below", "under").contains(m.group(10));
    return one(m.group(9), upper);
  }

  private Optional<Bounds> one(String number, boolean upper) {
    return numbers.read(number).map(n -> upper ? Bounds.upTo(n) : Bounds.from(n));
  }

  /** The one group of a list that is as it should be, if there is exactly one. */
  private static Bounds category(List<Piece> pieces) {
    boolean wordsFirst = pieces.getFirst().before.chars().anyMatch(Character::isLetter);
    List<Bounds> good = new ArrayList<>();
    for (Piece p : pieces) {
      String words = wordsFirst ? p.before : p.after;
      if (GOOD.matcher(words).find() && !NOT_GOOD.matcher(words).find()) {
        good.add(p.bounds);
      }
    }
    return good.size() == 1 ? good.getFirst() : Bounds.NONE;
  }
}
