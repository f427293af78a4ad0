package io.tributary.report.layout;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Dictionary of column heading names. */
final class HeaderWords {
  private static final Map<String, ColumnKind> NAMES = names();
  private static final PhraseList WORDS = PhraseList.of("header-words");
  private static final PhraseList FOREIGN = PhraseList.of("not-headers");
  static final int LONGEST = 5;

  private static final Pattern PREVIOUS = word("previous|prior|historical|history|prev|last");
  private static final Pattern OUT = word("out[ -]of[ -](?:reference )?range|outside");
  private static final Pattern RANGE =
      word("range|ranges|interval|intervals|limits|reference|ref|normal|normals|expected");
  private static final Pattern VALUE = word("result|results|value|values|finding|findings");
  private static final Pattern FLAG = word("flag|flags|abn|abnormal|indicator");
  private static final Pattern UNIT = word("unit|units|uom");
  private static final Pattern NAME =
      word(
          "test|tests|analyte|analytes|investigation|investigations|component|parameter|examination|biomarker|name|assay");
  private static final Pattern METHOD = word("method|methodology|technique");
  private static final Pattern SPECIMEN = word("specimen|sample");

  private HeaderWords() {}

  private static Pattern word(String words) {
    return Pattern.compile("(?:^|[^a-z])(?:" + words + ")(?:[^a-z]|$)");
  }

  private static Map<String, ColumnKind> names() {
    Map<String, ColumnKind> names = new HashMap<>();
    PhraseList.lines("headers")
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              ColumnKind kind = ColumnKind.valueOf(line.substring(0, colon));
              for (String name : line.substring(colon + 1).split("\\|")) {
                names.put(plain(name), kind);
              }
            });
    return names;
  }

  static String plain(String text) {
    return PhraseList.normalize(text.toLowerCase(Locale.ROOT).replaceAll("\\s*/\\s*", "/"))
        .replaceAll("[*\\u2020\\u2021()]+$", "")
        .strip();
  }

  static Optional<ColumnKind> exactKind(String text) {
    if (text.endsWith(":")) {
      return Optional.empty();
    }
    return Optional.ofNullable(NAMES.get(plain(text)));
  }

  static Optional<ColumnKind> kindOf(String text) {
    Optional<ColumnKind> exact = exactKind(text);
    if (exact.isPresent()) {
      return exact;
    }
    String plain = plain(text);
    if (text.endsWith(":") || plain.split(" ").length > 7 || TextPatterns.isDate(plain)) {
      return Optional.empty();
    }
    String without = HeadingUnits.without(text);
    if (!without.equals(text)) {
      return kindOf(without);
    }
    String bare = plain.replaceAll("\\s*\\(.*?(?:\\)|$)", "").strip();
    if (!bare.equals(plain) && NAMES.containsKey(bare)) {
      return Optional.of(NAMES.get(bare));
    }
    return known(plain) ? keyword(plain) : Optional.empty();
  }

  private static boolean known(String plain) {
    String[] words = plain.split("[ /]");
    int known = 0;
    for (String word : words) {
      known += WORDS.contains(word) || word.matches("[(\\[].*") ? 1 : 0;
    }
    return known * 3 >= words.length * 2;
  }

  private static Optional<ColumnKind> keyword(String plain) {
    if (PREVIOUS.matcher(plain).find()) {
      return Optional.of(ColumnKind.PREVIOUS);
    }
    if (OUT.matcher(plain).find()) {
      return Optional.of(ColumnKind.OUT);
    }
    if (plain.contains("in range")) {
      return Optional.of(ColumnKind.VALUE);
    }
    if (FLAG.matcher(plain).find() && !VALUE.matcher(plain).find()) {
      return Optional.of(ColumnKind.FLAG);
    }
    if (RANGE.matcher(plain).find()) {
      return Optional.of(ColumnKind.RANGE);
    }
    if (VALUE.matcher(plain).find()) {
      return Optional.of(ColumnKind.VALUE);
    }
    if (UNIT.matcher(plain).find()) {
      return Optional.of(ColumnKind.UNIT);
    }
    if (METHOD.matcher(plain).find()) {
      return Optional.of(ColumnKind.METHOD);
    }
    if (NAME.matcher(plain).find()) {
      return Optional.of(ColumnKind.NAME);
    }
    return SPECIMEN.matcher(plain).find() ? Optional.of(ColumnKind.SPECIMEN) : Optional.empty();
  }

  static boolean isNameHeading(String text) {
    String plain = plain(text);
    return !text.endsWith(":") && plain.split(" ").length <= 3 && NAME.matcher(plain).find();
  }

  static boolean canBePart(String word) {
    return WORDS.contains(word) || word.matches("[&/]") || word.startsWith("(");
  }

  static boolean isOtherTable(String text) {
    return FOREIGN.containsPhraseOf(text);
  }
}
