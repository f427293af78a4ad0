package io.tributary.report.layout;

import io.tributary.report.layout.MetadataLabels.Fact;
import io.tributary.report.page.RawReport.About;
import io.tributary.report.page.TextSpan;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Validates the text beside a metadata label and extracts the part that belongs to the label. */
final class FactText {
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
  private static final Pattern SEX_BEHIND =
      Pattern.compile("(?i)[,(/|]\\s*(female|male|[fm])(?![\\p{L}\\p{M}.'\u2019-])\\s*[),/|]?.*$");

  private static final Pattern BEHIND =
      Pattern.compile("(?i)[,(]\\s*(\\d{1,3}\\s*(?:years?|yrs?|y/o|yo|y)(?:\\s+old)?)\\b");

  private FactText() {}

  /** Stores a fact unless it is already known. Returns false if the text cannot be such a fact. */
  static boolean keep(Fact fact, TextRun run, Map<About, TextSpan> into) {
    return switch (fact) {
      case PATIENT_NAME -> patient(run, into);
      case PATIENT_FIRST_NAME -> put(About.PATIENT_FIRST_NAME, name(run), into);
      case PATIENT_LAST_NAME -> put(About.PATIENT_LAST_NAME, name(run), into);
      case BIRTH_DATE -> birth(run, into);
      case SEX ->
          put(About.SEX, sex(run), into)
              | (run.text().matches(".*\\d.*") && put(About.AGE, age(run), into));
      case AGE ->
          put(About.AGE, age(run), into)
              | (run.text().matches(".*[/,]\\s*[A-Za-z].*") && put(About.SEX, sex(run), into));
      case AGE_SEX, SEX_AGE -> put(About.AGE, age(run), into) | put(About.SEX, sex(run), into);
      case SEX_DOB ->
          put(About.BIRTH_DATE, find(DATE, run, 0), into)
              | put(About.SEX, sex(run), into)
              | put(About.AGE, age(run), into);
      case LAB_NAME -> put(About.LAB_NAME, lab(run), into);
      case DATE_REPORTED -> put(About.DATE_REPORTED, moment(run), into);
      case DATE_COLLECTED -> put(About.DATE_COLLECTED, moment(run), into);
      case DATE_RECEIVED -> put(About.DATE_RECEIVED, moment(run), into);
      case SPECIMEN_NUMBER -> number(run, into);
      case OTHER -> true;
    };
  }

  /** Extracts the patient's name; age and sex may follow it. */
  private static boolean patient(TextRun run, Map<About, TextSpan> into) {
    Matcher sex = SEX_BEHIND.matcher(run.text());
    // One word, a comma and a letter are a surname and an initial.
    if (sex.find() && run.text().substring(0, sex.start()).strip().contains(" ")) {
      run.part(sex.start(1), sex.end(1)).ifPresent(s -> put(About.SEX, Optional.of(s), into));
      return put(About.PATIENT_NAME, run.part(0, sex.start()).flatMap(FactText::name), into);
    }
    Optional<TextRun> name = name(run);
    Matcher behind = BEHIND.matcher(run.text());
    if (name.isPresent() && behind.find()) {
      run.part(behind.start(1), behind.end(1)).ifPresent(a -> put(About.AGE, Optional.of(a), into));
      run.part(behind.end(1), run.text().length()).ifPresent(r -> put(About.SEX, sex(r), into));
    }
    return put(About.PATIENT_NAME, name, into);
  }

  private static boolean put(About about, Optional<TextRun> run, Map<About, TextSpan> into) {
    run.ifPresent(r -> into.putIfAbsent(about, r.printed()));
    return run.isPresent();
  }

  private static Optional<TextRun> find(Pattern pattern, TextRun run, int group) {
    Matcher m = pattern.matcher(run.text());
    return m.find() ? run.part(m.start(group), m.end(group)) : Optional.empty();
  }

  private static boolean birth(TextRun run, Map<About, TextSpan> into) {
    boolean put = put(About.BIRTH_DATE, find(DATE, run, 0), into);
    Matcher m = DATE.matcher(run.text());
    if (put && m.find()) {
      run.part(m.end(), run.text().length())
          .ifPresent(
              rest -> {
                put(About.AGE, age(rest), into);
                put(About.SEX, sex(rest), into);
              });
    }
    return put;
  }

  private static Optional<TextRun> moment(TextRun run) {
    Matcher m = DATE.matcher(run.text());
    if (!m.find() || m.start() > 12) {
      return Optional.empty();
    }
    Matcher time = TIME.matcher(run.text().substring(m.end()));
    int end = m.end() + (time.find() ? time.end() : 0);
    return run.part(m.start(), end);
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
    return run.part(0, m.end());
  }

  private static Optional<TextRun> lab(TextRun run) {
    String text = run.text();
    boolean word = TextPatterns.hasLetter(text) && text.length() > 3 && !MetadataLabels.label(text);
    boolean result =
        HeaderWords.of(text).isPresent()
            || text.matches("(?i)(?:report|results?|test|director|use only)\\b.*");
    int end = text.indexOf(',') > 8 ? text.indexOf(',') : text.length();
    return word && !result && !TextPatterns.date(text) && !text.matches("[\\W\\d].*")
        ? run.part(0, end)
        : Optional.empty();
  }

  private static boolean number(TextRun run, Map<About, TextSpan> into) {
    Matcher m = NUMBER.matcher(run.text());
    boolean fits = m.lookingAt() && !DATE.matcher(run.text()).lookingAt();
    // A number that continues elsewhere is rejected, because half of it would be wrong.
    boolean half = fits && run.text().startsWith("-", m.end());
    boolean whole = fits && m.end() == run.text().length();
    return fits
        && !half
        && put(About.SPECIMEN_NUMBER, whole ? Optional.of(run) : run.part(0, m.end()), into);
  }
}
