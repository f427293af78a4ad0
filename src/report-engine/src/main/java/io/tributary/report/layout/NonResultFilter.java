package io.tributary.report.layout;

import java.util.regex.Pattern;

/** Recognizes lines and names on reports that are not results. */
final class NonResultFilter {
  private static final PhraseList LINES = PhraseList.of("noise");
  private static final PhraseList STOP = PhraseList.of("stop-words");
  private static final PhraseList NO_NAME = PhraseList.of("no-name");
  private static final PhraseList GUIDELINE = PhraseList.of("guideline");
  private static final Pattern PAGE =
      Pattern.compile(
          "(?i).*\\bpage\\s*:?\\s*\\d+(?:\\s*(?:of|/)\\s*\\d+)?\\b.*|^\\s*\\d+\\s*(?:of|/)\\s*\\d+\\s*$|^-\\s*\\d+\\s*-$");
  private static final Pattern PHONE =
      Pattern.compile(
          ".*(?:\\(\\d{3}\\)\\s*|\\b\\d{3}[-.])\\d{3}[-.]\\d{4}\\b.*|.*\\+\\d{1,3}[ -]\\d{2,5}["
              + " -]\\d{3,}.*");
  private static final Pattern ZIP = Pattern.compile(".*,\\s*[A-Z]{2}\\s+\\d{5}(?:-\\d{4})?\\b.*");
  private static final Pattern ADDRESS =
      Pattern.compile("(?i).*@\\w+\\..*|.*\\bwww\\..*|.*https?:.*|.*\\.com\\b.*|.*\\.org\\b.*");
  private static final Pattern STREET =
      Pattern.compile(
          "(?i)^\\d+\\s+.*\\b(?:street|st|road|rd|lane|ln|avenue|ave|drive|dr|boulevard|blvd|way|park|court|ct|place|pl|suite|floor|square)\\b.*");
  private static final Pattern RANGE_LABEL =
      Pattern.compile("(?i).*\\b(?:range|interval|limits|reference|ref|values?)\\s*:?$");
  private static final Pattern RANGE_TITLE =
      Pattern.compile(
          "(?i)^(?:bio(?:logical)?\\.?|ref(?:erence)?\\.?|normal|standard|expected|fasting|adult)\\b.*\\b(?:ranges?|intervals?|limits|values?)\\s*[:\\-]*$");
  private static final Pattern AGES =
      Pattern.compile(
          "(?i)[<>\u2264\u2265]?\\s*\\d+\\s*(?:[-\u2013]\\s*\\d+\\s*)?(?:y|yrs?|years?|months?|mos?|weeks?|wks?|days?)\\b.*|.*\\bavg\\.?"
              + " risk");
  private static final Pattern CLASS =
      Pattern.compile(
          "(?i)^(?:desirable|optimal|near optimal|above optimal|risk"
              + " (?:level|category|group|factor)|borderline|deficien|insufficien|sufficien|prediabet|pre-diabet|non-diabet|diabetic\\b|therapeutic"
              + " range|(?:reference|normal|target|expected|critical|healthy)"
              + " (?:range|interval|value|limit|level)).*");
  private static final Pattern REMARK =
      Pattern.compile(
          "(?i)^[*(\\[]*\\s*(?:notes?|comments?|interpretation|interpretive|remarks?|disclaimer|legend|key|footnotes?|clinical"
              + " significance|reference|source|abbreviations|important|nb|please note|flag"
              + " legend|flags|performing lab|tested at|guidelines?|explanation|risk category|adult"
              + " treatment)\\b\\s*[:\\-\\u2013].*");
  private static final Pattern MARKED =
      Pattern.compile(
          "^(?:[*\\u2020\\u2021\\u00a7]{1,3}|\\(\\d{1,2}\\)|\\[\\d{1,2}\\]|[\\u00b9\\u00b2\\u00b3])\\s*\\p{L}.*");
  private static final Pattern RANGE_FIRST =
      Pattern.compile(
          "^[(\\[]\\s*(?:[<>\\u2264\\u2265]|\\d[\\d.,]*\\s*[-\\u2013]\\s*\\d)|^\\d[\\d.,]*\\s*[-\\u2013]\\s*\\d[\\d.,]*$");
  private static final Pattern LEGEND =
      Pattern.compile(
          "(?i).*\\b(?:HH?|LL?|A|C|\\*)\\s*[=:]\\s*(?:critical|high|low|abnormal|above|below|panic|out)\\b.*");

  /** Sample labels that are tests if they appear in a table of results. */
  private static final Pattern MEASURED =
      Pattern.compile("(?i)(?:24 ?-?h\\w* )?(?:total )?(?:urine )?volume");

  private static final Pattern PER_FIELD =
      Pattern.compile(
          "(?i)(?:[rw]bcs?|(?:\\w+ )?(?:cells?|casts?))\\s*/\\s*[hl]\\.?p\\.?f|k/l ratio");

  private NonResultFilter() {}

  static boolean isNonResultLine(TextLine line) {
    String text = line.text();
    if (PAGE.matcher(text).matches()
        || PHONE.matcher(text).matches()
        || ZIP.matcher(text).matches()
        || ADDRESS.matcher(text).matches()
        || LEGEND.matcher(text).matches()
        || STREET.matcher(text).matches()) {
      return true;
    }
    return LINES.containsPhraseOf(text) && !TestNames.isKnown(text);
  }

  static boolean address(String text) {
    return STREET.matcher(text).matches()
        || ZIP.matcher(text).matches()
        || PHONE.matcher(text).matches();
  }

  static boolean isProse(TextLine line) {
    String text = line.text();
    if (REMARK.matcher(text).matches() && !RangeCells.isLabeledRange(text)) {
      return true;
    }
    for (TextRun cell : line.cells()) {
      int words = cell.words().size();
      int stops = STOP.count(cell.text());
      if (words >= 6 && stops >= 2 && stops * 7 >= words) {
        return true;
      }
      if (words >= 10 && stops >= 1) {
        return true;
      }
    }
    return MARKED.matcher(text).matches()
        && line.cells().size() == 1
        && line.words().size() > 4
        && !TextPatterns.hasDigit(line.words().getLast().text());
  }

  static boolean isNotName(String name) {
    String bare = name.replaceAll("[:*]+$", "").strip();
    return bare.isEmpty()
        || !TextPatterns.hasLetter(bare)
        || NO_NAME.contains(bare)
        || isGuidelineClass(bare)
        || RANGE_LABEL.matcher(bare).matches()
        || bare.indexOf(':') > 0 && MetadataLabels.label(bare.substring(0, bare.indexOf(':')))
        || MetadataLabels.label(bare) && !MEASURED.matcher(bare).matches()
        || TokenType.isFlag(bare) && bare.length() > 1
        || TextPatterns.isDate(bare)
        || bare.contains("/") && UnitPatterns.isUnit(bare) && !isPerField(bare)
        || RANGE_FIRST.matcher(bare).find()
        || bare.matches("[<>]?\\d.*") && isMeasuredValue(bare)
        || AGES.matcher(bare).matches()
        || bare.length() > 90;
  }

  /** Checks for names such as WBC/HPF and K/L ratio, which look like units but are not. */
  static boolean isPerField(String name) {
    return PER_FIELD.matcher(name).matches();
  }

  static boolean isRangeLabel(String text) {
    return RANGE_TITLE.matcher(text.strip()).matches();
  }

  private static boolean isMeasuredValue(String text) {
    int space = text.indexOf(' ');
    return TextPatterns.isValue(text)
        || space > 0
            && TextPatterns.isValue(text.substring(0, space))
            && UnitPatterns.isUnit(text.substring(space));
  }

  /** Checks whether a name is a class of people or results in an interpretation table. */
  static boolean isGuidelineClass(String name) {
    return CLASS.matcher(name.strip()).matches() && !PanelHeadings.isCertainHeading(name)
        || GUIDELINE.contains(name.replaceAll("[:*]+$|\\s*\\(.*\\)$", "").strip());
  }

  /** Checks whether a text defines a class of results, as an item of a list. */
  static boolean isClassRange(String text) {
    int colon = text.indexOf(':');
    return colon > 0
        && isGuidelineClass(text.substring(0, colon))
        && text.substring(colon + 1).matches("\\s*[<>\\u2264\\u2265=]*\\s*\\d.*");
  }

  static int countStopWords(String text) {
    return STOP.count(text);
  }
}
