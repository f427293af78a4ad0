package io.tributary.provider.eightsleep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepSummary;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.eightsleep.EightSleepVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

public class EightSleepCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("eight_sleep", EightSleepVendor::new, EightSleepAdapter::on)
        .revocationError("provider_credential_error")
        .revisedResource(Resource.SLEEP)
        .truth(AdapterOutput.sleep(Duration.ZERO))
        .truth(EightSleepCasesTest::stages)
        .truth(EightSleepCasesTest::readings)
        .without(ProviderCase.PARTIAL_GRANT, "a password grants full access")
        .without(ProviderCase.PUSH, "the vendor sends no notifications");
  }

  /**
   * Checks that the time in bed of each sleep equals the length of its hypnogram, and the stage
   * totals of the day.
   */
  private static void stages(JsonObject truth, AdapterOutput seen) {
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

  /** Checks that heart rates exist only in bed, each with the offset of its time. */
  private static void readings(JsonObject truth, AdapterOutput seen) {
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
