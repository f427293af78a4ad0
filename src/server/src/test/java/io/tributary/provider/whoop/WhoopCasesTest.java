package io.tributary.provider.whoop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.ActivitySummary;
import io.tributary.model.Resource;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.whoop.WhoopVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class WhoopCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("whoop_v2", WhoopVendor::new, WhoopAdapter::on)
        .declinesScope("read:workout", Resource.WORKOUTS)
        .revisedResource(Resource.SLEEP)
        .pageSize(1)
        .webhookEnteredBy("webhook")
        .pushes(
            Resource.SLEEP,
            new JsonObject().put("type", "sleep.updated"),
            Map.of("wrong_signature", 401, "no_signature", 401, "stale", 401))
        .truth(AdapterOutput.sleep(Duration.ofSeconds(1)))
        .truth(AdapterOutput::workouts)
        .truth(WhoopCasesTest::cycle);
  }

  /** One cycle for each night, with the highest heart rate of its day. */
  private static void cycle(JsonObject truth, AdapterOutput seen) {
    var days = seen.summaries(ActivitySummary.class);
    assertEquals(truth.getInteger("nights"), days.size(), () -> "cycles of " + seen.day());
    days.forEach(
        d -> assertEquals(truth.getInteger("highest_heart"), d.heartRate().maxBpm().intValue()));
  }
}
