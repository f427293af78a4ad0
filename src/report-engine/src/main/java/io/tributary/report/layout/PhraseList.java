package io.tributary.report.layout;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Word list loaded from a resource, one phrase per line. */
final class PhraseList {
  private final Set<String> phrases;
  private final int longest;

  private PhraseList(Set<String> all) {
    this.phrases = all;
    this.longest = all.stream().mapToInt(s -> s.split(" ").length).max().orElse(0);
  }

  /** Loads a list in lower case; lines that begin with # are comments. */
  static PhraseList of(String name) {
    return new PhraseList(
        Set.copyOf(lines(name).map(PhraseList::normalize).filter(t -> !t.isEmpty()).toList()));
  }

  /** Returns the unmodified lines of a resource. */
  static Stream<String> lines(String name) {
    try (InputStream in = PhraseList.class.getResourceAsStream("/report/layout/" + name + ".txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<String> lines =
          text.lines().map(String::strip).filter(s -> !s.isEmpty() && !s.startsWith("#")).toList();
      return new HashSet<>(lines).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String normalize(String text) {
    return text.toLowerCase(Locale.ROOT)
        .replace(".", "")
        .replaceAll("[\\s\\u00a0]+", " ")
        .replaceAll("^[^\\p{L}\\p{N}%#+(]+|[^\\p{L}\\p{N}%)#+]+$", "");
  }

  boolean contains(String text) {
    return phrases.contains(normalize(text));
  }

  /** Checks whether the list contains a word or a sequence of words of the text. */
  boolean containsPhraseOf(String text) {
    String[] words = normalize(text.replaceAll("[,;:/()\\[\\]-]", " ")).split(" ");
    for (int from = 0; from < words.length; from++) {
      StringBuilder phrase = new StringBuilder();
      for (int to = from; to < words.length && to < from + longest; to++) {
        phrase.append(to == from ? "" : " ").append(words[to]);
        if (phrases.contains(phrase.toString())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Counts how many words of a text are in the list. */
  int count(String text) {
    int found = 0;
    for (String word : text.split("[\\s,;:()/-]+")) {
      found += phrases.contains(normalize(word)) ? 1 : 0;
    }
    return found;
  }

  int longest() {
    return longest;
  }
}
