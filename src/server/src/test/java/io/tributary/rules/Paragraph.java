package io.tributary.rules;

import java.util.ArrayList;
import java.util.List;

/** One paragraph of prose, joined to a single line of text. */
final class Paragraph {
  private final StringBuilder text = new StringBuilder();
  private final List<Integer> starts = new ArrayList<>();
  private final List<Integer> lines = new ArrayList<>();

  /** Appends one line of the file; surrounding and repeated white space is dropped. */
  void add(int line, String part) {
    String clean = part.strip().replaceAll("\\s+", " ");
    if (clean.isEmpty()) {
      return;
    }
    if (!text.isEmpty()) {
      text.append(' ');
    }
    starts.add(text.length());
    lines.add(line);
    text.append(clean);
  }

  String text() {
    return text.toString();
  }

  boolean isEmpty() {
    return text.isEmpty();
  }

  /** Returns the line of the file that contains this offset of the text. */
  int line(int offset) {
    int line = lines.getFirst();
    for (int i = 0; i < starts.size() && starts.get(i) <= offset; i++) {
      line = lines.get(i);
    }
    return line;
  }
}
