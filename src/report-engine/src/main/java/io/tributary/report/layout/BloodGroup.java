package io.tributary.report.layout;

import java.util.regex.Pattern;

/** Recognizes blood groups, whose letters are neither flags nor headings. */
final class BloodGroup {
  private static final Pattern GROUP =
      Pattern.compile(
          "(?i)[\"']?(?:A[12]?|A[12]?B|B|O)[\"']?(?:\\s*,?\\s*(?:Rh\\s*)?(?:\\(?D\\)?\\s*)?(?:\\+(?:ve)?|-(?:ve)?"
              + "|\\(\\+\\)|\\(-\\)|pos(?:itive)?|neg(?:ative)?)\\.?)?");
  private static final Pattern NAME =
      Pattern.compile(
          "(?i).*\\b(?:blood (?:group|type)|abo|rh|group(?:ing)?|typing|phenotype)\\b.*");

  private BloodGroup() {}

  /** Checks whether a text can be a blood group, with or without its Rh factor. */
  static boolean isBloodGroup(String text) {
    return GROUP.matcher(text.strip()).matches();
  }

  static boolean isBloodGroupTest(String name) {
    return NAME.matcher(name).matches();
  }
}
