package io.tributary.core;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that a misspelt name most likely stands for. */
public final class Suggestions {
  /** Longer names are not compared, because clients choose their length. */
  private static final int MAX_LENGTH = 64;

  private Suggestions() {}

  /**
   * Returns the candidate with the smallest edit distance, the first one of several. An edit is an
   * inserted, deleted or replaced character, or a swap of two adjacent ones; case and the
   * difference between a hyphen and an underscore do not count.
   *
   * @return empty if no candidate is similar: at most one edit in names of 3 to 5 characters, two
   *     in names of up to 8 and three in longer names
   */
  public static Optional<String> closest(String name, Collection<String> candidates) {
    if (name.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String wanted = normalize(name);
    String best = null;
    int bestDistance = maxEdits(wanted.length()) + 1;
    for (String candidate : candidates) {
      if (Math.abs(candidate.length() - wanted.length()) < bestDistance) {
        int distance = distance(wanted, normalize(candidate));
        if (distance < bestDistance) {
          best = candidate;
          bestDistance = distance;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private static int maxEdits(int length) {
    return length < 3 ? 0 : length < 6 ? 1 : length < 9 ? 2 : 3;
  }

  private static String normalize(String name) {
    return name.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  /** Computes the optimal string alignment distance. */
  private static int distance(String a, String b) {
    int[] beforePrevious = new int[b.length() + 1];
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          current[j] = Math.min(current[j], beforePrevious[j - 2] + 1);
        }
      }
      beforePrevious = previous;
      previous = current;
    }
    return previous[b.length()];
  }
}
