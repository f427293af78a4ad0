package io.tributary.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SummaryRendererTest {
  private static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  private static final UUID DEVICE = UUID.fromString("aaaaaaaa-2222-4333-8444-555555555555");
  private static final Source RING =
      new Source("oura", SourceType.RING, "com.example.app", DEVICE, null, null);
  private static final LocalDate DAY = LocalDate.parse("2026-03-02");
  private static final Instant START = Instant.parse("2026-03-01T21:10:00Z");
  private static final Instant END = Instant.parse("2026-03-02T04:40:00Z");

  /** Keys of the reference schemas. */
  private static final Map<Resource, String> KEYS =
      Map.of(
          Resource.ACTIVITY,
          "calendar_date calories_active calories_total created_at daily_movement date distance"
              + " floors_climbed heart_rate high id low medium source steps time_zone"
              + " timezone_offset updated_at user_id wheelchair_push wheelchair_use",
          Resource.BODY,
          "body_mass_index bone_mass_percentage calendar_date created_at date fat id"
              + " lean_body_mass_kilogram muscle_mass_percentage source updated_at user_id"
              + " visceral_fat_index waist_circumference_centimeter water_percentage weight",
          Resource.SLEEP,
          "average_hrv awake bedtime_start bedtime_stop calendar_date created_at date deep duration"
              + " efficiency hr_average hr_dip hr_lowest hr_resting id latency light"
              + " recovery_readiness_score rem respiratory_rate score skin_temperature sleep_stream"
              + " source state temperature_delta timezone_offset total type updated_at user_id",
          Resource.SLEEP_CYCLE,
          "created_at id session_end session_start sleep_id source source_app_id source_device_id"
              + " source_provider source_type stage_end_offset_second stage_start_offset_second"
              + " stage_type time_zone updated_at user_id",
          Resource.WORKOUTS,
          "average_hr average_speed average_watts calendar_date calories created_at device_watts"
              + " distance elev_high elev_low hr_zones id map max_hr max_speed max_watts"
              + " moving_time provider_id source sport steps time_end time_start timezone_offset"
              + " title total_elevation_gain updated_at user_id weighted_average_watts",
          Resource.PROFILE,
          "birth_date created_at gender height id sex source updated_at user_id wheelchair_use",
          Resource.MEAL,
          "calendar_date created_at data energy id macros micros name priority_id provider_id"
              + " source source_app_id source_device_id source_id timestamp updated_at user_id",
          Resource.MENSTRUAL_CYCLE,
          "basal_body_temperature cervical_mucus contraceptive created_at cycle_end"
              + " detected_deviations home_pregnancy_test home_progesterone_test id"
              + " intermenstrual_bleeding is_predicted menstrual_flow ovulation_test period_end"
              + " period_start sexual_activity source source_app_id source_device_id"
              + " source_provider source_type updated_at user_id",
          Resource.ELECTROCARDIOGRAM,
          "algorithm_version classification created_at heart_rate_mean id inconclusive_cause"
              + " sampling_frequency_hz session_end session_start source source_app_id"
              + " source_device_id source_device_model source_provider source_type time_zone"
              + " updated_at user_id voltage_sample_count");

  private static Summary example(Resource resource) {
    return switch (resource) {
      case ACTIVITY -> ActivitySummary.on(DAY).steps(7400).caloriesTotal(2417.5).build();
      case BODY -> BodySummary.at(DAY, END).weight(71.4).build();
      case SLEEP -> SleepSummary.of(DAY, START, END, SleepType.LONG_SLEEP).recordId("s-71").build();
      case SLEEP_CYCLE ->
          SleepCycleSummary.of("s-71", START, END)
              .stage(SleepStage.AWAKE, 0, 300)
              .stage(SleepStage.DEEP, 300, 900)
              .build();
      case WORKOUTS ->
          WorkoutSummary.of("w-1", DAY, START, END)
              .sport(Sports.of("running"))
              .hrZones(List.of(1, 2, 3, 4, 5, 6))
              .build();
      case PROFILE -> ProfileSummary.profile().height(178).wheelchairUse(false).build();
      case MEAL ->
          MealSummary.of(END, DAY, "Lunch").energy(Nutrition.Energy.kilocalories(512)).build();
      case MENSTRUAL_CYCLE ->
          MenstrualCycleSummary.from(DAY)
              .menstrualFlow(List.of(new MenstrualCycleSummary.Flow(DAY, "light")))
              .build();
      case ELECTROCARDIOGRAM ->
          ElectrocardiogramSummary.of(START, END, 15_000)
              .classification(ElectrocardiogramSummary.Classification.SINUS_RHYTHM)
              .build();
      default -> throw new IllegalArgumentException(resource.wire());
    };
  }

  private static StoredSummary stored(Summary summary, String content) {
    return new StoredSummary(
        summary.resource(),
        SummaryId.of(USER, summary, RING),
        USER,
        RING,
        Instant.parse("2026-03-02T07:48:11Z"),
        Instant.parse("2026-03-02T07:48:11.120500Z"),
        content);
  }

  private static ObjectNode render(Summary summary, Optional<LegacySource> legacy) {
    return SummaryRenderer.node(
        stored(summary, SummaryRenderer.content(summary, USER, RING)), legacy);
  }

  private static Set<String> keys(JsonNode node) {
    Set<String> names = new TreeSet<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @ParameterizedTest
  @EnumSource(
      value = Resource.class,
      names = {
        "ACTIVITY",
        "BODY",
        "SLEEP",
        "SLEEP_CYCLE",
        "WORKOUTS",
        "PROFILE",
        "MEAL",
        "MENSTRUAL_CYCLE",
        "ELECTROCARDIOGRAM"
      })
  void aRenderedSummaryHasExactlyTheKeysOfItsSchema(Resource resource) {
    ObjectNode node = render(example(resource), Optional.empty());
    assertEquals(new TreeSet<>(List.of(KEYS.get(resource).split(" "))), keys(node));
    assertEquals("2026-03-02T07:48:11+00:00", node.path("created_at").asText());
    assertEquals("2026-03-02T07:48:11.120500+00:00", node.path("updated_at").asText());
  }

  @Test
  void unknownFieldsAreExplicitNullsAndFlagsAreNeverFalse() {
    ObjectNode profile = render(example(Resource.PROFILE), Optional.empty());
    assertEquals(true, profile.get("birth_date").isNull());
    assertEquals(true, profile.get("wheelchair_use").isNull());
    assertEquals(178, profile.get("height").intValue());
    ObjectNode sleep = render(example(Resource.SLEEP), Optional.empty());
    assertEquals(true, sleep.get("sleep_stream").isNull());
    assertEquals("2026-03-02T00:00:00+00:00", sleep.get("date").asText());
    assertEquals(
        false,
        render(example(Resource.MENSTRUAL_CYCLE), Optional.empty())
            .get("is_predicted")
            .booleanValue());
  }

  @Test
  void aSleepCycleNamesItsSleepByOurId() {
    ObjectNode cycle = render(example(Resource.SLEEP_CYCLE), Optional.empty());
    assertEquals(
        SummaryId.of(USER, example(Resource.SLEEP), RING).toString(),
        cycle.get("sleep_id").asText());
    assertEquals("[4,1]", cycle.get("stage_type").toString());
    assertEquals("[300,900]", cycle.get("stage_end_offset_second").toString());
    assertEquals("ring", cycle.get("source_type").asText());
    assertEquals(DEVICE.toString(), cycle.get("source_device_id").asText());
  }

  @Test
  void aMealRepeatsItsIdAsTheDeprecatedProviderId() {
    ObjectNode meal = render(example(Resource.MEAL), Optional.empty());
    assertEquals(meal.get("id"), meal.get("provider_id"));
    assertEquals(0, meal.get("source_id").intValue());
    assertEquals("{\"unit\":\"kcal\",\"value\":512}", meal.get("energy").toString());
    assertEquals("{}", meal.get("data").toString());
  }

  @Test
  void legacySourceKeysAppearOnlyWhenGiven() {
    Summary body = example(Resource.BODY);
    assertEquals(
        Set.of("provider", "type", "app_id", "device_id", "sport", "workout_id"),
        keys(render(body, Optional.empty()).get("source")));
    JsonNode source =
        render(body, Optional.of(new LegacySource("Oura", "oura", "https://logo"))).get("source");
    assertEquals("Oura", source.get("name").asText());
    assertEquals("oura", source.get("slug").asText());
    assertEquals("https://logo", source.get("logo").asText());
  }

  @Test
  void contentIsSplicedAsItWasStored() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator gen = ModelJson.MAPPER.createGenerator(out)) {
      gen.writeStartArray();
      SummaryRenderer.write(
          gen, stored(example(Resource.BODY), " { \"weight\" : 71.40 } "), Optional.empty());
      SummaryRenderer.write(gen, stored(example(Resource.PROFILE), "{}"), Optional.empty());
      gen.writeEndArray();
    }
    JsonNode array = ModelJson.MAPPER.readTree(out.toByteArray());
    assertEquals(true, out.toString().contains("\"weight\" : 71.40 ,\"source\""));
    assertEquals(71.4, array.get(0).get("weight").doubleValue());
    assertEquals(Set.of("id", "user_id", "source", "created_at", "updated_at"), keys(array.get(1)));
  }
}
