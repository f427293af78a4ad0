package io.tributary.provider.eightsleep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepSummary;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.eightsleep.EightVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

public class EightSleepCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("eight_sleep", EightVendor::new, EightSleepAdapter::on)
        .revokedIs("provider_credential_error")
        .revises(Resource.SLEEP)
        .truth(Seen.sleep(Duration.ZERO))
        .truth(EightSleepCasesTest::stages)
        .truth(EightSleepCasesTest::readings)
        .without(Case.PARTIAL_GRANT, "a password grants full access")
        .without(Case.PUSH, "the vendor sends no notifications");
  }

  /** Each sleep has as long in bed as its hypnogram, and the day as much of each stage. */
  private static void stages(JsonObject truth, Seen seen) {
    List<SleepSummary> sleeps = seen.summaries(SleepSummary.class);
    assertEquals(
        truth.getInteger("deep_seconds"), sleeps.stream().mapToInt(SleepSummary::deep).sum());
    assertEquals(
        truth.getInteger("rem_seconds"), sleeps.stream().mapToInt(SleepSummary::rem).sum());
    for (SleepSummary sleep : sleeps) {
      assertEquals(
          Duration.between(sleep.bedtimeStart(), sleep.bedtimeStop()).toSeconds(),
          sleep.duration().longValue());
      assertEquals(sleep.duration(), sleep.total() + sleep.awake());
      assertEquals(SleepSummary.State.CONFIRMED, sleep.state());
    }
  }

  /** Hearts are read in bed only, each at the offset of its moment. */
  private static void readings(JsonObject truth, Seen seen) {
    List<SleepSummary> sleeps = seen.summaries(SleepSummary.class);
    for (SleepSummary sleep : sleeps) {
      List<Sample> heart =
          seen.batch().samples().stream()
              .filter(s -> s.resource() == Resource.HEARTRATE)
              .filter(
                  s ->
                      !s.at().isBefore(sleep.bedtimeStart())
                          && s.at().isBefore(sleep.bedtimeStop()))
              .toList();
      assertTrue(heart.size() >= sleep.duration() / 300 * 0.7, () -> heart.size() + " readings");
      for (Sample s : heart) {
        assertEquals(seen.zone().getRules().getOffset(s.at()).getTotalSeconds(), s.offsetSeconds());
      }
      assertEquals(
          heart.stream().mapToDouble(Sample::value).average().orElseThrow(),
          sleep.hrAverage(),
          0.51);
    }
  }
}
