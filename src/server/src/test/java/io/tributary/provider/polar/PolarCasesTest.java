package io.tributary.provider.polar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.Resource;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepSummary;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.polar.PolarVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

public class PolarCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("polar", PolarVendor::withLongRegistration, PolarAdapter::on)
        .revocationError("deregistered_per_provider")
        .keepsLastWeeksOnly()
        .pushes(
            Resource.SLEEP,
            new JsonObject().put("event", "SLEEP"),
            Map.of("wrong_signature", 401, "no_signature", 401))
        .notifiesRevisions()
        .truth(AdapterOutput::steps)
        .truth(AdapterOutput::workouts)
        .truth(PolarCasesTest::nights)
        .truth(PolarCasesTest::heart)
        .without(ProviderCase.PARTIAL_GRANT, "there is only one scope")
        .without(
            ProviderCase.REFRESH_ROTATION,
            "access tokens do not expire; the provider issues no refresh tokens")
        .without(ProviderCase.PAGING, "a list is a single response");
  }

  /** One for each night, without naps, which the vendor does not report. */
  private static void nights(JsonObject truth, AdapterOutput seen) {
    var nights = seen.summaries(SleepSummary.class);
    assertEquals(truth.getInteger("nights"), nights.size(), () -> "nights of " + seen.day());
    int asleep = nights.stream().mapToInt(SleepSummary::total).sum();
    assertTrue(asleep <= truth.getInteger("asleep_seconds"), () -> "asleep on " + seen.day());
    if (truth.getInteger("naps") == 0) {
      assertEquals(truth.getInteger("asleep_seconds"), asleep, () -> "asleep on " + seen.day());
    }
    // Stage times have a resolution of one minute.
    seen.summaries(SleepCycleSummary.class)
        .forEach(
            c -> {
              int last = c.stageEndOffsetSecond().getLast();
              assertEquals(
                  Duration.between(c.sessionStart(), c.sessionEnd()).toSeconds(), last, 0.0);
            });
    assertEquals(
        nights.size(),
        seen.summaries(SleepCycleSummary.class).size(),
        () -> "hypnograms of " + seen.day());
  }

  /**
   * Exercise readings are separate; a few readings of the day may fall on the same second as one of
   * them.
   */
  private static void heart(JsonObject truth, AdapterOutput seen) {
    Set<Long> exercise =
        seen.batch().streams().stream()
            .flatMap(s -> Arrays.stream(s.stream().times()).boxed())
            .collect(Collectors.toSet());
    long of =
        seen.samples(Resource.HEARTRATE).stream()
            .filter(s -> !exercise.contains(s.at().getEpochSecond()))
            .count();
    int measured = truth.getInteger("heart_points");
    assertTrue(
        of <= measured && of >= measured - 5,
        () -> of + " of " + measured + " heart rates of " + seen.day());
    seen.samples(Resource.HEARTRATE)
        .forEach(
            s ->
                assertEquals(
                    seen.zone().getRules().getOffset(s.at()).getTotalSeconds(),
                    s.offsetSeconds(),
                    () -> "at " + s.at()));
  }
}
