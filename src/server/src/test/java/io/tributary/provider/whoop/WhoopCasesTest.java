package io.tributary.provider.whoop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.ActivitySummary;
import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.whoop.WhoopVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class WhoopCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("whoop_v2", WhoopVendor::new, WhoopAdapter::on)
        .unticks("read:workout", Resource.WORKOUTS)
        .revises(Resource.SLEEP)
        .pagesOf(1)
        .enteredBy("webhook")
        .pushes(
            Resource.SLEEP,
            new JsonObject().put("type", "sleep.updated"),
            Map.of("wrong_signature", 401, "no_signature", 401, "stale", 401))
        .truth(Seen.sleep(Duration.ofSeconds(1)))
        .truth(Seen::workouts)
        .truth(WhoopCasesTest::cycle);
  }

  /** One cycle a night, with the highest heart rate of its day. */
  private static void cycle(JsonObject truth, Seen seen) {
    var days = seen.summaries(ActivitySummary.class);
    assertEquals(truth.getInteger("nights"), days.size(), () -> "cycles of " + seen.day());
    days.forEach(
        d -> assertEquals(truth.getInteger("highest_heart"), d.heartRate().maxBpm().intValue()));
  }
}
