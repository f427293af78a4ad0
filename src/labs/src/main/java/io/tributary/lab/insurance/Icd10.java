package io.tributary.lab.insurance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The ICD-10-CM code list. About 47,000 entries, some 20 MB in memory, read once and shared. Codes
 * with a seventh character are computed on demand. Immutable.
 */
final class Icd10 {
  private static final String RESOURCE = "/icd/icd10cm.tsv.gz";
  private static final Pattern CODE = Pattern.compile("[A-Z][0-9][0-9A-Z]?\\.?[0-9A-Z]{0,4}");
  private static final Pattern SPACES = Pattern.compile("[\\s,;()\\[\\]]+");

  /** Lazy holder: the list is loaded on first use. */
  private static final class Bundled {
    static final Icd10 LIST = load();

    private static Icd10 load() {
      try (InputStream in = Icd10.class.getResourceAsStream(RESOURCE)) {
        return IcdReader.read(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A chapter or section with exclusion notes. */
  record Section(IcdPattern range, List<IcdPattern> excludes1, List<IcdPattern> excludes2) {}

  private final String release;
  private final List<IcdEntry> entries;
  private final Map<String, Integer> positionByCode;
  private final List<Section> sections;

  /** Lower-case descriptions for searches, by position; empty where the entry cannot be found. */
  private final String[] searchTexts;

  Icd10(String release, List<IcdEntry> entries, List<Section> sections) {
    this.release = release;
    this.entries = List.copyOf(entries);
    this.sections = List.copyOf(sections);
    this.positionByCode = HashMap.newHashMap(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      positionByCode.put(entries.get(i).code(), i);
    }
    this.searchTexts =
        this.entries.stream()
            .map(e -> e.leaf() ? e.description().toLowerCase(Locale.ROOT) : "")
            .toArray(String[]::new);
  }

  /**
   * Returns the bundled list. The first call takes a fraction of a second: never make it on an
   * event loop.
   */
  static Icd10 bundled() {
    return Bundled.LIST;
  }

  String release() {
    return release;
  }

  List<IcdEntry> entries() {
    return entries;
  }

  /** Normalized form of a code: upper case, without the point. */
  static String normalize(String code) {
    return code.strip().toUpperCase(Locale.ROOT).replace(".", "");
  }

  /**
   * Returns the entry of a billable code. For a code with a seventh character, returns the entry
   * that it extends.
   */
  Optional<IcdEntry> findBillable(String code) {
    String plain = normalize(code);
    Integer place = positionByCode.get(plain);
    if (place != null) {
      return Optional.of(entries.get(place)).filter(IcdEntry::isBillable);
    }
    if (plain.length() != 7) {
      return Optional.empty();
    }
    char last = plain.charAt(6);
    for (int length = 6; length >= 3; length--) {
      Integer at = positionByCode.get(plain.substring(0, length));
      if (at != null) {
        IcdEntry e = entries.get(at);
        return e.seventhCharacters().containsKey(last) && e.extendedCode(last).equals(plain)
            ? Optional.of(e)
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether the code exists as a heading or a diagnosis, even if it is not specific enough
   * to bill.
   */
  boolean isKnown(String code) {
    return positionByCode.containsKey(normalize(code));
  }

  /**
   * Returns whether the first code has an Excludes1 note for the second: the two must not be coded
   * together.
   */
  boolean excludes1(String code, String other) {
    return hasExclusion(normalize(code), normalize(other), true);
  }

  boolean excludes2(String code, String other) {
    return hasExclusion(normalize(code), normalize(other), false);
  }

  /**
   * Applies the notes of a code to another. A note that matches both codes does not distinguish
   * them and is ignored.
   */
  private boolean hasExclusion(String code, String other, boolean first) {
    return exclusionNotes(code, first).anyMatch(p -> p.matches(other) && !p.matches(code));
  }

  private Stream<IcdPattern> exclusionNotes(String code, boolean first) {
    List<IcdPattern> out = new ArrayList<>();
    int at = findBillable(code).map(e -> positionByCode.get(e.code())).orElse(-1);
    while (at >= 0) {
      IcdEntry e = entries.get(at);
      out.addAll(first ? e.excludes1() : e.excludes2());
      at = e.parent();
    }
    for (Section s : sections) {
      if (s.range().matches(code)) {
        out.addAll(first ? s.excludes1() : s.excludes2());
      }
    }
    return out.stream();
  }

  /**
   * Finds billable diagnoses by the beginning of a code or by words. All words must occur at the
   * beginning of words of the description. The shortest descriptions come first.
   */
  List<Diagnosis> search(String query, int most) {
    String text = query.strip();
    String code = text.toUpperCase(Locale.ROOT);
    if (CODE.matcher(code).matches()) {
      List<Diagnosis> found = byCode(normalize(code), most);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return byWords(text.toLowerCase(Locale.ROOT), most);
  }

  private List<Diagnosis> byCode(String begin, int most) {
    List<Diagnosis> out = new ArrayList<>();
    for (IcdEntry e : entries) {
      if (out.size() >= most) {
        break;
      }
      if (e.isBillable() && e.code().startsWith(begin)) {
        out.add(e.diagnosis());
      } else if (e.code().startsWith(begin) || begin.startsWith(e.code())) {
        for (char last : e.seventhCharacters().keySet()) {
          if (e.extendedCode(last).startsWith(begin) && out.size() < most) {
            out.add(e.extendedDiagnosis(last));
          }
        }
      }
    }
    return out;
  }

  private List<Diagnosis> byWords(String query, int most) {
    List<String> words =
        Arrays.stream(SPACES.split(query)).filter(w -> !w.isEmpty()).distinct().toList();
    if (words.isEmpty()) {
      return List.of();
    }
    List<Diagnosis> out = new ArrayList<>();
    for (int i = 0; i < searchTexts.length; i++) {
      String description = searchTexts[i];
      int left = 0;
      for (String w : words) {
        left += hasWordStart(description, w) ? 0 : 1;
      }
      IcdEntry e = entries.get(i);
      if (left == 0 && e.isBillable()) {
        out.add(e.diagnosis());
      } else if (left < words.size() && !e.seventhCharacters().isEmpty()) {
        addExtended(e, description, words, out);
      }
    }
    out.sort(
        Comparator.comparingInt((Diagnosis d) -> d.description().length())
            .thenComparing(Diagnosis::code));
    return out.size() > most ? List.copyOf(out.subList(0, most)) : out;
  }

  /**
   * Adds codes with a seventh character whose meaning contains all query words missing from the
   * entry.
   */
  private static void addExtended(
      IcdEntry e, String description, List<String> words, List<Diagnosis> out) {
    List<String> left = words.stream().filter(w -> !hasWordStart(description, w)).toList();
    e.seventhCharacters()
        .forEach(
            (last, meaning) -> {
              String more = meaning.toLowerCase(Locale.ROOT);
              if (left.stream().allMatch(w -> hasWordStart(more, w))) {
                out.add(e.extendedDiagnosis(last));
              }
            });
  }

  private static boolean hasWordStart(String text, String word) {
    for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1))) {
        return true;
      }
    }
    return false;
  }
}
