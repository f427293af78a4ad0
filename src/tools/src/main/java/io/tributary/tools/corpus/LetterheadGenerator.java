package io.tributary.tools.corpus;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Generates the data about the patient, the laboratory and the report. */
final class LetterheadGenerator {
  /** Letterhead with its ground truth. */
  record LetterheadContent(
      String lab,
      List<String> address,
      String title,
      boolean female,
      List<ReportContent.Field> fields,
      GroundTruth.Metadata metadata,
      LocalDateTime collected,
      String pattern) {
    String day(int days) {
      return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(collected.plusDays(days));
    }
  }

  private static final List<String> FEMALE =
      List.of(
          "Amara",
          "Beatrice",
          "Carmen",
          "Divya",
          "Eleanor",
          "Fiona",
          "Grace",
          "Harriet",
          "Imani",
          "Joanna",
          "Keiko",
          "Lucia",
          "Margaret",
          "Nadia",
          "Olivia",
          "Priya",
          "Rosalind",
          "Susan");
  private static final List<String> MALE =
      List.of(
          "Arthur",
          "Benjamin",
          "Carlos",
          "Daniel",
          "Edward",
          "Farid",
          "George",
          "Hiroshi",
          "Ivan",
          "Jamal",
          "Kenneth",
          "Luis",
          "Michael",
          "Nikhil",
          "Oscar",
          "Patrick",
          "Rajesh",
          "Samuel");
  private static final List<String> LAST =
      List.of(
          "Abernathy",
          "Brennan",
          "Castellano",
          "Deshmukh",
          "Eriksen",
          "Fitzgerald",
          "Gonzalez",
          "Hargreaves",
          "Iyer",
          "Johansson",
          "Kowalski",
          "Lindqvist",
          "Macdonald",
          "Nakamura",
          "Okonkwo",
          "Pemberton",
          "Quintero",
          "Rothwell",
          "Singh",
          "Thornton",
          "Whitfield");
  private static final List<String> LABS_US =
      List.of(
          "Cedar Ridge Diagnostics",
          "Bluewater Clinical Laboratories",
          "Northgate Reference Lab",
          "Pinnacle Pathology Associates",
          "Sagebrush Medical Laboratory",
          "Harborview Regional Hospital",
          "Meridian Health System Laboratory",
          "Lakeshore Labs, Inc.",
          "Summit Peak Laboratories LLC");
  private static final List<String> LABS =
      List.of(
          "Ashdown Pathology Services",
          "Dr. Verma's PathCare Diagnostics",
          "Wattle Creek Pathology",
          "St. Brannock's NHS Foundation Trust",
          "Maple Leaf Medical Laboratories",
          "Suraksha Wellness Labs Pvt. Ltd.",
          "Kestrel Diagnostic Centre",
          "Thornbury Hospital Laboratory",
          "Medilab Rheinfeld International");

  private final TextStyle look;
  private final Random random;
  private final List<ReportContent.Field> fields = new ArrayList<>();
  private final Map<String, List<String>> truth = new LinkedHashMap<>();

  private LetterheadGenerator(TextStyle look, Random random) {
    this.look = look;
    this.random = random;
  }

  static LetterheadContent draw(TextStyle look, Random random) {
    return new LetterheadGenerator(look, random).draw();
  }

  private LetterheadContent draw() {
    boolean female = random.nextBoolean();
    String first = one(look.region.map(r -> r.first(female)).orElse(female ? FEMALE : MALE));
    String last = one(look.region.map(LabRegion::last).orElse(LAST));
    LocalDateTime collected =
        LocalDateTime.of(
            2023 + random.nextInt(3),
            1 + random.nextInt(12),
            1 + random.nextInt(28),
            6 + random.nextInt(6),
            random.nextInt(60));
    LocalDate born =
        LocalDate.of(1938 + random.nextInt(66), 1 + random.nextInt(12), 1 + random.nextInt(28));
    String lab = one(look.region.map(LabRegion::labs).orElse(look.american ? LABS_US : LABS));
    addName(first, last, female);
    addBirthDate(born, female, collected);
    addSpecimen(collected);
    if (look.printedFields.contains(TextStyle.HeaderField.LAB)) {
      truth.put("lab_name", List.of(lab));
    }
    List<String> address = look.region.map(LabRegion::address).orElseGet(this::address);
    String title =
        one(List.of("LABORATORY REPORT", "Final Report", "Laboratory Results", "Pathology Report"));
    return new LetterheadContent(
        lab,
        address,
        title,
        female,
        List.copyOf(fields),
        new GroundTruth.Metadata(truth),
        collected,
        look.date);
  }

  private List<String> address() {
    return List.of(
        (100 + random.nextInt(8900)) + " " + one(List.of("Mill Lane", "Park Road", "Oak Street")),
        look.american ? "Springvale, OH 4" + (1000 + random.nextInt(8999)) : "Westbridge",
        "Phone: 555-01" + (10 + random.nextInt(89)));
  }

  private void addName(String first, String last, boolean female) {
    String title = female ? "Ms. " : "Mr. ";
    switch (look.names) {
      case LAST_COMMA_FIRST -> addField(TextStyle.HeaderField.NAME, last + ", " + first);
      case FIRST_LAST -> addField(TextStyle.HeaderField.NAME, first + " " + last);
      case TITLE_FIRST_LAST -> addField(TextStyle.HeaderField.NAME, title + first + " " + last);
      case UPPER_COMMA ->
          addField(
              TextStyle.HeaderField.NAME,
              last.toUpperCase(Locale.ROOT) + ", " + first.toUpperCase(Locale.ROOT));
      case TITLE_UPPER ->
          addField(
              TextStyle.HeaderField.NAME,
              (title.replace(".", "") + first + " " + last).toUpperCase(Locale.ROOT));
      case COMMA_TITLE ->
          addField(
              TextStyle.HeaderField.NAME,
              last.toUpperCase(Locale.ROOT) + ", " + first + " (" + title.strip() + ")");
      case MIDDLE ->
          addField(TextStyle.HeaderField.NAME, last + ", " + first + " " + middleInitial());
      case SPLIT -> {
        fields.add(new ReportContent.Field(TextStyle.HeaderField.NAME, "Last Name", last));
        fields.add(new ReportContent.Field(TextStyle.HeaderField.NAME, "First Name", first));
      }
    }
    truth.put("patient_first_name", firstNames(first));
    truth.put("patient_last_name", List.of(last, last.toUpperCase(Locale.ROOT)));
  }

  /** Returns a middle initial, the same for the same label style. */
  private char middleInitial() {
    return "ABDEJKLMR".charAt(look.labels % 9);
  }

  private List<String> firstNames(String first) {
    String upper = first.toUpperCase(Locale.ROOT);
    return look.names == TextStyle.PatientNameFormat.MIDDLE
        ? List.of(first, first + " " + middleInitial())
        : List.of(first, upper);
  }

  private void addBirthDate(LocalDate born, boolean female, LocalDateTime collected) {
    if (addField(TextStyle.HeaderField.BIRTH, format(born.atStartOfDay(), look.date))) {
      truth.put("dob", acceptableDates(born.atStartOfDay(), look.date));
    }
    int age = Period.between(born, collected.toLocalDate()).getYears();
    boolean said =
        look.ageAndSexJoined
            ? addField(TextStyle.HeaderField.AGE, age + " Y / " + sex(female))
            : addField(TextStyle.HeaderField.SEX, sex(female));
    if (said) {
      truth.put("gender", List.of(female ? "female" : "male"));
    }
    if (!look.ageAndSexJoined) {
      addField(TextStyle.HeaderField.AGE, look.american ? age + "" : age + " Years");
    }
  }

  private String sex(boolean female) {
    return switch (look.labels % 3) {
      case 0 -> female ? "F" : "M";
      case 1 -> female ? "Female" : "Male";
      default -> female ? "FEMALE" : "MALE";
    };
  }

  private void addSpecimen(LocalDateTime collected) {
    String number =
        switch (look.labels % 4) {
          case 0 ->
              String.format(
                  "%03d-%03d-%04d-0",
                  random.nextInt(999), random.nextInt(999), random.nextInt(9999));
          case 1 -> "WB" + (100000 + random.nextInt(899999)) + "K";
          case 2 -> Integer.toString(10000000 + random.nextInt(89999999));
          default -> "L" + collected.getYear() % 100 + "-" + (10000 + random.nextInt(89999));
        };
    if (addField(TextStyle.HeaderField.SPECIMEN, number)) {
      truth.put("specimen_number", List.of(number));
    }
    String stamp = look.date + look.time;
    if (addField(TextStyle.HeaderField.COLLECTED, format(collected, stamp))) {
      truth.put("date_collected", acceptableDates(collected, stamp));
    }
    addField(TextStyle.HeaderField.RECEIVED, format(collected.plusHours(5), stamp));
    LocalDateTime reported = collected.plusHours(20 + random.nextInt(60));
    if (addField(TextStyle.HeaderField.REPORTED, format(reported, stamp))) {
      truth.put("date_reported", acceptableDates(reported, stamp));
    }
    addField(TextStyle.HeaderField.DOCTOR, "Dr. " + one(LAST));
    addField(TextStyle.HeaderField.PATIENT_ID, Integer.toString(100000 + random.nextInt(899999)));
  }

  private boolean addField(TextStyle.HeaderField kind, String text) {
    if (!look.printedFields.contains(kind)) {
      return false;
    }
    fields.add(new ReportContent.Field(kind, ReportLabels.of(kind, look.labels), text));
    return true;
  }

  /**
   * Returns the acceptable readings of a date. If day and month are interchangeable, the printed
   * form is acceptable too.
   */
  private List<String> acceptableDates(LocalDateTime at, String pattern) {
    List<String> right = new ArrayList<>();
    right.add(at.toLocalDate().toString());
    boolean numbers = !look.date.contains("MMM") && !look.date.startsWith("yyyy");
    if (numbers && at.getDayOfMonth() <= 12) {
      right.add(format(at, pattern));
      right.add(format(at, look.date));
    }
    return right;
  }

  private static String format(LocalDateTime at, String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(at);
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }
}
