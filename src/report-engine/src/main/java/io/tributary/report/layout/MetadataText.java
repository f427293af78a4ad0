package io.tributary.report.layout;

import io.tributary.report.layout.MetadataLabels.Fact;
import io.tributary.report.page.RawReport.MetadataField;
import io.tributary.report.page.TextSpan;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Validates the text beside a metadata label and extracts the part that belongs to the label. */
final class MetadataText {
  private static final String MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";
  private static final Pattern DATE =
      Pattern.compile(
          "(?i)(?<!\\d)(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{4}[-/ .]"
              + MONTH
              + "[-/ .]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th)?[-/"
              + " .]*"
              + MONTH
              + "[-/ .,]*\\d{2,4}(?![\\d:])|"
              + MONTH
              + "[ .-]*\\d{1,2}(?:st|nd|rd|th)?[, -]+\\d{4})");
  private static final Pattern TIME =
      Pattern.compile("(?i)^[T,\\s@]*(?:at\\s+)?\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s*[ap]\\.?m\\.?)?");
  private static final Pattern SEX =
      Pattern.compile("(?i)(?<![a-z])(female|male|f|m|other|non-binary|unknown|u|x)(?![a-z])");
  private static final Pattern AGE =
      Pattern.compile(
          "(?i)(?<![\\d/.-])(\\d{1,3}(?:\\.\\d)?\\s*(?:years?|yrs?|y/o|yo|y|months?|mos?|m|days?|d)?(?:\\s*\\d{1,2}\\s*(?:months?|mos?|m)\\b)?)(?![\\d/.-])");
  private static final Pattern NUMBER =
      Pattern.compile("(?:[A-Za-z0-9][A-Za-z0-9/_.,-]*)?\\d(?:[A-Za-z0-9/_.,-]*[A-Za-z0-9])?");
  private static final Pattern NAME =
      Pattern.compile("(?U)[\\p{L}][\\p{L}'\\u2019.,\\- ]*[\\p{L}.]");

  /** Sex as one of the comma-separated parts after a name. */
  private static final Pattern SEX_AFTER_NAME =
      Pattern.compile("(?i)[,(/|]\\s*(female|male|[fm])(?![\\p{L}\\p{M}.'\u2019-])\\s*[),/|]?.*$");

  private static final Pattern TEXT_AFTER_NAME =
      Pattern.compile("(?i)[,(]\\s*(\\d{1,3}\\s*(?:years?|yrs?|y/o|yo|y)(?:\\s+old)?)\\b");

  private MetadataText() {}

  /** Stores a fact unless it is already known. Returns false if the text cannot be such a fact. */
  static boolean store(Fact fact, TextRun run, Map<MetadataField, TextSpan> into) {
    return switch (fact) {
      case PATIENT_NAME -> patient(run, into);
      case PATIENT_FIRST_NAME -> putIfAbsent(MetadataField.PATIENT_FIRST_NAME, name(run), into);
      case PATIENT_LAST_NAME -> putIfAbsent(MetadataField.PATIENT_LAST_NAME, name(run), into);
      case BIRTH_DATE -> birth(run, into);
      case SEX ->
          putIfAbsent(MetadataField.SEX, sex(run), into)
              | (run.text().matches(".*\\d.*") && putIfAbsent(MetadataField.AGE, age(run), into));
      case AGE ->
          putIfAbsent(MetadataField.AGE, age(run), into)
              | (run.text().matches(".*[/,]\\s*[A-Za-z].*")
                  && putIfAbsent(MetadataField.SEX, sex(run), into));
      case AGE_SEX, SEX_AGE ->
          putIfAbsent(MetadataField.AGE, age(run), into)
              | putIfAbsent(MetadataField.SEX, sex(run), into);
      case SEX_DOB ->
          putIfAbsent(MetadataField.BIRTH_DATE, find(DATE, run, 0), into)
              | putIfAbsent(MetadataField.SEX, sex(run), into)
              | putIfAbsent(MetadataField.AGE, age(run), into);
      case LAB_NAME -> putIfAbsent(MetadataField.LAB_NAME, lab(run), into);
      case DATE_REPORTED -> putIfAbsent(MetadataField.DATE_REPORTED, dateTime(run), into);
      case DATE_COLLECTED -> putIfAbsent(MetadataField.DATE_COLLECTED, dateTime(run), into);
      case DATE_RECEIVED -> putIfAbsent(MetadataField.DATE_RECEIVED, dateTime(run), into);
      case SPECIMEN_NUMBER -> number(run, into);
      case OTHER -> true;
    };
  }

  /** Extracts the patient's name; age and sex may follow it. */
  private static boolean patient(TextRun run, Map<MetadataField, TextSpan> into) {
    Matcher sex = SEX_AFTER_NAME.matcher(run.text());
    // One word, a comma and a letter are a surname and an initial.
    if (sex.find() && run.text().substring(0, sex.start()).strip().contains(" ")) {
      run.substring(sex.start(1), sex.end(1))
          .ifPresent(s -> putIfAbsent(MetadataField.SEX, Optional.of(s), into));
      return putIfAbsent(
          MetadataField.PATIENT_NAME,
          run.substring(0, sex.start()).flatMap(MetadataText::name),
          into);
    }
    Optional<TextRun> name = name(run);
    Matcher behind = TEXT_AFTER_NAME.matcher(run.text());
    if (name.isPresent() && behind.find()) {
      run.substring(behind.start(1), behind.end(1))
          .ifPresent(a -> putIfAbsent(MetadataField.AGE, Optional.of(a), into));
      run.substring(behind.end(1), run.text().length())
          .ifPresent(r -> putIfAbsent(MetadataField.SEX, sex(r), into));
    }
    return putIfAbsent(MetadataField.PATIENT_NAME, name, into);
  }

  private static boolean putIfAbsent(
      MetadataField about, Optional<TextRun> run, Map<MetadataField, TextSpan> into) {
    run.ifPresent(r -> into.putIfAbsent(about, r.printed()));
    return run.isPresent();
  }

  private static Optional<TextRun> find(Pattern pattern, TextRun run, int group) {
    Matcher m = pattern.matcher(run.text());
    return m.find() ? run.substring(m.start(group), m.end(group)) : Optional.empty();
  }

  private static boolean birth(TextRun run, Map<MetadataField, TextSpan> into) {
    boolean put = putIfAbsent(MetadataField.BIRTH_DATE, find(DATE, run, 0), into);
    Matcher m = DATE.matcher(run.text());
    if (put && m.find()) {
      run.substring(m.end(), run.text().length())
          .ifPresent(
              rest -> {
                putIfAbsent(MetadataField.AGE, age(rest), into);
                putIfAbsent(MetadataField.SEX, sex(rest), into);
              });
    }
    return put;
  }

  private static Optional<TextRun> dateTime(TextRun run) {
    Matcher m = DATE.matcher(run.text());
    if (!m.find() || m.start() > 12) {
      return Optional.empty();
    }
    Matcher time = TIME.matcher(run.text().substring(m.end()));
    int end = m.end() + (time.find() ? time.end() : 0);
    return run.substring(m.start(), end);
  }

  private static Optional<TextRun> sex(TextRun run) {
    return find(SEX, run, 1);
  }

  private static Optional<TextRun> age(TextRun run) {
    return find(AGE, run, 1).filter(a -> !DATE.matcher(run.text()).lookingAt());
  }

  private static Optional<TextRun> name(TextRun run) {
    Matcher m = NAME.matcher(run.text());
    if (!m.lookingAt()) {
      return Optional.empty();
    }
    String text = m.group();
    if (text.split(" ").length > 6 || MetadataLabels.label(text) || text.length() < 2) {
      return Optional.empty();
    }
    return run.substring(0, m.end());
  }

  private static Optional<TextRun> lab(TextRun run) {
    String text = run.text();
    boolean word = TextPatterns.hasLetter(text) && text.length() > 3 && !MetadataLabels.label(text);
    boolean result =
        HeaderWords.kindOf(text).isPresent()
            || text.matches("(?i)(?:report|results?|test|director|use only)\\b.*");
    int end = text.indexOf(',') > 8 ? text.indexOf(',') : text.length();
    return word && !result && !TextPatterns.isDate(text) && !text.matches("[\\W\\d].*")
        ? run.substring(0, end)
        : Optional.empty();
  }

  private static boolean number(TextRun run, Map<MetadataField, TextSpan> into) {
    Matcher m = NUMBER.matcher(run.text());
    boolean fits = m.lookingAt() && !DATE.matcher(run.text()).lookingAt();
    // A number that continues elsewhere is rejected, because half of it would be wrong.
    boolean half = fits && run.text().startsWith("-", m.end());
    boolean whole = fits && m.end() == run.text().length();
    return fits
        && !half
        && putIfAbsent(
            MetadataField.SPECIMEN_NUMBER,
            whole ? Optional.of(run) : run.substring(0, m.end()),
            into);
  }
}
