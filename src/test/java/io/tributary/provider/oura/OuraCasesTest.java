package io.tributary.provider.oura;

import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulator.oura.OuraSimulator;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class OuraCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("oura", OuraSimulator::vendor, OuraAdapter::new)
        .unticks("workout", Resource.WORKOUTS)
        .truth(Seen::steps)
        .truth(Seen.sleep(Duration.ofMinutes(5)))
        .truth(Seen::heartAndMore)
        .truth(Seen::workouts)
        .tellsRevisions()
        .pushes(
            Resource.SLEEP,
            new JsonObject()
                .put("data_type", "sleep")
                .put("event_type", "update")
                .put("object_id", "none"),
            Map.of("wrong_signature", 401, "no_signature", 401, "stale", 401));
  }
}
