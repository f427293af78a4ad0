package io.tributary.report.interpret;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Selects the patient's part of a reference range that is printed for several sexes and ages. */
final class SexSpecificRange {
  private static final Pattern LABEL =
      Pattern.compile(
          "\\b(?:adult"
              + " )?(?:males?|females?|men|women|man|woman|boys?|girls?|m|f)\\b\\s*(?:[:=)\\-]|\\(|(?=\\s*[<>\\d.(]))|\\(\\s*(?:adult"
              + " )?(?:males?|females?|men|women|m|f)\\s*\\)|\\b(?:for|in) (?:adult"
              + " )?(?:males?|females?|men|women|boys?|girls?)\\b"
              + "|(?<=\\d\\s)(?:males?|females?|men|women|m|f)(?=\\s*(?:[,;|]|/(?!\\s*[a-zµμ])|$))");

  private static final Pattern RANGE = Pattern.compile("\\d\\s*(?:-|to)\\s*\\d|[<>]\\s*=?\\s*\\d");

  private SexSpecificRange() {}

  /** Label with the text that belongs to it. */
  record LabeledRange(String label, String text) {}

  /** Returns an empty text if no part applies to the patient or the choice is ambiguous. */
  static String select(String text, PatientSex sex, Optional<Integer> years) {
    Optional<List<LabeledRange>> sexes = splitByLabel(LABEL, text);
    if (sexes.isEmpty()) {
      return "";
    }
    String own = sexes.get().isEmpty() ? text : selectBySex(sexes.get(), sex);
    return AgeSpecificRange.select(own, years);
  }

  /**
   * Splits a text at its labels and pairs each label with the text before or after it.
   *
   * <p>Text follows its label unless no digit follows the last label. A range before the first
   * label then gets an empty label. Returns an empty list if there are no labels, and an empty
   * {@code Optional} if neither the text before the first label nor that after the last one
   * contains a digit.
   */
  static Optional<List<LabeledRange>> splitByLabel(Pattern labels, String text) {
    List<int[]> places = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Matcher m = labels.matcher(text);
    while (m.find()) {
      places.add(new int[] {m.start(), m.end()});
      names.add(m.group().replaceAll("[^a-z]+", " ").strip());
    }
    if (places.isEmpty()) {
      return Optional.of(List.of());
    }
    String lead = text.substring(0, places.getFirst()[0]);
    boolean behind = !hasDigit(text.substring(places.getLast()[1]));
    if (behind && !hasDigit(lead)) {
      return Optional.empty();
    }
    List<LabeledRange> out = new ArrayList<>();
    if (!behind && RANGE.matcher(lead).find()) {
      out.add(new LabeledRange("", lead));
    }
    for (int i = 0; i < places.size(); i++) {
      int from = behind ? (i == 0 ? 0 : places.get(i - 1)[1]) : places.get(i)[1];
      int to =
          behind ? places.get(i)[0] : i + 1 < places.size() ? places.get(i + 1)[0] : text.length();
      out.add(new LabeledRange(names.get(i), text.substring(from, to)));
    }
    return Optional.of(out);
  }

  private static boolean hasDigit(String text) {
    return text.chars().anyMatch(Character::isDigit);
  }

  private static String selectBySex(List<LabeledRange> parts, PatientSex sex) {
    if (parts.stream().anyMatch(p -> p.label.isEmpty())) {
      return "";
    }
    if (sex == PatientSex.OTHER) {
      return parts.size() == 1 ? "" : commonText(parts);
    }
    List<LabeledRange> own =
        parts.stream().filter(p -> isFemale(p.label) == (sex == PatientSex.FEMALE)).toList();
    return own.size() == 1 ? own.getFirst().text : "";
  }

  /** Returns the common text if all parts are equal, so that the label does not matter. */
  private static String commonText(List<LabeledRange> parts) {
    long texts = parts.stream().map(p -> p.text.replaceAll("[\\s,;]+", "")).distinct().count();
    return texts == 1 ? parts.getFirst().text : "";
  }

  private static boolean isFemale(String label) {
    return label.matches(".*(female|women|woman|girl|\\bf\\b).*");
  }
}
