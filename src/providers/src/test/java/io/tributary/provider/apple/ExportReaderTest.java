package io.tributary.provider.apple;

import static io.tributary.provider.apple.ExportXml.AT;
import static io.tributary.provider.apple.ExportXml.LATER;
import static io.tributary.provider.apple.ImportedExport.from;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Mapping of each kind of record. */
class ExportReaderTest {
  private static Sample one(Resource resource, String type, String unit, String value) {
    return from(ExportXml.watch("QuantityTypeIdentifier" + type, unit, AT, LATER, value))
        .only(resource);
  }

  @Test
  void aRecordIsASampleOfItsInstantAndOffset() {
    Sample s = one(Resource.HEARTRATE, "HeartRate", "count/min", "61");
    assertEquals(Instant.parse("2026-03-02T06:48:11Z"), s.at());
    assertEquals(3600, s.offsetSeconds());
    assertEquals(61, s.value());
    assertEquals(SourceType.WATCH, s.source().type());
    assertNull(s.end());
    assertEquals(
        Instant.parse("2026-03-02T06:58:11Z"),
        one(Resource.STEPS, "StepCount", "count", "12").end());
  }

  @Test
  void unitsBecomeOurs() {
    assertEquals(
        418.4 / 4.184, value(Resource.CALORIES_ACTIVE, "ActiveEnergyBurned", "kJ", "418.4"));
    assertEquals(1609.344, value(Resource.DISTANCE, "DistanceWalkingRunning", "mi", "1"));
    assertEquals(1500, value(Resource.DISTANCE, "DistanceWalkingRunning", "km", "1.5"));
    assertEquals(45.359237, value(Resource.WEIGHT, "BodyMass", "lb", "100"), 1e-9);
    assertEquals(57, value(Resource.BLOOD_OXYGEN, "OxygenSaturation", "%", "0.57"));
    assertEquals(37, value(Resource.BODY_TEMPERATURE, "BodyTemperature", "degF", "98.6"), 1e-9);
    assertEquals(5, value(Resource.GLUCOSE, "BloodGlucose", "mg/dL", "90.09"), 1e-9);
    assertEquals(
        5.4, value(Resource.GLUCOSE, "BloodGlucose", "mmol&lt;180.1558800000541&gt;/L", "5.4"));
    assertEquals(250, value(Resource.WATER, "DietaryWater", "L", "0.25"));
    assertEquals(0.08, value(Resource.CAFFEINE, "DietaryCaffeine", "mg", "80"), 1e-12);
    assertEquals(41.5, value(Resource.VO2_MAX, "VO2Max", "mL/min·kg", "41.5"));
    assertEquals(80, value(Resource.WAIST_CIRCUMFERENCE, "WaistCircumference", "m", "0.8"), 1e-9);
  }

  private static double value(Resource resource, String type, String unit, String value) {
    return one(resource, type, unit, value).value();
  }

  @Test
  void theZoneOfTheMetadataBeatsThePrintedOffset() {
    Sample s =
        from(ExportXml.watch(
                "QuantityTypeIdentifierStepCount",
                "count",
                AT,
                LATER,
                "5",
                ExportXml.meta("HKTimeZone", "America/New_York")))
            .only(Resource.STEPS);
    assertEquals(-18000, s.offsetSeconds());
    assertEquals(Instant.parse("2026-03-02T06:48:11Z"), s.at());
  }

  @Test
  void whatCannotBeUsedIsCounted() {
    ImportedExport in =
        from(
            ExportXml.watch("QuantityTypeIdentifierHeartRate", "furlong", AT, AT, "61"),
            ExportXml.watch("QuantityTypeIdentifierHeartRate", "count/min", AT, AT, "many"),
            ExportXml.watch(
                "QuantityTypeIdentifierHeartRate",
                "count/min",
                "2026-02-30 07:48:11 +0100",
                AT,
                "61"),
            ExportXml.watch("QuantityTypeIdentifierStepCount", "count", LATER, AT, "61"),
            ExportXml.watch("QuantityTypeIdentifierStepCount", "count", AT, LATER, "-3"),
            ExportXml.watch("QuantityTypeIdentifierAppleWalkingSteadiness", "%", AT, LATER, "1"));
    assertEquals(6, in.records);
    assertEquals(5, in.rejected);
    assertEquals(1, in.ignored);
    assertTrue(in.samples.isEmpty());
  }

  @Test
  void categoriesBecomeEventsAndLengths() {
    ImportedExport in =
        from(
            ExportXml.watch("CategoryTypeIdentifierMindfulSession", null, AT, LATER, null),
            ExportXml.watch(
                "CategoryTypeIdentifierAppleStandHour",
                null,
                AT,
                LATER,
                "HKCategoryValueAppleStandHourStood"),
            ExportXml.watch(
                "CategoryTypeIdentifierHighHeartRateEvent",
                null,
                AT,
                LATER,
                "HKCategoryValueNotApplicable"),
            ExportXml.watch("CategoryTypeIdentifierHandwashingEvent", null, AT, LATER, null));
    assertEquals(10, in.only(Resource.MINDFULNESS_MINUTES).value());
    assertEquals("stood", in.only(Resource.STAND_HOUR).extras().type());
    assertEquals("high_heart_rate", in.only(Resource.HEART_RATE_ALERT).extras().type());
    assertEquals(1, in.only(Resource.HANDWASHING).value());
  }

  @Test
  void aCorrelationAndItsCopiesAtTopLevelAreOneBloodPressure() {
    String high =
        ExportXml.app("QuantityTypeIdentifierBloodPressureSystolic", "mmHg", AT, AT, "120", "");
    String low =
        ExportXml.app("QuantityTypeIdentifierBloodPressureDiastolic", "mmHg", AT, AT, "79", "");
    ImportedExport in =
        from(
            high,
            low,
            "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"Diary\""
                + " startDate=\""
                + AT
                + "\" endDate=\""
                + AT
                + "\">"
                + high
                + low
                + "</Correlation>");
    Sample s = in.only(Resource.BLOOD_PRESSURE);
    assertEquals(120, s.value());
    assertEquals(79, s.extras().diastolic());
    assertEquals(4, in.records);
  }

  @Test
  void orderAndRepetitionChangeNothing() {
    Random random = new Random(11);
    List<String> elements = RandomExportElements.elements(random, 400);
    String plain = ImportedExport.of(ExportXml.file(elements)).allRecords();
    assertTrue(plain.lines().count() > 200, plain);
    for (int round = 0; round < 20; round++) {
      List<String> shuffled = new ArrayList<>(elements);
      for (int i = 0; i < 100; i++) {
        shuffled.add(elements.get(random.nextInt(elements.size())));
      }
      Collections.shuffle(shuffled, random);
      assertEquals(plain, ImportedExport.of(ExportXml.file(shuffled)).allRecords());
    }
  }
}
