package io.tributary.report.meaning;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Of a range that is printed for several kinds of people, the part for the patient. */
final class PatientPart {
  private static final Pattern LABEL =
      Pattern.compile(
          "\\b(adult males?|adult"
              + " females?|males?|females?|men|women|man|woman|boys?|girls?|m|f)\\b\\s*(?:[:=)\\-]|\\(|(?=\\s*[<>\\d.(]))"
              + "|\\(\\s*(males?|females?|men|women|m|f)\\s*\\)");
  private static final Pattern AGES =
      Pattern.compile(
          "\\b(adults?|child(?:ren)?|infants?|newborns?|neonates?|p(?:a)?ediatric)\\b\\s*[:=\\-]?");
  private static final int GROWN_UP = 18;

  private PatientPart() {}

  private record Part(String label, String text) {}

  /** Empty text if there is none for the patient, or it is not known which. */
  static String of(String text, Gender sex, Optional<Integer> years) {
    List<Part> parts = parts(LABEL, text);
    String own = parts.isEmpty() ? text : bySex(parts, sex);
    List<Part> ages = parts(AGES, own);
    return ages.isEmpty() ? own : byAge(ages, years);
  }

  private static List<Part> parts(Pattern labels, String text) {
    List<Part> out = new ArrayList<>();
    List<int[]> places = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Matcher m = labels.matcher(text);
    while (m.find()) {
      places.add(new int[] {m.start(), m.end()});
      names.add(m.group());
    }
    boolean behind = !places.isEmpty() && hasDigit(text.substring(0, places.getFirst()[0]));
    for (int i = 0; i < places.size(); i++) {
      int from = behind ? (i == 0 ? 0 : places.get(i - 1)[1]) : places.get(i)[1];
      int to =
          behind ? places.get(i)[0] : i + 1 < places.size() ? places.get(i + 1)[0] : text.length();
      out.add(new Part(names.get(i), text.substring(from, to)));
    }
    return out;
  }

  private static boolean hasDigit(String text) {
    return text.chars().anyMatch(Character::isDigit);
  }

  private static String bySex(List<Part> parts, Gender sex) {
    if (sex == Gender.OTHER) {
      return parts.size() == 1 ? "" : same(parts);
    }
    List<Part> own =
        parts.stream().filter(p -> isFemale(p.label) == (sex == Gender.FEMALE)).toList();
    return own.size() == 1 ? own.getFirst().text : "";
  }

  /** Where all parts say the same it does not matter whose it is. */
  private static String same(List<Part> parts) {
    long texts = parts.stream().map(p -> p.text.replaceAll("[\\s,;]+", "")).distinct().count();
    return texts == 1 ? parts.getFirst().text : "";
  }

  private static boolean isFemale(String label) {
    return label.matches(".*(female|women|woman|girl|\\bf\\b).*");
  }

  private static String byAge(List<Part> parts, Optional<Integer> years) {
    boolean child = years.isPresent() && years.get() < GROWN_UP;
    List<Part> own = parts.stream().filter(p -> p.label.startsWith("adult") != child).toList();
    return own.size() == 1 ? own.getFirst().text : "";
  }
}
