package io.tributary.report.interpret;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Name of a patient, split into its parts.
 *
 * @param sex as indicated by the title
 */
record PatientName(Optional<String> first, Optional<String> last, Optional<PatientSex> sex) {
  private static final Set<String> MALE =
      Set.of("mr", "master", "mstr", "shri", "sri", "sir", "mast");
  private static final Set<String> FEMALE =
      Set.of("mrs", "ms", "miss", "smt", "kumari", "madam", "lady", "mme");
  private static final Set<String> TITLES =
      Set.of(
          "dr",
          "prof",
          "professor",
          "doctor",
          "baby",
          "b/o",
          "rev",
          "mx",
          "hon",
          "capt",
          "sgt",
          "col",
          "maj",
          "lt",
          "fr",
          "dra",
          "er",
          "adv");

  /** Titles that are also names. */
  private static final Set<String> TITLES_ALSO_NAMES =
      Set.of("sri", "shri", "er", "lady", "kumari", "fr", "adv");

  /** Titles that are never names, in any position. */
  private static final Set<String> TITLES_NEVER_NAMES = Set.of("mr", "mrs", "ms", "mstr", "smt");

  private static final Set<String> SUFFIXES =
      Set.of(
          "jr", "sr", "ii", "iii", "iv", "md", "phd", "esq", "obe", "mbe", "rn", "np", "dds", "dvm",
          "facp", "mbbs", "frcp");
  private static final Set<String> PARTICLES =
      Set.of(
          "van", "von", "de", "der", "den", "da", "di", "del", "della", "la", "le", "bin", "al",
          "el", "st", "dos", "ter", "ten", "mac");
  private static final Pattern AGE =
      Pattern.compile(
          "\\s*[(\\[]?\\b\\d{1,3}\\s?(?:y|yrs?|years?)\\b.*$", Pattern.CASE_INSENSITIVE);

  /** Title without a following space, as in "Mr.Smith". */
  private static final Pattern GLUED_TITLE =
      Pattern.compile("(?i)^(mrs?|ms|dr|miss|smt)\\.(?=\\p{L})");

  private static final Pattern BRACKETS = Pattern.compile("\\s*[(\\[][^)\\]]*[)\\]]\\s*");

  static PatientName parse(String printed) {
    String text = BRACKETS.matcher(AGE.matcher(printed).replaceAll("")).replaceAll(" ").strip();
    text = GLUED_TITLE.matcher(text).replaceFirst("$1. ");
    Optional<PatientSex> sex = Optional.empty();
    List<String> words = new ArrayList<>();
    for (String w : text.replace(",", " , ").split("\\s+")) {
      String plain = plain(w);
      boolean told = MALE.contains(plain) || FEMALE.contains(plain);
      if (told && (canBeTitle(words) || TITLES_NEVER_NAMES.contains(plain))) {
        sex = Optional.of(FEMALE.contains(plain) ? PatientSex.FEMALE : PatientSex.MALE);
      } else if (!TITLES.contains(plain) || !canBeTitle(words)) {
        words.add(w);
      }
    }
    return splitWords(words, sex);
  }

  /**
   * Checks whether the next word may be a title: at the start or after the comma behind the family
   * name.
   */
  private static boolean canBeTitle(List<String> words) {
    return words.isEmpty() || words.getLast().equals(",");
  }

  /** Cleans a name part from a separate field by removing titles and suffixes. */
  static String cleanPart(String printed) {
    List<String> words = new ArrayList<>();
    for (String w : GLUED_TITLE.matcher(printed.strip()).replaceFirst("$1. ").split("[\\s,]+")) {
      String plain = plain(w);
      boolean title = MALE.contains(plain) || FEMALE.contains(plain) || TITLES.contains(plain);
      boolean suffix = !words.isEmpty() && SUFFIXES.contains(plain);
      boolean isName = TITLES_ALSO_NAMES.contains(plain) && !w.endsWith(".");
      if (!(title && !isName && words.isEmpty()) && !suffix) {
        words.add(w);
      }
    }
    return words.isEmpty() ? printed.strip() : String.join(" ", words);
  }

  private static PatientName splitWords(List<String> words, Optional<PatientSex> sex) {
    // Suffixes after a name, with or without commas, are not part of it.
    while (words.size() > 1
        && (SUFFIXES.contains(plain(words.getLast())) || words.getLast().equals(","))) {
      words = words.subList(0, words.size() - 1);
    }
    int comma = words.indexOf(",");
    if (comma > 0 && comma < words.size() - 1) {
      List<String> family =
          words.subList(0, comma).stream().filter(w -> !SUFFIXES.contains(plain(w))).toList();
      return new PatientName(
          Optional.of(words.get(comma + 1)), Optional.of(String.join(" ", family)), sex);
    }
    List<String> all = words.stream().filter(w -> !w.equals(",")).toList();
    if (all.isEmpty()) {
      return new PatientName(Optional.empty(), Optional.empty(), sex);
    }
    if (all.size() == 1) {
      return new PatientName(Optional.of(all.getFirst()), Optional.empty(), sex);
    }
    int from = all.size() - 1;
    while (from > 1 && PARTICLES.contains(plain(all.get(from - 1)))) {
      from--;
    }
    return new PatientName(
        Optional.of(all.getFirst()),
        Optional.of(String.join(" ", all.subList(from, all.size()))),
        sex);
  }

  private static String plain(String word) {
    return Arrays.stream(word.split("\\.")).reduce("", String::concat).toLowerCase(Locale.ROOT);
  }
}
