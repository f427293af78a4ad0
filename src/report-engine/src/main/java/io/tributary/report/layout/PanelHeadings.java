package io.tributary.report.layout;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognizes headings above groups of tests. */
final class PanelHeadings {
  private static final PhraseList WORDS = PhraseList.of("panels");
  private static final PhraseList METHOD_WORDS = PhraseList.of("method-words");
  private static final PhraseList SURE = PhraseList.of("panels-sure");
  private static final Pattern SPECIMEN =
      Pattern.compile("(?i)^(?:specimen|sample)(?:\\s+(?:type|source))?\\s*[:\\-]\\s*(.+)$");
  private static final Pattern METHOD =
      Pattern.compile(
          "(?i)^[(\\[]?\\s*(?:method(?:ology)?|technique|technology)(?:\\s+used)?\\s*[:\\-]\\s*(.+?)\\s*[)\\]]?$");

  /** Heading with an order or billing code. */
  private static final Pattern CODED =
      Pattern.compile(".*\\p{L}.*[(\\[](?:CPT:? ?)?\\d{4,6}[)\\]]$");

  private static final Pattern METHODS =
      Pattern.compile(
          "[(\\[]?(?:E?CLIA|CMIA|HPLC|ELISA|ELFA|FEIA|EIA|RIA|GOD[- ]?POD|CHOD[-"
              + " ]?PAP|IFCC|ISE|Hexokinase|Jaff[e\u00e9](?:,?"
              + " kinetic)?|Nephelometry|(?:Immuno)?[Tt]urbidimetry|Biuret|BCG|Diazo|LC-MS(?:/MS)?)[)\\]]?");

  private static final Pattern FINAL =
      Pattern.compile("(?i)\\s*[-\u2013:(]+\\s*(?:final|preliminary|corrected)\\b.*$");
  private static final Pattern CONTINUED =
      Pattern.compile("(?i)\\s*[-,(\\[]*\\s*(?:continued|cont'?d\\.?|cont\\.)\\s*[)\\]]*\\s*$");

  private PanelHeadings() {}

  static boolean isCertainHeading(String text) {
    return SURE.containsPhraseOf(text) || WORDS.contains(text) || CODED.matcher(text).matches();
  }

  /** Checks whether a text may be a heading; test names share these words. */
  static boolean isPossibleHeading(String text) {
    return WORDS.containsPhraseOf(text);
  }

  /** Returns the specimen that a line states. */
  static Optional<TextRun> specimen(TextRun line) {
    return group(SPECIMEN.matcher(line.text()), line);
  }

  static Optional<TextRun> method(TextRun line) {
    Matcher known = METHODS.matcher(line.text());
    return known.matches() ? Optional.of(line) : group(METHOD.matcher(line.text()), line);
  }

  static boolean isMethodText(String text) {
    return METHOD_WORDS.containsPhraseOf(text);
  }

  private static Optional<TextRun> group(Matcher m, TextRun line) {
    return m.matches() ? line.substring(m.start(1), m.end(1)) : Optional.empty();
  }

  static TextRun cleanTitle(TextRun heading) {
    String text = CONTINUED.matcher(heading.text()).replaceFirst("");
    text = FINAL.matcher(text).replaceFirst("");
    text =
        text.replaceAll("[:\\s-]+$", "").replaceAll("^[*=\\s-]+", "").replaceAll("[*=\\s]+$", "");
    int from = Math.max(0, heading.text().indexOf(text));
    return text.isEmpty() ? heading : heading.substring(from, from + text.length()).orElse(heading);
  }

  static boolean isUpperCase(String text) {
    return TextPatterns.hasLetter(text) && text.equals(text.toUpperCase(java.util.Locale.ROOT));
  }
}
