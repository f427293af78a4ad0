package io.tributary.provider.oura;

import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulator.oura.OuraSimulator;
import java.time.Duration;

public class OuraCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("oura", OuraSimulator::vendor, OuraAdapter::new)
        .unticks("workout", Resource.WORKOUTS)
        .truth(Seen::steps)
        .truth(Seen.sleep(Duration.ofMinutes(5)))
        .truth(Seen::heartAndMore)
        .truth(Seen::workouts)
        .without(Case.PUSH, "not read yet: polled");
  }
}
