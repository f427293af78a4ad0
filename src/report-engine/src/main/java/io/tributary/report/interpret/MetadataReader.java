package io.tributary.report.interpret;

import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawReport.MetadataField;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.TextSpan;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Interprets the metadata texts of a report: patient, laboratory, dates and specimen number. */
final class MetadataReader {
  private static final Pattern FEMALE =
      Pattern.compile("(?<![a-z])(?:f|female|woman|girl|fem)(?![a-z])");
  private static final Pattern MALE = Pattern.compile("(?<![a-z])(?:m|male|man|boy)(?![a-z])");

  /**
   * Age followed by a sex. A single m after a small number would mean months and is not matched.
   */
  private static final Pattern AGE_WITH_SEX =
      Pattern.compile(
          "(?i)male|[/|,]\\s*[mf]\\b|\\d\\s*(?:y\\w*)?\\s*f\\b|(?:2[5-9]|[3-9]\\d|1\\d\\d)\\s*m\\b|\\d\\s*y\\w*\\s+m$");

  /** Limits in days between collection and report: up to 14 is usual, more than 25 is not. */
  private static final long USUAL_DAYS = 14;

  private static final long UNUSUAL_DAYS = 25;

  private final RawReport report;
  private final NumberParser numbers;

  MetadataReader(RawReport report, NumberParser numbers) {
    this.report = report;
    this.numbers = numbers;
  }

  DraftMetadata read() {
    Map<String, TextSpan> places = new LinkedHashMap<>();
    Optional<PatientName> name = fullName().map(PatientName::parse);
    Optional<String> first =
        text(MetadataField.PATIENT_FIRST_NAME)
            .filter(t -> !t.contains(","))
            .map(PatientName::cleanPart)
            .or(() -> name.flatMap(PatientName::first));
    Optional<String> last =
        text(MetadataField.PATIENT_LAST_NAME)
            .map(PatientName::cleanPart)
            .or(() -> name.flatMap(PatientName::last));
    addEvidence(
        places, "patient_first_name", MetadataField.PATIENT_FIRST_NAME, MetadataField.PATIENT_NAME);
    addEvidence(
        places, "patient_last_name", MetadataField.PATIENT_LAST_NAME, MetadataField.PATIENT_NAME);
    addEvidence(places, "dob", MetadataField.BIRTH_DATE);
    addEvidence(places, "gender", MetadataField.SEX);
    addEvidence(places, "lab_name", MetadataField.LAB_NAME);
    addEvidence(places, "date_reported", MetadataField.DATE_REPORTED);
    addEvidence(places, "date_collected", MetadataField.DATE_COLLECTED);
    addEvidence(places, "specimen_number", MetadataField.SPECIMEN_NUMBER);
    DateParser dates = dates();
    return new DraftMetadata(
        first,
        last,
        text(MetadataField.BIRTH_DATE).map(t -> dates.toIsoOrPrinted(t, true)),
        sex(name),
        text(MetadataField.LAB_NAME),
        text(MetadataField.DATE_REPORTED).map(t -> dates.toIsoOrPrinted(t, false)),
        text(MetadataField.DATE_COLLECTED).map(t -> dates.toIsoOrPrinted(t, false)),
        text(MetadataField.SPECIMEN_NUMBER),
        places);
  }

  private Optional<String> text(MetadataField what) {
    return Optional.ofNullable(report.about().get(what))
        .map(p -> p.text().strip())
        .filter(t -> !t.isEmpty());
  }

  /** Returns the full name. Some forms ask for "surname, forename" in one field. */
  private Optional<String> fullName() {
    return text(MetadataField.PATIENT_NAME)
        .or(() -> text(MetadataField.PATIENT_FIRST_NAME).filter(t -> t.contains(",")));
  }

  private void addEvidence(Map<String, TextSpan> places, String field, MetadataField... from) {
    for (MetadataField a : from) {
      if (report.about().containsKey(a)) {
        places.putIfAbsent(field, report.about().get(a));
      }
    }
  }

  private PatientSex sex(Optional<PatientName> name) {
    Optional<PatientSex> said =
        text(MetadataField.SEX)
            .flatMap(MetadataReader::sex)
            .or(
                () ->
                    text(MetadataField.AGE)
                        .filter(a -> AGE_WITH_SEX.matcher(a).find())
                        .flatMap(MetadataReader::sex));
    return said.or(() -> name.flatMap(PatientName::sex)).orElse(PatientSex.OTHER);
  }

  private static Optional<PatientSex> sex(String printed) {
    String text = printed.toLowerCase(Locale.ROOT);
    boolean female = FEMALE.matcher(text).find();
    boolean male = MALE.matcher(text).find();
    if (female == male) {
      return Optional.empty();
    }
    return Optional.of(female ? PatientSex.FEMALE : PatientSex.MALE);
  }

  /** Returns the age in whole years, from the dates or as printed. */
  Optional<Integer> ageInYears(DraftMetadata read) {
    return Age.years(text(MetadataField.AGE), read);
  }

  /** Parses an ISO date. */
  static Optional<LocalDate> parseIso(String text) {
    try {
      return Optional.of(LocalDate.parse(text));
    } catch (DateTimeParseException e) {
      // The text was kept as printed because it was ambiguous or not a date.
      return Optional.empty();
    }
  }

  private DateParser dates() {
    List<String> printed = new ArrayList<>();
    for (MetadataField a :
        List.of(
            MetadataField.BIRTH_DATE,
            MetadataField.DATE_COLLECTED,
            MetadataField.DATE_RECEIVED,
            MetadataField.DATE_REPORTED)) {
      text(a).ifPresent(printed::add);
    }
    String address =
        text(MetadataField.LAB_ADDRESS).orElse("") + " " + text(MetadataField.LAB_NAME).orElse("");
    String names =
        report.rows().stream()
            .map(RawRow::name)
            .map(TextSpan::text)
            .collect(Collectors.joining(" "));
    Optional<DateParser.Order> elsewhere =
        Country.dateOrder(address, names, numbers).or(() -> orderByDistance(printed));
    return DateParser.of(printed, elsewhere);
  }

  /**
   * Derives the order of day and month from the distance between collection and report.
   *
   * <p>Reports follow their specimens within days. An order is chosen if it gives a usual distance
   * and the other order does not.
   */
  private Optional<DateParser.Order> orderByDistance(List<String> printed) {
    Optional<String> end =
        text(MetadataField.DATE_REPORTED).or(() -> text(MetadataField.DATE_RECEIVED));
    Optional<String> start = text(MetadataField.DATE_COLLECTED);
    if (start.isEmpty() || end.isEmpty()) {
      return Optional.empty();
    }
    long day = distance(printed, DateParser.Order.DAY_FIRST, start.get(), end.get());
    long month = distance(printed, DateParser.Order.MONTH_FIRST, start.get(), end.get());
    if (isUsual(day) && isUnusual(month)) {
      return Optional.of(DateParser.Order.DAY_FIRST);
    }
    return isUsual(month) && isUnusual(day)
        ? Optional.of(DateParser.Order.MONTH_FIRST)
        : Optional.empty();
  }

  private static boolean isUsual(long days) {
    return days >= 0 && days <= USUAL_DAYS;
  }

  private static boolean isUnusual(long days) {
    return days < 0 || days > UNUSUAL_DAYS;
  }

  private static long distance(
      List<String> printed, DateParser.Order order, String from, String to) {
    DateParser dates = DateParser.of(printed, Optional.of(order));
    Optional<LocalDate> a = dates.date(from, false);
    Optional<LocalDate> b = dates.date(to, false);
    return a.isPresent() && b.isPresent()
        ? ChronoUnit.DAYS.between(a.get(), b.get())
        : Long.MAX_VALUE;
  }
}
