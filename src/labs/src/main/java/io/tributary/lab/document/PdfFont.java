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
 * Embedded font of one document, with Latin, Greek and Cyrillic letters. Only the glyphs used are
 * embedded, so the file renders identically everywhere.
 */
final class PdfFont {
  /** Font that ships with the PDF library as its fallback font. */
  private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

  /** Placeholder for characters that the font lacks, so that missing characters are visible. */
  private static final String PLACEHOLDER = "\u25a1";

  private final PDType0Font font;
  private final Map<Integer, String> legibleByCodePoint = new HashMap<>();

  PdfFont(PDDocument document) throws IOException {
    try (InputStream in = PDDocument.class.getResourceAsStream(FONT)) {
      font = PDType0Font.load(document, in, true);
    }
  }

  PDType0Font font() {
    return font;
  }

  /** Text with unsupported characters replaced, without line breaks and control characters. */
  String legible(String text) {
    StringBuilder out = new StringBuilder();
    Normalizer.normalize(text, Normalizer.Form.NFC)
        .codePoints()
        .map(c -> Character.isWhitespace(c) || Character.isISOControl(c) ? ' ' : c)
        .forEach(c -> out.append(legibleByCodePoint.computeIfAbsent(c, this::legibleLetter)));
    return out.toString();
  }

  private String legibleLetter(int codePoint) {
    String own = Character.toString(codePoint);
    if (Character.getType(codePoint) == Character.FORMAT) {
      return "";
    }
    if (hasGlyph(own)) {
      return own;
    }
    String plain = Normalizer.normalize(own, Normalizer.Form.NFKC);
    if (hasGlyph(plain)) {
      return plain;
    }
    return hasGlyph(PLACEHOLDER) ? PLACEHOLDER : "?";
  }

  /** The library throws when it measures a character that the font lacks. */
  private boolean hasGlyph(String text) {
    try {
      return font.getStringWidth(text) >= 0;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Width of a legible text in points. */
  float width(String legible, float size) {
    try {
      return font.getStringWidth(legible) / 1000 * size;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Wraps a text into lines; a word that is longer than a line is split. */
  List<String> wrap(String text, float size, float width) {
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
        line.append(splitWord(word, size, width, out));
      }
      out.add(line.toString());
    }
    return out;
  }

  /** Adds the full lines of a long word to {@code out} and returns the remainder. */
  private String splitWord(String word, float size, float width, List<String> out) {
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
