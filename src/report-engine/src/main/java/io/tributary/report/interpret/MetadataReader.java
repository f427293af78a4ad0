package io.tributary.report.interpret;

import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawReport.About;
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
  private static final Pattern SEXED =
      Pattern.compile(
          "(?i)male|[/|,]\\s*[mf]\\b|\\d\\s*(?:y\\w*)?\\s*f\\b|(?:2[5-9]|[3-9]\\d|1\\d\\d)\\s*m\\b|\\d\\s*y\\w*\\s+m$");

  /** Limits in days between collection and report: up to 14 is usual, more than 25 is not. */
  private static final long USUAL_DAYS = 14;

  private static final long STRANGE_DAYS = 25;

  private final RawReport report;
  private final NumberParser numbers;

  MetadataReader(RawReport report, NumberParser numbers) {
    this.report = report;
    this.numbers = numbers;
  }

  DraftMetadata read() {
    Map<String, TextSpan> places = new LinkedHashMap<>();
    Optional<PatientName> name = whole().map(PatientName::of);
    Optional<String> first =
        text(About.PATIENT_FIRST_NAME)
            .filter(t -> !t.contains(","))
            .map(PatientName::part)
            .or(() -> name.flatMap(PatientName::first));
    Optional<String> last =
        text(About.PATIENT_LAST_NAME)
            .map(PatientName::part)
            .or(() -> name.flatMap(PatientName::last));
    place(places, "patient_first_name", About.PATIENT_FIRST_NAME, About.PATIENT_NAME);
    place(places, "patient_last_name", About.PATIENT_LAST_NAME, About.PATIENT_NAME);
    place(places, "dob", About.BIRTH_DATE);
    place(places, "gender", About.SEX);
    place(places, "lab_name", About.LAB_NAME);
    place(places, "date_reported", About.DATE_REPORTED);
    place(places, "date_collected", About.DATE_COLLECTED);
    place(places, "specimen_number", About.SPECIMEN_NUMBER);
    DateParser dates = dates();
    return new DraftMetadata(
        first,
        last,
        text(About.BIRTH_DATE).map(t -> dates.read(t, true)),
        sex(name),
        text(About.LAB_NAME),
        text(About.DATE_REPORTED).map(t -> dates.read(t, false)),
        text(About.DATE_COLLECTED).map(t -> dates.read(t, false)),
        text(About.SPECIMEN_NUMBER),
        places);
  }

  private Optional<String> text(About what) {
    return Optional.ofNullable(report.about().get(what))
        .map(p -> p.text().strip())
        .filter(t -> !t.isEmpty());
  }

  /** Returns the full name. Some forms ask for "surname, forename" in one field. */
  private Optional<String> whole() {
    return text(About.PATIENT_NAME)
        .or(() -> text(About.PATIENT_FIRST_NAME).filter(t -> t.contains(",")));
  }

  private void place(Map<String, TextSpan> places, String field, About... from) {
    for (About a : from) {
      if (report.about().containsKey(a)) {
        places.putIfAbsent(field, report.about().get(a));
      }
    }
  }

  private PatientSex sex(Optional<PatientName> name) {
    Optional<PatientSex> said =
        text(About.SEX)
            .flatMap(MetadataReader::sex)
            .or(
                () ->
                    text(About.AGE)
                        .filter(a -> SEXED.matcher(a).find())
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
  Optional<Integer> years(DraftMetadata read) {
    return Age.years(text(About.AGE), read);
  }

  /** Parses an ISO date. */
  static Optional<LocalDate> iso(String text) {
    try {
      return Optional.of(LocalDate.parse(text));
    } catch (DateTimeParseException e) {
      // The text was kept as printed because it was ambiguous or not a date.
      return Optional.empty();
    }
  }

  private DateParser dates() {
    List<String> printed = new ArrayList<>();
    for (About a :
        List.of(About.BIRTH_DATE, About.DATE_COLLECTED, About.DATE_RECEIVED, About.DATE_REPORTED)) {
      text(a).ifPresent(printed::add);
    }
    String address = text(About.LAB_ADDRESS).orElse("") + " " + text(About.LAB_NAME).orElse("");
    String names =
        report.rows().stream()
            .map(RawRow::name)
            .map(TextSpan::text)
            .collect(Collectors.joining(" "));
    Optional<DateParser.Order> elsewhere =
        Country.order(address, names, numbers).or(() -> byDistance(printed));
    return DateParser.of(printed, elsewhere);
  }

  /**
   * Derives the order of day and month from the distance between collection and report.
   *
   * <p>Reports follow their specimens within days. An order is chosen if it gives a usual distance
   * and the other order does not.
   */
  private Optional<DateParser.Order> byDistance(List<String> printed) {
    Optional<String> end = text(About.DATE_REPORTED).or(() -> text(About.DATE_RECEIVED));
    Optional<String> start = text(About.DATE_COLLECTED);
    if (start.isEmpty() || end.isEmpty()) {
      return Optional.empty();
    }
    long day = distance(printed, DateParser.Order.DAY_FIRST, start.get(), end.get());
    long month = distance(printed, DateParser.Order.MONTH_FIRST, start.get(), end.get());
    if (isUsual(day) && isStrange(month)) {
      return Optional.of(DateParser.Order.DAY_FIRST);
    }
    return isUsual(month) && isStrange(day)
        ? Optional.of(DateParser.Order.MONTH_FIRST)
        : Optional.empty();
  }

  private static boolean isUsual(long days) {
    return days >= 0 && days <= USUAL_DAYS;
  }

  private static boolean isStrange(long days) {
    return days < 0 || days > STRANGE_DAYS;
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
