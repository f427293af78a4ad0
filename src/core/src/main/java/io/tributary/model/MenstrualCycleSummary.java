package io.tributary.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Menstrual cycle. Its ten lists are never null, but may be empty.
 *
 * @param periodStart first day
 * @param periodEnd last day of the period, or null
 * @param cycleEnd last day of the cycle, or null
 * @param isPredicted null counts as false
 * @param menstrualFlow flow by day
 * @param cervicalMucus quality by day
 * @param intermenstrualBleeding days
 * @param contraceptive type by day
 * @param detectedDeviations deviations by day
 * @param ovulationTest results by day
 * @param homePregnancyTest results by day
 * @param homeProgesteroneTest results by day
 * @param sexualActivity by day
 * @param basalBodyTemperature °C by day
 */
public record MenstrualCycleSummary(
    LocalDate periodStart,
    LocalDate periodEnd,
    LocalDate cycleEnd,
    Boolean isPredicted,
    List<Flow> menstrualFlow,
    List<Mucus> cervicalMucus,
    List<Bleeding> intermenstrualBleeding,
    List<Contraceptive> contraceptive,
    List<Deviation> detectedDeviations,
    List<TestResult> ovulationTest,
    List<TestResult> homePregnancyTest,
    List<TestResult> homeProgesteroneTest,
    List<SexualActivity> sexualActivity,
    List<Temperature> basalBodyTemperature)
    implements Summary {
  public MenstrualCycleSummary {
    ValueChecks.required("period_start", periodStart);
    ValueChecks.ordered("period_end", periodStart, periodEnd);
    ValueChecks.ordered("cycle_end", periodStart, cycleEnd);
    isPredicted = Boolean.TRUE.equals(isPredicted);
    menstrualFlow = list(menstrualFlow);
    cervicalMucus = list(cervicalMucus);
    intermenstrualBleeding = list(intermenstrualBleeding);
    contraceptive = list(contraceptive);
    detectedDeviations = list(detectedDeviations);
    ovulationTest = list(ovulationTest);
    homePregnancyTest = list(homePregnancyTest);
    homeProgesteroneTest = list(homeProgesteroneTest);
    sexualActivity = list(sexualActivity);
    basalBodyTemperature = list(basalBodyTemperature);
  }

  private static <T> List<T> list(List<T> given) {
    return given == null ? List.of() : List.copyOf(given);
  }

  private static void oneOf(String field, String value, Set<String> allowed) {
    if (value == null || !allowed.contains(value)) {
      throw new IllegalArgumentException(field + " is not one of the known values");
    }
  }

  @Override
  public Resource resource() {
    return Resource.MENSTRUAL_CYCLE;
  }

  @Override
  public Optional<LocalDate> filterDate() {
    return Optional.of(periodStart);
  }

  @Override
  public Optional<Instant> filterAt() {
    return Optional.of(periodStart.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  @Override
  public String providerKey() {
    return periodStart.toString();
  }

  public static Builder from(LocalDate periodStart) {
    return new Builder(periodStart);
  }

  /** Builder; fields that are not set stay null. */
  public static final class Builder {
    private final LocalDate periodStart;
    private LocalDate periodEnd;
    private LocalDate cycleEnd;
    private Boolean isPredicted;
    private List<Flow> menstrualFlow;
    private List<Mucus> cervicalMucus;
    private List<Bleeding> intermenstrualBleeding;
    private List<Contraceptive> contraceptive;
    private List<Deviation> detectedDeviations;
    private List<TestResult> ovulationTest;
    private List<TestResult> homePregnancyTest;
    private List<TestResult> homeProgesteroneTest;
    private List<SexualActivity> sexualActivity;
    private List<Temperature> basalBodyTemperature;

    private Builder(LocalDate periodStart) {
      this.periodStart = periodStart;
    }

    public Builder periodEnd(LocalDate value) {
      periodEnd = value;
      return this;
    }

    public Builder cycleEnd(LocalDate value) {
      cycleEnd = value;
      return this;
    }

    public Builder isPredicted(Boolean value) {
      isPredicted = value;
      return this;
    }

    public Builder menstrualFlow(List<Flow> value) {
      menstrualFlow = value;
      return this;
    }

    public Builder cervicalMucus(List<Mucus> value) {
      cervicalMucus = value;
      return this;
    }

    public Builder intermenstrualBleeding(List<Bleeding> value) {
      intermenstrualBleeding = value;
      return this;
    }

    public Builder contraceptive(List<Contraceptive> value) {
      contraceptive = value;
      return this;
    }

    public Builder detectedDeviations(List<Deviation> value) {
      detectedDeviations = value;
      return this;
    }

    public Builder ovulationTest(List<TestResult> value) {
      ovulationTest = value;
      return this;
    }

    public Builder homePregnancyTest(List<TestResult> value) {
      homePregnancyTest = value;
      return this;
    }

    public Builder homeProgesteroneTest(List<TestResult> value) {
      homeProgesteroneTest = value;
      return this;
    }

    public Builder sexualActivity(List<SexualActivity> value) {
      sexualActivity = value;
      return this;
    }

    public Builder basalBodyTemperature(List<Temperature> value) {
      basalBodyTemperature = value;
      return this;
    }

    public MenstrualCycleSummary build() {
      return new MenstrualCycleSummary(
          periodStart,
          periodEnd,
          cycleEnd,
          isPredicted,
          menstrualFlow,
          cervicalMucus,
          intermenstrualBleeding,
          contraceptive,
          detectedDeviations,
          ovulationTest,
          homePregnancyTest,
          homeProgesteroneTest,
          sexualActivity,
          basalBodyTemperature);
    }
  }

  /** Menstrual flow of a day: unspecified, none, light, medium, heavy. */
  public record Flow(LocalDate date, String flow) {
    private static final Set<String> FLOWS =
        Set.of("unspecified", "none", "light", "medium", "heavy");

    public Flow {
      ValueChecks.required("menstrual_flow.date", date);
      oneOf("menstrual_flow.flow", flow, FLOWS);
    }
  }

  /** Cervical mucus of a day: dry, sticky, creamy, watery, egg_white. */
  public record Mucus(LocalDate date, String quality) {
    private static final Set<String> QUALITIES =
        Set.of("dry", "sticky", "creamy", "watery", "egg_white");

    public Mucus {
      ValueChecks.required("cervical_mucus.date", date);
      oneOf("cervical_mucus.quality", quality, QUALITIES);
    }
  }

  /** Day of bleeding between periods. */
  public record Bleeding(LocalDate date) {
    public Bleeding {
      ValueChecks.required("intermenstrual_bleeding.date", date);
    }
  }

  /**
   * Contraceptive of a day: unspecified, implant, injection, iud, intravaginal_ring, oral, patch.
   */
  public record Contraceptive(LocalDate date, String type) {
    private static final Set<String> TYPES =
        Set.of("unspecified", "implant", "injection", "iud", "intravaginal_ring", "oral", "patch");

    public Contraceptive {
      ValueChecks.required("contraceptive.date", date);
      oneOf("contraceptive.type", type, TYPES);
    }
  }

  /** Deviation detected by the provider. */
  public record Deviation(LocalDate date, String deviation) {
    private static final Set<String> DEVIATIONS =
        Set.of(
            "persistent_intermenstrual_bleeding",
            "prolonged_menstrual_periods",
            "irregular_menstrual_cycles",
            "infrequent_menstrual_cycles");

    public Deviation {
      ValueChecks.required("detected_deviations.date", date);
      oneOf("detected_deviations.deviation", deviation, DEVIATIONS);
    }
  }

  /** Test result: negative, positive, indeterminate; ovulation tests also name the surge. */
  public record TestResult(LocalDate date, String testResult) {
    private static final Set<String> RESULTS =
        Set.of(
            "negative", "positive", "indeterminate", "luteinizing_hormone_surge", "estrogen_surge");

    public TestResult {
      ValueChecks.required("test.date", date);
      oneOf("test.test_result", testResult, RESULTS);
    }
  }

  /** Sexual activity of a day; {@code protectionUsed} may be null. */
  public record SexualActivity(LocalDate date, Boolean protectionUsed) {
    public SexualActivity {
      ValueChecks.required("sexual_activity.date", date);
    }
  }

  /** Basal body temperature of a day in °C. */
  public record Temperature(LocalDate date, Double value) {
    public Temperature {
      ValueChecks.required("basal_body_temperature.date", date);
      ValueChecks.required("basal_body_temperature.value", value);
      ValueChecks.within("basal_body_temperature.value", value, 20, 50);
    }
  }
}
