package io.tributary.report.interpret;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Age of the patient when the specimen was collected. */
final class Age {
  private static final Pattern YEARS =
      Pattern.compile("(?<!\\d)(\\d{1,3})\\s*(?:y|yr|yrs|years?|year\\(s\\)|y/?o)?(?![a-z\\d])");
  private static final Pattern YOUNG =
      Pattern.compile("(\\d{1,3})\\s*(?:(mos?|mths?|mnths?|months?)|(wks?|weeks?|w)|days?|d)\\b");
  private static final Pattern IN_YEARS = Pattern.compile("\\d\\s*y");

  /** Number followed by an m, which means months or male. */
  private static final Pattern MONTHS_OR_MAN =
      Pattern.compile("(?<!\\d)(\\d{1,3})\\s*[/|,]?\\s*m(?:ale)?\\b(?!.*\\d)");

  /** Highest age that reports print in months. */
  private static final int MAX_MONTHS = 24;

  private Age() {}

  /**
   * Returns the age in whole years from the dates, or as printed if a date is missing or unclear.
   *
   * <p>Returns empty if both ages are known and differ by more than one year.
   */
  static Optional<Integer> years(Optional<String> printed, DraftMetadata about) {
    Optional<Integer> reckoned = years(about);
    Optional<Integer> said = printed.flatMap(Age::parse);
    if (reckoned.isPresent() && said.isPresent()) {
      return Math.abs(reckoned.get() - said.get()) <= 1 ? reckoned : Optional.empty();
    }
    return reckoned.or(() -> said);
  }

  /**
   * Returns the age in whole years at collection, or at the report date if the collection date is
   * missing.
   */
  static Optional<Integer> years(DraftMetadata about) {
    Optional<LocalDate> born = about.dob().flatMap(MetadataReader::parseIso);
    Optional<LocalDate> then =
        about
            .dateCollected()
            .flatMap(MetadataReader::parseIso)
            .or(() -> about.dateReported().flatMap(MetadataReader::parseIso));
    return born.flatMap(b -> then.map(t -> (int) ChronoUnit.YEARS.between(b, t)))
        .filter(y -> y >= 0);
  }

  /** Parses a printed age into whole years. Returns empty if it may be years or months. */
  static Optional<Integer> parse(String printed) {
    String text = printed.toLowerCase(Locale.ROOT).strip();
    Matcher young = YOUNG.matcher(text);
    if (!IN_YEARS.matcher(text).find() && young.find()) {
      int n = Integer.parseInt(young.group(1));
      int year = young.group(2) != null ? 12 : young.group(3) != null ? 53 : 366;
      return Optional.of(n / year);
    }
    Matcher man = MONTHS_OR_MAN.matcher(text);
    if (man.find() && !text.contains("y")) {
      int n = Integer.parseInt(man.group(1));
      boolean surely = n > MAX_MONTHS || man.group().matches(".*[/|,].*|.*male");
      return surely ? Optional.of(n) : Optional.empty();
    }
    Matcher m = YEARS.matcher(text.replaceAll("[/|,]?\\s*(?:f|female|m|male)\\b", " "));
    return m.find() ? Optional.of(Integer.parseInt(m.group(1))) : Optional.empty();
  }
}
