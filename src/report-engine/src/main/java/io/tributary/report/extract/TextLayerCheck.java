package io.tributary.report.extract;

import io.tributary.report.page.Word;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Decides whether the text layer of a PDF page matches what is printed on it. */
final class TextLayerCheck {
  /** Source to read a page from. */
  enum Verdict {
    /** Text layer only. */
    TEXT,
    /** OCR of the page image. */
    OCR,
    /** Text layer, and OCR for areas without text. */
    BOTH
  }

  private static final int MIN_GLYPHS = 20;
  private static final int SENTENCES = 40;
  private static final double LARGE_IMAGE = 0.35;
  private static final double STRANGE = 0.05;
  private static final double UNSEEN = 0.3;
  private static final double FEWEST_VOWELS = 0.22;
  private static final double MOST_VOWELS = 0.62;

  /** Common words; at least one appears on any English page, and on many in other languages. */
  private static final Set<String> COMMON_WORDS =
      Set.copyOf(
          List.of(
              ("the of and for in to is by a or no on date page name patient test result results"
                   + " value unit units range reference report laboratory lab sample specimen"
                   + " normal high low flag total blood serum mg dl ml mmol not age sex male female"
                   + " collected received reported glucose hemoglobin cholesterol creatinine sodium"
                   + " de la el en que los di il le les et und der die das von mit per con"
                   + " resultado resultados fecha paciente datum befund einheit wert patienten"
                   + " ergebnis prénom examen valeur valeurs")
                  .split(" ")));

  private TextLayerCheck() {}

  static Verdict judge(TextLayer layer, List<Word> words) {
    long seen = layer.countDrawn();
    if (seen < MIN_GLYPHS && layer.imageShare() < 0.02) {
      // Drawings only; letters may be drawn as outlines.
      return Verdict.OCR;
    }
    if (seen < MIN_GLYPHS || layer.countInvisible() > UNSEEN * (seen + layer.countInvisible())) {
      return Verdict.OCR;
    }
    if (layer.falseDigits() > 0 || layer.unknown() > STRANGE * layer.glyphs().size()) {
      return Verdict.OCR;
    }
    if (!isLanguage(words)) {
      return Verdict.OCR;
    }
    return layer.imageShare() > LARGE_IMAGE ? Verdict.BOTH : Verdict.TEXT;
  }

  /** Checks that the letters form words of a language with Latin script. */
  private static boolean isLanguage(List<Word> words) {
    int letters = 0;
    int vowels = 0;
    int strange = 0;
    int all = 0;
    int spoken = 0;
    boolean usual = false;
    for (Word word : words) {
      String bare = word.text().toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}]", "");
      usual |= COMMON_WORDS.contains(bare);
      all += word.text().length();
      strange += (int) word.text().codePoints().filter(GlyphNormalizer::isUnprintable).count();
      if (bare.length() >= 3 && bare.chars().allMatch(c -> c < 128)) {
        spoken++;
        letters += bare.length();
        vowels += (int) bare.chars().filter(c -> "aeiouy".indexOf(c) >= 0).count();
      }
    }
    if (strange > STRANGE * all || all >= SENTENCES && spoken < all / 60) {
      return false;
    }
    boolean sounds = vowels >= FEWEST_VOWELS * letters && vowels <= MOST_VOWELS * letters;
    return sounds && (usual || spoken < MIN_GLYPHS);
  }
}
