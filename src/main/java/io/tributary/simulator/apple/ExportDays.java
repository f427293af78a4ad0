package io.tributary.simulator.apple;

import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The life of a person with a phone and a watch that count the same steps. Written as a phone does:
 * type after type, each in the order of time.
 */
final class ExportDays {
  private static final String HEAD =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: 13 -->
      <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
      <!ATTLIST HealthData
        locale CDATA #REQUIRED
      >
      <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
      <!ATTLIST Record
        type          CDATA #REQUIRED
        unit          CDATA #IMPLIED
        value         CDATA #IMPLIED
        sourceName    CDATA #REQUIRED
        startDate     CDATA #REQUIRED
        endDate       CDATA #REQUIRED
      >
      ]>
      <HealthData locale="en_DE">
      """;
  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  private static final int WORKOUT_EVERY = 3;
  private static final int ECG_RATE = 512;
  private static final int ECG_SECONDS = 30;

  private final ExportWriter out;
  private final long seed;
  private final LocalDate first;
  private final int days;

  private enum Gadget {
    WATCH(
        " sourceName=\"Kim&apos;s Apple Watch\" sourceVersion=\"10.3\" device=\"&lt;&lt;HKDevice:"
            + " 0x283a10f00&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch,"
            + " hardware:Watch6,1, software:10.3&gt;\""),
    PHONE(
        " sourceName=\"Kim&apos;s iPhone\" sourceVersion=\"17.2\" device=\"&lt;&lt;HKDevice:"
            + " 0x283a11180&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone,"
            + " hardware:iPhone13,2, software:17.2&gt;\""),
    DIARY(" sourceName=\"Meal Diary\" sourceVersion=\"4\""),
    SCALE(" sourceName=\"Scale\" sourceVersion=\"2\"");

    private final String attributes;

    Gadget(String attributes) {
      this.attributes = attributes;
    }
  }

  ExportDays(ExportWriter out, long seed, LocalDate until, int days) {
    this.out = out;
    this.seed = seed;
    this.first = until.minusDays(days);
    this.days = days;
  }

  void write() throws IOException {
    out.add(HEAD).add(" <ExportDate value=\"").time(start(days) + 9 * HOUR).add("\"/>").line();
    out.add(
            " <Me HKCharacteristicTypeIdentifierDateOfBirth=\"1986-05-17\""
                + " HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSexFemale\""
                + " HKCharacteristicTypeIdentifierBloodType=\"HKBloodTypeNotSet\"/>")
        .line();
    scale();
    heart();
    measures();
    movement("StepCount", "count", 1, true);
    movement("DistanceWalkingRunning", "km", 0.00075, false);
    energy("BasalEnergyBurned", 1.1, 15);
    energy("ActiveEnergyBurned", 0.6, 4);
    food();
    sleep();
    standing();
    pressure();
    workouts();
    rings();
    out.add("</HealthData>").line();
  }

  private long start(int day) {
    return first.plusDays(day).atStartOfDay(ExportWriter.ZONE).toEpochSecond();
  }

  /** One for each topic and day, so that days are independent of how many there are. */
  private Random dice(int topic, int day) {
    return new Random(seed * 31 + topic * 1_000_003L + first.plusDays(day).toEpochDay() * 7919);
  }

  private void open(Gadget by, String type, String unit, long from, long to) {
    out.add(" <Record type=\"").add(type).add("\"").add(by.attributes);
    if (unit != null) {
      out.add(" unit=\"").add(unit).add("\"");
    }
    out.add(" creationDate=\"").time(to).add("\" startDate=\"").time(from);
    out.add("\" endDate=\"").time(to).add("\"");
  }

  private void quantity(Gadget by, String type, String unit, long from, long to, double value)
      throws IOException {
    open(by, "HKQuantityTypeIdentifier" + type, unit, from, to);
    out.add(" value=\"").add(value).add("\"/>").line();
  }

  private void category(Gadget by, String type, long from, long to, String value)
      throws IOException {
    open(by, "HKCategoryTypeIdentifier" + type, null, from, to);
    out.add(" value=\"").add(value).add("\">").line();
    out.add("  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>").line();
    out.add(" </Record>").line();
  }

  private void scale() throws IOException {
    for (int day = 0; day < days; day += 3) {
      long at = start(day) + 7 * HOUR;
      quantity(Gadget.SCALE, "BodyMass", "kg", at, at, 62 + dice(1, day).nextGaussian());
    }
    for (int day = 0; day < days; day += 3) {
      long at = start(day) + 7 * HOUR;
      quantity(
          Gadget.SCALE, "BodyFatPercentage", "%", at, at, 0.22 + dice(2, day).nextDouble() / 100);
    }
  }

  private void heart() throws IOException {
    for (int day = 0; day < days; day++) {
      Random dice = dice(3, day);
      long second = start(day) + dice.nextInt(200);
      while (second < start(day + 1)) {
        boolean running = workout(day) && within(second, day, 18 * HOUR, 19 * HOUR);
        double bpm = running ? 130 + dice.nextInt(40) : 55 + dice.nextInt(40);
        if (running) {
          quantity(Gadget.WATCH, "HeartRate", "count/min", second, second, bpm);
          second += 5;
        } else {
          open(Gadget.WATCH, "HKQuantityTypeIdentifierHeartRate", "count/min", second, second);
          out.add(" value=\"").add(bpm).add("\">").line();
          out.add("  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"0\"/>")
              .line();
          out.add(" </Record>").line();
          second += 200 + dice.nextInt(200);
        }
      }
    }
  }

  private boolean within(long second, int day, int from, int to) {
    return second >= start(day) + from && second < start(day) + to;
  }

  private static boolean workout(int day) {
    return day % WORKOUT_EVERY == 0;
  }

  private void measures() throws IOException {
    for (int day = 0; day < days; day++) {
      long at = start(day);
      Random dice = dice(4, day);
      quantity(
          Gadget.WATCH, "RestingHeartRate", "count/min", at, at + 20 * HOUR, 50 + dice.nextInt(8));
    }
    for (int day = 0; day < days; day++) {
      Random dice = dice(5, day);
      for (int i = 0; i < 6; i++) {
        long at = start(day) + i * 4 * HOUR + dice.nextInt(HOUR);
        open(Gadget.WATCH, "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "ms", at, at + 60);
        out.add(" value=\"").add(30 + 30 * dice.nextDouble()).add("\">").line();
        out.add("  <HeartRateVariabilityMetadataList>").line();
        for (int b = 0; b < 4; b++) {
          out.add("   <InstantaneousBeatsPerMinute bpm=\"").add(50L + dice.nextInt(20));
          out.add("\" time=\"7:47:41,36 AM\"/>").line();
        }
        out.add("  </HeartRateVariabilityMetadataList>").line();
        out.add(" </Record>").line();
      }
    }
    for (int day = 0; day < days; day++) {
      Random dice = dice(6, day);
      for (int i = 0; i < 8; i++) {
        long at = start(day) + i * 3 * HOUR + dice.nextInt(HOUR);
        quantity(Gadget.WATCH, "OxygenSaturation", "%", at, at, 0.94 + dice.nextInt(6) / 100.0);
      }
    }
    for (int day = 0; day < days; day++) {
      Random dice = dice(7, day);
      for (int i = 0; i < 12; i++) {
        long at = start(day) + i * HOUR / 2;
        quantity(Gadget.WATCH, "RespiratoryRate", "count/min", at, at, 12 + dice.nextInt(5));
      }
    }
  }

  /** Phone and watch of the same walk, with other bounds. */
  private void movement(String type, String unit, double perStep, boolean floors)
      throws IOException {
    for (Gadget by : List.of(Gadget.PHONE, Gadget.WATCH)) {
      for (int day = 0; day < days; day++) {
        Random dice = dice(8, day);
        long second = start(day) + 7 * HOUR;
        while (second < start(day) + 22 * HOUR) {
          int steps = 20 + dice.nextInt(600);
          int length = 2 * MINUTE + dice.nextInt(8 * MINUTE);
          int shift = by == Gadget.PHONE ? dice.nextInt(30) : -dice.nextInt(30);
          quantity(by, type, unit, second + shift, second + shift + length, steps * perStep);
          second += length + 2 * MINUTE + dice.nextInt(12 * MINUTE);
        }
      }
    }
    for (int day = 0; floors && day < days; day++) {
      Random dice = dice(9, day);
      for (int i = 0; i < 5; i++) {
        long at = start(day) + 8 * HOUR + i * 2 * HOUR + dice.nextInt(HOUR);
        quantity(Gadget.PHONE, "FlightsClimbed", "count", at, at + 60, 1 + dice.nextInt(3));
      }
    }
  }

  private void energy(String type, double perMinute, int minutes) throws IOException {
    for (int day = 0; day < days; day++) {
      Random dice = dice(10 + minutes, day);
      long end = start(day + 1);
      for (long at = start(day); at < end; at += (long) minutes * MINUTE) {
        quantity(
            Gadget.WATCH,
            type,
            "kcal",
            at,
            Math.min(end, at + (long) minutes * MINUTE),
            perMinute * minutes * (0.5 + dice.nextDouble()));
      }
    }
  }

  private void food() throws IOException {
    List<String> types =
        List.of("DietaryEnergyConsumed", "DietaryProtein", "DietaryCarbohydrates", "DietaryWater");
    List<String> units = List.of("kcal", "g", "g", "mL");
    for (int t = 0; t < types.size(); t++) {
      for (int day = 0; day < days; day++) {
        Random dice = dice(30 + t, day);
        for (int hour : new int[] {8, 13, 19}) {
          long at = start(day) + hour * HOUR + dice.nextInt(HOUR);
          quantity(Gadget.DIARY, types.get(t), units.get(t), at, at, 10 + dice.nextInt(300));
        }
      }
    }
  }

  private void sleep() throws IOException {
    String value = "HKCategoryValueSleepAnalysis";
    String[] stages = {"AsleepCore", "AsleepDeep", "AsleepCore", "AsleepREM", "Awake"};
    for (int day = 0; day < days; day++) {
      Random dice = dice(40, day);
      long from = start(day) + dice.nextInt(HOUR);
      category(Gadget.PHONE, "SleepAnalysis", from, from + 7 * HOUR, value + "InBed");
    }
    for (int day = 0; day < days; day++) {
      Random dice = dice(40, day);
      long at = start(day) + dice.nextInt(HOUR) + 10 * MINUTE;
      for (int i = 0; i < 24; i++) {
        long to = at + 5 * MINUTE + dice.nextInt(20 * MINUTE);
        category(Gadget.WATCH, "SleepAnalysis", at, to, value + stages[i % stages.length]);
        at = to;
      }
    }
  }

  private void standing() throws IOException {
    for (int day = 0; day < days; day++) {
      Random dice = dice(50, day);
      for (int hour = 0; hour < 24; hour++) {
        long at = start(day) + (long) hour * HOUR;
        boolean stood = hour > 7 && dice.nextInt(4) > 0;
        category(
            Gadget.WATCH,
            "AppleStandHour",
            at,
            at + HOUR,
            "HKCategoryValueAppleStandHour" + (stood ? "Stood" : "Idle"));
      }
    }
  }

  /** Each value stands in the file twice: by itself, and in its correlation. */
  private void pressure() throws IOException {
    for (String type : List.of("BloodPressureSystolic", "BloodPressureDiastolic")) {
      for (int day = 0; day < days; day += 7) {
        pressure(type, day);
      }
    }
    for (int day = 0; day < days; day += 7) {
      long at = start(day) + 8 * HOUR;
      out.add(" <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\"")
          .add(Gadget.DIARY.attributes)
          .add(" startDate=\"")
          .time(at)
          .add("\" endDate=\"")
          .time(at)
          .add("\">")
          .line();
      pressure("BloodPressureSystolic", day);
      pressure("BloodPressureDiastolic", day);
      out.add(" </Correlation>").line();
    }
  }

  private void pressure(String type, int day) throws IOException {
    long at = start(day) + 8 * HOUR;
    int spread = dice(60, day).nextInt(20);
    quantity(Gadget.DIARY, type, "mmHg", at, at, (type.endsWith("Systolic") ? 110 : 70) + spread);
  }

  private void workouts() throws IOException {
    for (int day = 0; day < days; day += WORKOUT_EVERY) {
      long from = start(day) + 18 * HOUR;
      long to = from + 40 * MINUTE;
      out.add(" <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"40\"")
          .add(" durationUnit=\"min\"")
          .add(Gadget.WATCH.attributes)
          .add(" startDate=\"")
          .time(from)
          .add("\" endDate=\"")
          .time(to)
          .add("\">")
          .line();
      out.add("  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>").line();
      out.add("  <MetadataEntry key=\"HKElevationAscended\" value=\"4200 cm\"/>").line();
      statistics(
          "HeartRate", " average=\"148.2\" minimum=\"121\" maximum=\"171\" unit=\"count/min\"");
      statistics("ActiveEnergyBurned", " sum=\"412.5\" unit=\"kcal\"");
      statistics("DistanceWalkingRunning", " sum=\"7.31\" unit=\"km\"");
      out.add("  <WorkoutRoute").add(Gadget.WATCH.attributes).add(" startDate=\"").time(from);
      out.add("\" endDate=\"").time(to).add("\">").line();
      out.add("   <FileReference path=\"").add(route(first.plusDays(day))).add("\"/>").line();
      out.add("  </WorkoutRoute>").line();
      out.add(" </Workout>").line();
    }
  }

  private void statistics(String type, String figures) throws IOException {
    out.add("  <WorkoutStatistics type=\"HKQuantityTypeIdentifier").add(type).add("\"");
    out.add(figures).add("/>").line();
  }

  private void rings() throws IOException {
    for (int day = 0; day < days; day++) {
      out.add(" <ActivitySummary dateComponents=\"").add(first.plusDays(day).toString());
      out.add("\" activeEnergyBurned=\"").add(300L + dice(70, day).nextInt(300));
      out.add("\" activeEnergyBurnedGoal=\"400\" activeEnergyBurnedUnit=\"kcal\"");
      out.add(" appleExerciseTime=\"30\" appleStandHours=\"11\"/>").line();
    }
  }

  /** The days of the newest routes. */
  List<LocalDate> routes() {
    List<LocalDate> out = new ArrayList<>();
    for (int day = 0; day < days; day += WORKOUT_EVERY) {
      out.add(first.plusDays(day));
    }
    return out.subList(Math.max(0, out.size() - 20), out.size());
  }

  static String route(LocalDate day) {
    return "/workout-routes/route_" + day + "_6.40pm.gpx";
  }

  /** A run of forty minutes, a point each second. */
  void route(ExportWriter gpx, LocalDate day) throws IOException {
    gpx.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").line();
    gpx.add("<gpx version=\"1.1\" creator=\"Apple Health Export\"><trk><name>Route</name><trkseg>")
        .line();
    long from = day.atStartOfDay(ExportWriter.ZONE).toEpochSecond() + 18 * HOUR;
    for (int i = 0; i < 40 * MINUTE; i++) {
      gpx.add("<trkpt lon=\"13.4").add(100000L + i).add("\" lat=\"52.5").add(100000L + i / 2);
      gpx.add("\"><ele>").add(34 + i % 50 / 10.0).add("</ele><time>");
      gpx.add(java.time.Instant.ofEpochSecond(from + i).toString());
      gpx.add("</time><extensions><speed>3.05</speed></extensions></trkpt>").line();
    }
    gpx.add("</trkseg></trk></gpx>").line();
  }

  /** An electrocardiogram of that day. */
  void recording(LocalDate day) throws IOException {
    long at = day.atStartOfDay(ExportWriter.ZONE).toEpochSecond() + 12 * HOUR;
    out.add("Name,Kim").line();
    out.add("Date of Birth,\"May 17, 1986\"").line();
    out.add("Recorded Date,").time(at).line();
    out.add("Classification,Sinus Rhythm").line();
    out.add("Symptoms,").line();
    out.add("Software Version,2.0").line();
    out.add("Device,\"Watch6,1\"").line();
    out.add("Sample Rate,").add((long) ECG_RATE).add(" hertz").line();
    out.line();
    out.add("Lead,Lead I").line();
    out.add("Unit,µV").line();
    for (int i = 0; i < ECG_RATE * ECG_SECONDS; i++) {
      out.add(Long.toString(Math.round(200 * Math.sin(i / 40.0)))).line();
    }
  }
}
