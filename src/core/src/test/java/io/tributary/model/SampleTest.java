package io.tributary.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SampleTest {
  private static final Source RING = Source.of("oura", SourceType.RING);
  private static final Instant AT = Instant.parse("2026-03-02T04:40:00Z");
  private static final String POINT = "id timestamp timezone_offset type unit value";

  private static String keysOf(Resource resource) {
    return switch (resource) {
      case BLOOD_PRESSURE -> "id timestamp timezone_offset type unit systolic diastolic";
      case BODY_TEMPERATURE, BODY_TEMPERATURE_DELTA -> POINT + " start end sensor_location";
      case WORKOUT_DURATION -> POINT + " start end intensity";
      case INSULIN_INJECTION -> POINT + " start end delivery_mode delivery_form bolus_purpose";
      case NOTE -> POINT + " start end tags";
      default -> resource.showsInterval() ? POINT + " start end" : POINT;
    };
  }

  private static SampleExtras extrasOf(Resource resource) {
    return switch (resource) {
      case BLOOD_PRESSURE -> SampleExtras.diastolic(79.5);
      case NOTE -> SampleExtras.note("toast", List.of("food"));
      case CHOLESTEROL -> SampleExtras.type("cholesterol/ldl");
      case IGE, IGG, ELECTROCARDIOGRAM_VOLTAGE, HEART_RATE_ALERT, STAND_HOUR ->
          SampleExtras.type("some_type");
      case INSULIN_INJECTION -> SampleExtras.insulin("rapid_acting", "bolus", null, "meal");
      default -> null;
    };
  }

  private static JsonNode render(Sample sample) {
    return Json.parse(SampleJson.of(sample));
  }

  @ParameterizedTest
  @EnumSource(Resource.class)
  void aRenderedSampleHasExactlyTheKeysOfItsSchema(Resource resource) {
    if (!resource.isTimeseries()) {
      assertThrows(IllegalArgumentException.class, () -> Sample.point(resource, RING, AT, null, 1));
      return;
    }
    JsonNode node = render(new Sample(resource, RING, AT, null, null, 61, extrasOf(resource)));
    Set<String> keys = new TreeSet<>();
    node.fieldNames().forEachRemaining(keys::add);
    assertEquals(new TreeSet<>(List.of(keysOf(resource).split(" "))), keys);
    assertEquals(true, node.get("id").isNull());
    assertEquals(true, node.get("timezone_offset").isNull());
    assertEquals(resource.unit(), node.get("unit").asText());
    assertEquals("2026-03-02T04:40:00+00:00", node.get("timestamp").asText());
    if (resource.showsInterval()) {
      assertEquals(node.get("timestamp"), node.get("start"));
      assertEquals(node.get("start"), node.get("end"));
    }
  }

  @Test
  void valuesKeepTheirPrecisionAndWholeOnesAreShort() {
    assertEquals(
        "61", render(Sample.point(Resource.HEARTRATE, RING, AT, 0, 61)).get("value").toString());
    assertEquals(
        "5.4", render(Sample.point(Resource.GLUCOSE, RING, AT, 0, 5.4)).get("value").toString());
    assertEquals(
        "-0.12",
        render(Sample.point(Resource.BODY_TEMPERATURE_DELTA, RING, AT, 0, -0.12))
            .get("value")
            .toString());
  }

  @Test
  void aNoteHasATextAndTags() {
    JsonNode note =
        render(new Sample(Resource.NOTE, RING, AT, AT, 3600, 0, extrasOf(Resource.NOTE)));
    assertEquals("toast", note.get("value").textValue());
    assertEquals("[\"food\"]", note.get("tags").toString());
    assertEquals(3600, note.get("timezone_offset").intValue());
  }

  @Test
  void bloodPressureHasTwoNumbers() {
    JsonNode node =
        render(
            new Sample(
                Resource.BLOOD_PRESSURE,
                RING,
                AT,
                null,
                null,
                121,
                extrasOf(Resource.BLOOD_PRESSURE)));
    assertEquals("121", node.get("systolic").toString());
    assertEquals("79.5", node.get("diastolic").toString());
  }

  @Test
  void whatNobodyCanMeasureIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Sample.point(Resource.HRV, RING, AT, null, Double.NaN));
    assertThrows(
        IllegalArgumentException.class,
        () -> Sample.point(Resource.HRV, RING, AT, null, Double.NEGATIVE_INFINITY));
    assertThrows(
        IllegalArgumentException.class,
        () -> Sample.point(Resource.BLOOD_PRESSURE, RING, AT, null, 120));
    assertThrows(
        IllegalArgumentException.class,
        () -> Sample.point(Resource.CHOLESTEROL, RING, AT, null, 3.1));
    assertThrows(
        IllegalArgumentException.class,
        () -> Sample.interval(Resource.STEPS, RING, AT, AT.minusSeconds(1), null, 3));
  }

  @Test
  void typedReadingsOfOneInstantAreFourSamplesUntypedOnesAreOne() {
    Sample ldl =
        new Sample(
            Resource.CHOLESTEROL, RING, AT, null, null, 3, SampleExtras.type("cholesterol/ldl"));
    Sample hdl = ldl.withExtras(SampleExtras.type("cholesterol/hdl"));
    assertNotEquals(ldl.key(), hdl.key());
    Sample scan =
        new Sample(Resource.GLUCOSE, RING, AT, null, null, 5, SampleExtras.type("manual_scan"));
    assertEquals(scan.key(), scan.withExtras(SampleExtras.type("automatic")).key());
    Sample note = new Sample(Resource.NOTE, RING, AT, null, null, 0, SampleExtras.note("a", null));
    assertEquals(note.key(), note.withExtras(SampleExtras.note("a", List.of("food"))).key());
    assertNotEquals(note.key(), note.withExtras(SampleExtras.note("b", null)).key());
  }

  @Test
  void deviceWorkoutAppAndEndAreNotInTheKey() {
    Sample one = Sample.interval(Resource.STEPS, RING, AT, AT.plusSeconds(60), 3600, 10);
    Source other = RING.withAppId("x").withWorkout(UUID.randomUUID(), "running");
    Sample two = Sample.interval(Resource.STEPS, other, AT, AT.plusSeconds(90), null, 12);
    assertEquals(one.key(), two.key());
    assertNotEquals(
        one.key(),
        Sample.point(Resource.STEPS, Source.of("oura", SourceType.APP), AT, null, 1).key());
  }

  @Test
  void timestampsAreCutToWhatTheDatabaseKeeps() {
    Sample s = Sample.point(Resource.HRV, RING, AT.plusNanos(1_999), null, 1);
    assertEquals(AT.plusNanos(1_000), s.at());
  }

  @Test
  void theDayOfASampleIsLocalWhereTheOffsetIsKnown() {
    Instant late = Instant.parse("2026-03-01T22:30:00Z");
    assertEquals(
        LocalDate.parse("2026-03-02"), Sample.point(Resource.HRV, RING, late, 7200, 1).day());
    assertEquals(
        LocalDate.parse("2026-03-01"), Sample.point(Resource.HRV, RING, late, null, 1).day());
  }

  @Test
  void extrasSurviveStorage() {
    SampleExtras insulin = SampleExtras.insulin("rapid_acting", "bolus", null, "meal");
    assertEquals(
        "{\"type\":\"rapid_acting\",\"delivery_mode\":\"bolus\",\"bolus_purpose\":\"meal\"}",
        insulin.json());
    assertEquals(insulin, SampleExtras.parse(insulin.json()));
    SampleExtras note = SampleExtras.note("café", List.of("food"));
    assertEquals(note, SampleExtras.parse(note.json()));
    assertEquals(SampleExtras.type("x"), SampleExtras.parse("{\"type\":\"x\",\"later\":1}"));
  }
}
