package io.tributary.provider.ultrahuman;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.ultrahuman.UltrahumanVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

public class UltrahumanCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("ultrahuman", UltrahumanVendor::new, UltrahumanAdapter::on)
        .unticks("cgm_data", Resource.GLUCOSE)
        .without(Case.PUSH, "the vendor sends no notifications")
        .without(Case.PAGING, "a day is a single response")
        .truth(Seen::steps)
        .truth(Seen::stepSamples)
        .truth(Seen.sleep(Duration.ZERO))
        .truth(Seen::heart)
        .truth(Seen::glucose)
        .truth(UltrahumanCasesTest::offsets);
  }

  /** Those of the zone, before and after its clock changes. */
  private static void offsets(JsonObject truth, Seen seen) {
    for (Resource resource : new Resource[] {Resource.HEARTRATE, Resource.STEPS}) {
      seen.samples(resource)
          .forEach(
              s ->
                  assertEquals(
                      seen.zone().getRules().getOffset(s.at()).getTotalSeconds(),
                      s.offsetSeconds(),
                      () -> resource + " at " + s.at()));
    }
  }
}
