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

/** What a report says of the patient, the laboratory and itself. */
final class Letterhead {
  /** A letterhead with what is true of it. */
  record Head(
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

  private Letterhead(TextStyle look, Random random) {
    this.look = look;
    this.random = random;
  }

  static Head draw(TextStyle look, Random random) {
    return new Letterhead(look, random).draw();
  }

  private Head draw() {
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
    name(first, last, female);
    birth(born, female, collected);
    specimen(collected);
    if (look.told.contains(TextStyle.Told.LAB)) {
      truth.put("lab_name", List.of(lab));
    }
    List<String> address = look.region.map(LabRegion::address).orElseGet(this::address);
    String title =
        one(List.of("LABORATORY REPORT", "Final Report", "Laboratory Results", "Pathology Report"));
    return new Head(
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

  private void name(String first, String last, boolean female) {
    String title = female ? "Ms. " : "Mr. ";
    switch (look.names) {
      case LAST_COMMA_FIRST -> told(TextStyle.Told.NAME, last + ", " + first);
      case FIRST_LAST -> told(TextStyle.Told.NAME, first + " " + last);
      case TITLE_FIRST_LAST -> told(TextStyle.Told.NAME, title + first + " " + last);
      case UPPER_COMMA ->
          told(
              TextStyle.Told.NAME,
              last.toUpperCase(Locale.ROOT) + ", " + first.toUpperCase(Locale.ROOT));
      case TITLE_UPPER ->
          told(
              TextStyle.Told.NAME,
              (title.replace(".", "") + first + " " + last).toUpperCase(Locale.ROOT));
      case COMMA_TITLE ->
          told(
              TextStyle.Told.NAME,
              last.toUpperCase(Locale.ROOT) + ", " + first + " (" + title.strip() + ")");
      case MIDDLE -> told(TextStyle.Told.NAME, last + ", " + first + " " + middle());
      case SPLIT -> {
        fields.add(new ReportContent.Field(TextStyle.Told.NAME, "Last Name", last));
        fields.add(new ReportContent.Field(TextStyle.Told.NAME, "First Name", first));
      }
    }
    truth.put("patient_first_name", firsts(first));
    truth.put("patient_last_name", List.of(last, last.toUpperCase(Locale.ROOT)));
  }

  /** A letter for a second name, the same for the same seed. */
  private char middle() {
    return "ABDEJKLMR".charAt(look.labels % 9);
  }

  private List<String> firsts(String first) {
    String upper = first.toUpperCase(Locale.ROOT);
    return look.names == TextStyle.Names.MIDDLE
        ? List.of(first, first + " " + middle())
        : List.of(first, upper);
  }

  private void birth(LocalDate born, boolean female, LocalDateTime collected) {
    if (told(TextStyle.Told.BIRTH, format(born.atStartOfDay(), look.date))) {
      truth.put("dob", dates(born.atStartOfDay(), look.date));
    }
    int age = Period.between(born, collected.toLocalDate()).getYears();
    boolean said =
        look.joined
            ? told(TextStyle.Told.AGE, age + " Y / " + sex(female))
            : told(TextStyle.Told.SEX, sex(female));
    if (said) {
      truth.put("gender", List.of(female ? "female" : "male"));
    }
    if (!look.joined) {
      told(TextStyle.Told.AGE, look.american ? age + "" : age + " Years");
    }
  }

  private String sex(boolean female) {
    return switch (look.labels % 3) {
      case 0 -> female ? "F" : "M";
      case 1 -> female ? "Female" : "Male";
      default -> female ? "FEMALE" : "MALE";
    };
  }

  private void specimen(LocalDateTime collected) {
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
    if (told(TextStyle.Told.SPECIMEN, number)) {
      truth.put("specimen_number", List.of(number));
    }
    String stamp = look.date + look.time;
    if (told(TextStyle.Told.COLLECTED, format(collected, stamp))) {
      truth.put("date_collected", dates(collected, stamp));
    }
    told(TextStyle.Told.RECEIVED, format(collected.plusHours(5), stamp));
    LocalDateTime reported = collected.plusHours(20 + random.nextInt(60));
    if (told(TextStyle.Told.REPORTED, format(reported, stamp))) {
      truth.put("date_reported", dates(reported, stamp));
    }
    told(TextStyle.Told.DOCTOR, "Dr. " + one(LAST));
    told(TextStyle.Told.PATIENT_ID, Integer.toString(100000 + random.nextInt(899999)));
  }

  private boolean told(TextStyle.Told kind, String text) {
    if (!look.told.contains(kind)) {
      return false;
    }
    fields.add(new ReportContent.Field(kind, Labels.of(kind, look.labels), text));
    return true;
  }

  /** What may be made of a date; as printed too where day and month could change places. */
  private List<String> dates(LocalDateTime at, String pattern) {
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
