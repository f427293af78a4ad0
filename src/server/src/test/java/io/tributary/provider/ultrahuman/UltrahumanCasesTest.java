package io.tributary.provider.ultrahuman;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.Resource;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.ultrahuman.UltrahumanVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

public class UltrahumanCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("ultrahuman", UltrahumanVendor::new, UltrahumanAdapter::on)
        .declinesScope("cgm_data", Resource.GLUCOSE)
        .without(ProviderCase.PUSH, "the vendor sends no notifications")
        .without(ProviderCase.PAGING, "a day is a single response")
        .truth(AdapterOutput::steps)
        .truth(AdapterOutput::stepSamples)
        .truth(AdapterOutput.sleep(Duration.ZERO))
        .truth(AdapterOutput::heart)
        .truth(AdapterOutput::glucose)
        .truth(UltrahumanCasesTest::offsets);
  }

  /** Offsets of the zone, before and after its clock change. */
  private static void offsets(JsonObject truth, AdapterOutput seen) {
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
