package io.tributary.lab.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.PDType0Font;

/**
 * The letters of one document: a font with Latin, Greek and Cyrillic, of which the letters used go
 * into the file, so that it reads alike everywhere.
 */
final class PdfFont {
  /** Comes with the library, which uses it where a file brings none. */
  private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

  /** Stands for what the font has no letter for, so that nobody takes the rest for the whole. */
  private static final String UNKNOWN = "\u25a1";

  private final PDType0Font font;
  private final Map<Integer, String> known = new HashMap<>();

  PdfFont(PDDocument document) throws IOException {
    try (InputStream in = PDDocument.class.getResourceAsStream(FONT)) {
      font = PDType0Font.load(document, in, true);
    }
  }

  PDType0Font font() {
    return font;
  }

  /** The text in letters that there are, without line breaks and control characters. */
  String legible(String text) {
    StringBuilder out = new StringBuilder();
    Normalizer.normalize(text, Normalizer.Form.NFC)
        .codePoints()
        .map(c -> Character.isWhitespace(c) || Character.isISOControl(c) ? ' ' : c)
        .forEach(c -> out.append(known.computeIfAbsent(c, this::letter)));
    return out.toString();
  }

  private String letter(int codePoint) {
    String own = Character.toString(codePoint);
    if (Character.getType(codePoint) == Character.FORMAT) {
      return "";
    }
    if (exists(own)) {
      return own;
    }
    String plain = Normalizer.normalize(own, Normalizer.Form.NFKC);
    if (exists(plain)) {
      return plain;
    }
    return exists(UNKNOWN) ? UNKNOWN : "?";
  }

  /** The font refuses to measure what it cannot show. */
  private boolean exists(String text) {
    try {
      return font.getStringWidth(text) >= 0;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  /** In points, of a legible text. */
  float width(String legible, float size) {
    try {
      return font.getStringWidth(legible) / 1000 * size;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines that a text takes; a word that is too long for one is cut, not lost. */
  List<String> lines(String text, float size, float width) {
    List<String> out = new ArrayList<>();
    for (String paragraph : text.split("\\R", -1)) {
      StringBuilder line = new StringBuilder();
      for (String word : legible(paragraph).split(" +")) {
        String longer = line.isEmpty() ? word : line + " " + word;
        if (width(longer, size) <= width) {
          line.replace(0, line.length(), longer);
          continue;
        }
        if (!line.isEmpty()) {
          out.add(line.toString());
        }
        line.setLength(0);
        line.append(cut(word, size, width, out));
      }
      out.add(line.toString());
    }
    return out;
  }

  /** Adds full lines of a long word and gives what is left of it. */
  private String cut(String word, float size, float width, List<String> out) {
    String rest = word;
    while (width(rest, size) > width && rest.codePointCount(0, rest.length()) > 1) {
      int end = rest.offsetByCodePoints(0, 1);
      while (end < rest.length()
          && width(rest.substring(0, rest.offsetByCodePoints(end, 1)), size) <= width) {
        end = rest.offsetByCodePoints(end, 1);
      }
      out.add(rest.substring(0, end));
      rest = rest.substring(end);
    }
    return rest;
  }
}
