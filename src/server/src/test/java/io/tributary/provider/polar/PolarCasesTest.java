package io.tributary.provider.polar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.Resource;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepSummary;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.polar.PolarVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

public class PolarCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("polar", PolarVendor::longRegistered, PolarAdapter::on)
        .revokedIs("deregistered_per_provider")
        .forgets()
        .pushes(
            Resource.SLEEP,
            new JsonObject().put("event", "SLEEP"),
            Map.of("wrong_signature", 401, "no_signature", 401))
        .tellsRevisions()
        .truth(Seen::steps)
        .truth(Seen::workouts)
        .truth(PolarCasesTest::nights)
        .truth(PolarCasesTest::heart)
        .without(Case.PARTIAL_GRANT, "there is only one scope")
        .without(Case.REFRESH_ROTATION, "access tokens do not expire; there are no refresh tokens")
        .without(Case.PAGING, "a list is a single response");
  }

  /** One a night, without the naps, of which the vendor does not tell. */
  private static void nights(JsonObject truth, Seen seen) {
    var nights = seen.summaries(SleepSummary.class);
    assertEquals(truth.getInteger("nights"), nights.size(), () -> "nights of " + seen.day());
    int asleep = nights.stream().mapToInt(SleepSummary::total).sum();
    assertTrue(asleep <= truth.getInteger("asleep_seconds"), () -> "asleep on " + seen.day());
    if (truth.getInteger("naps") == 0) {
      assertEquals(truth.getInteger("asleep_seconds"), asleep, () -> "asleep on " + seen.day());
    }
    // Clocks of stages are told to the minute.
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
   * Readings of exercises are others; a few of the day may be of the same second as one of them.
   */
  private static void heart(JsonObject truth, Seen seen) {
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
