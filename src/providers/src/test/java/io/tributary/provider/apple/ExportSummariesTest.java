package io.tributary.provider.apple;

import static io.tributary.provider.apple.ExportXml.AT;
import static io.tributary.provider.apple.ExportXml.LATER;
import static io.tributary.provider.apple.ImportedExport.from;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tributary.model.ActivitySummary;
import io.tributary.model.BodySummary;
import io.tributary.model.MealSummary;
import io.tributary.model.MenstrualCycleSummary;
import io.tributary.model.ProfileSummary;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedSummary;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Days, weigh-ins, meals, cycles and the profile of an export. */
class ExportSummariesTest {
  @Test
  void ofAQuarterOfAnHourTheWatchCountsElseThePhone() {
    ImportedExport in =
        from(
            ExportXml.watch(
                "QuantityTypeIdentifierStepCount",
                "count",
                "2026-03-02 08:00:00 +0100",
                "2026-03-02 08:10:00 +0100",
                "100"),
            ExportXml.phone(
                "QuantityTypeIdentifierStepCount",
                "count",
                "2026-03-02 08:01:00 +0100",
                "2026-03-02 08:12:00 +0100",
                "140"),
            ExportXml.phone(
                "QuantityTypeIdentifierStepCount",
                "count",
                "2026-03-02 09:00:00 +0100",
                "2026-03-02 09:05:00 +0100",
                "30"),
            // spans two quarters: half of it in each
            ExportXml.phone(
                "QuantityTypeIdentifierStepCount",
                "count",
                "2026-03-02 10:10:00 +0100",
                "2026-03-02 10:20:00 +0100",
                "50"),
            ExportXml.watch(
                "QuantityTypeIdentifierStepCount",
                "count",
                "2026-03-02 10:15:00 +0100",
                "2026-03-02 10:16:00 +0100",
                "7"),
            ExportXml.watch(
                "QuantityTypeIdentifierRestingHeartRate",
                "count/min",
                "2026-03-02 00:00:00 +0100",
                "2026-03-02 10:00:00 +0100",
                "52"),
            ExportXml.watch(
                "QuantityTypeIdentifierHeartRate",
                "count/min",
                "2026-03-02 10:00:00 +0100",
                "2026-03-02 10:00:00 +0100",
                "70"),
            ExportXml.watch(
                "QuantityTypeIdentifierBasalEnergyBurned",
                "kcal",
                "2026-03-02 10:00:00 +0100",
                "2026-03-02 10:10:00 +0100",
                "12"),
            "<ActivitySummary dateComponents=\"2026-03-02\" activeEnergyBurned=\"400\""
                + " activeEnergyBurnedUnit=\"kcal\"/>");
    ActivitySummary day = in.only(ActivitySummary.class);
    assertEquals(100 + 30 + 25 + 7, day.steps());
    assertEquals(52, day.heartRate().restingBpm());
    assertEquals(70, day.heartRate().maxBpm());
    assertEquals(400, day.caloriesActive());
    assertEquals(412, day.caloriesTotal());
    assertEquals(3600, day.timezoneOffset());
    SourcedSummary s =
        in.summaries.stream()
            .filter(x -> x.summary() instanceof ActivitySummary)
            .findFirst()
            .orElseThrow();
    assertEquals(SourceType.MULTIPLE_SOURCES, s.source().type());
  }

  @Test
  void aWeighInHoldsAllThatOneInstantMeasured() {
    BodySummary body =
        from(
                ExportXml.app("QuantityTypeIdentifierBodyMass", "kg", AT, AT, "70.5", ""),
                ExportXml.app("QuantityTypeIdentifierBodyFatPercentage", "%", AT, AT, "0.21", ""),
                ExportXml.app("QuantityTypeIdentifierBodyMassIndex", "count", AT, AT, "22.1", ""))
            .only(BodySummary.class);
    assertEquals(70.5, body.weight());
    assertEquals(21, body.fat());
    assertEquals(22.1, body.bodyMassIndex());
  }

  @Test
  void nutrientsOfADayAreAMeal() {
    MealSummary meal =
        from(
                ExportXml.app(
                    "QuantityTypeIdentifierDietaryEnergyConsumed", "kcal", AT, AT, "300", ""),
                ExportXml.app(
                    "QuantityTypeIdentifierDietaryEnergyConsumed", "kJ", LATER, LATER, "418.4", ""),
                ExportXml.app("QuantityTypeIdentifierDietaryProtein", "g", AT, AT, "12", ""),
                ExportXml.app("QuantityTypeIdentifierDietarySodium", "g", AT, AT, "0.5", ""),
                ExportXml.app("QuantityTypeIdentifierDietaryFolate", "mcg", AT, AT, "80", ""),
                ExportXml.app("QuantityTypeIdentifierDietaryCarbohydrates", "g", AT, AT, "40", ""))
            .only(MealSummary.class);
    assertEquals("Diary", meal.name());
    assertEquals(400, meal.energy().value(), 1e-9);
    assertEquals(12, meal.macros().protein());
    assertEquals(40, meal.macros().carbs());
    assertEquals(500, meal.micros().minerals().get("sodium"));
    assertEquals(80, meal.micros().vitamins().get("folic_acid"), 1e-9);
  }

  private static String cycle(String type, String day, String value, String inner) {
    String at = day + " 12:00:00 +0100";
    return ExportXml.app("CategoryTypeIdentifier" + type, null, at, at, value, inner);
  }

  @Test
  void daysOfFlowMakeCycles() {
    String first = ExportXml.meta("HKMenstrualCycleStart", "1");
    String not = ExportXml.meta("HKMenstrualCycleStart", "0");
    List<MenstrualCycleSummary> cycles =
        from(
                cycle("MenstrualFlow", "2026-01-05", "HKCategoryValueMenstrualFlowMedium", first),
                cycle("MenstrualFlow", "2026-01-06", "HKCategoryValueVaginalBleedingHeavy", not),
                cycle("MenstrualFlow", "2026-01-08", "HKCategoryValueMenstrualFlowLight", not),
                cycle(
                    "OvulationTestResult",
                    "2026-01-18",
                    "HKCategoryValueOvulationTestResultLuteinizingHormoneSurge",
                    ""),
                cycle(
                    "SexualActivity",
                    "2026-01-19",
                    "HKCategoryValueNotApplicable",
                    ExportXml.meta("HKSexualActivityProtectionUsed", "1")),
                cycle(
                    "CervicalMucusQuality",
                    "2026-01-19",
                    "HKCategoryValueCervicalMucusQualityEggWhite",
                    ""),
                cycle(
                    "InfrequentMenstrualCycles", "2026-01-20", "HKCategoryValueNotApplicable", ""),
                ExportXml.app(
                    "QuantityTypeIdentifierBasalBodyTemperature",
                    "degC",
                    "2026-01-21 07:00:00 +0100",
                    "2026-01-21 07:00:00 +0100",
                    "36.6",
                    ""),
                cycle(
                    "MenstrualFlow",
                    "2026-02-02",
                    "HKCategoryValueMenstrualFlowUnspecified",
                    first))
            .all(MenstrualCycleSummary.class);
    assertEquals(2, cycles.size());
    MenstrualCycleSummary one = cycles.getFirst();
    assertEquals(LocalDate.of(2026, 1, 5), one.periodStart());
    assertEquals(LocalDate.of(2026, 1, 8), one.periodEnd());
    assertEquals(LocalDate.of(2026, 2, 1), one.cycleEnd());
    assertEquals(3, one.menstrualFlow().size());
    assertEquals("heavy", one.menstrualFlow().get(1).flow());
    assertEquals("luteinizing_hormone_surge", one.ovulationTest().getFirst().testResult());
    assertEquals(true, one.sexualActivity().getFirst().protectionUsed());
    assertEquals("egg_white", one.cervicalMucus().getFirst().quality());
    assertEquals("infrequent_menstrual_cycles", one.detectedDeviations().getFirst().deviation());
    assertEquals(36.6, one.basalBodyTemperature().getFirst().value());
    assertNull(cycles.getLast().cycleEnd());
  }

  @Test
  void characteristicsMakeTheProfile() {
    ProfileSummary p =
        from(
                ExportXml.app(
                    "QuantityTypeIdentifierHeight",
                    "cm",
                    "2020-01-01 07:00:00 +0100",
                    "2020-01-01 07:00:00 +0100",
                    "160",
                    ""),
                ExportXml.app(
                    "QuantityTypeIdentifierHeight",
                    "ft",
                    "2021-01-01 07:00:00 +0100",
                    "2021-01-01 07:00:00 +0100",
                    "5.5",
                    ""))
            .only(ProfileSummary.class);
    assertEquals(LocalDate.of(1986, 5, 17), p.birthDate());
    assertEquals(ProfileSummary.Sex.FEMALE, p.sex());
    assertEquals(168, p.height());
  }
}
