package io.tributary.provider;

import io.tributary.provider.cronometer.CronometerCasesTest;
import io.tributary.provider.dexcom.DexcomCasesTest;
import io.tributary.provider.eightsleep.EightSleepCasesTest;
import io.tributary.provider.fitbit.FitbitCasesTest;
import io.tributary.provider.garmin.GarminCasesTest;
import io.tributary.provider.googlefit.GoogleFitCasesTest;
import io.tributary.provider.googlehealth.GoogleHealthCasesTest;
import io.tributary.provider.libre.LibrePatientCasesTest;
import io.tributary.provider.libre.LibrePracticeCasesTest;
import io.tributary.provider.oura.OuraCasesTest;
import io.tributary.provider.polar.PolarCasesTest;
import io.tributary.provider.strava.StravaCasesTest;
import io.tributary.provider.ultrahuman.UltrahumanCasesTest;
import io.tributary.provider.wahoo.WahooCasesTest;
import io.tributary.provider.whoop.WhoopCasesTest;
import io.tributary.provider.withings.WithingsCasesTest;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Test cases that every provider must pass against its simulator; each provider is a row of {@code
 * src/docs/providers.md}.
 *
 * <p>A cell that the vendor does not support is not run, and the row shows the reason. Most cells
 * need only the adapter ({@link AdapterTestCases}). The cells about links, history and stored data
 * use a node ({@link NodeTestCases}).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ProviderTestSuite {
  /** The columns of the table. */
  public enum ProviderCase {
    LINK,
    PARTIAL_GRANT,
    DENY,
    REFRESH_ROTATION,
    REVOKED,
    HISTORY,
    INCREMENTAL,
    PUSH,
    RATE_429,
    SERVER_5XX,
    PAGING,
    DST,
    DEDUPE
  }

  /** The rows of the table, one line each, sorted by slug. */
  public static final Map<String, Class<? extends ProviderTestSuite>> ALL =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("abbott_libreview", LibrePatientCasesTest.class),
              Map.entry("cronometer", CronometerCasesTest.class),
              Map.entry("dexcom_v3", DexcomCasesTest.class),
              Map.entry("eight_sleep", EightSleepCasesTest.class),
              Map.entry("fitbit", FitbitCasesTest.class),
              Map.entry("freestyle_libre", LibrePracticeCasesTest.class),
              Map.entry("garmin", GarminCasesTest.class),
              Map.entry("google_fit", GoogleFitCasesTest.class),
              Map.entry("google_health", GoogleHealthCasesTest.class),
              Map.entry("oura", OuraCasesTest.class),
              Map.entry("polar", PolarCasesTest.class),
              Map.entry("strava", StravaCasesTest.class),
              Map.entry("ultrahuman", UltrahumanCasesTest.class),
              Map.entry("wahoo", WahooCasesTest.class),
              Map.entry("whoop_v2", WhoopCasesTest.class),
              Map.entry("withings", WithingsCasesTest.class)));

  /** Slugs without an adapter, with the reason. */
  public static final Map<String, String> WITHOUT_ADAPTER =
      new TreeMap<>(
          Map.of("omron", "no public documentation: slug accepted, not listed; links rejected"));

  /** Days of history for a linked user. */
  static final int HISTORY_DAYS = 6;

  private ProviderTestSpec spec;
  private SimulatedVendorCloud cloud;
  private ProviderTestNode node;

  /** Returns the specification of the row, without side effects. */
  public abstract ProviderTestSpec spec();

  /** Returns a test for every supported cell. */
  @TestFactory
  Stream<DynamicTest> cells() {
    spec = spec();
    return Arrays.stream(ProviderCase.values())
        .filter(spec::offers)
        .map(c -> DynamicTest.dynamicTest(c.name(), () -> run(c)));
  }

  @AfterAll
  void stop() {
    if (node != null) {
      node.close();
    }
    if (cloud != null) {
      cloud.close();
    }
  }

  private SimulatedVendorCloud cloud() {
    if (cloud == null) {
      cloud = new SimulatedVendorCloud(spec, HISTORY_DAYS);
    }
    cloud.clearFaults();
    return cloud;
  }

  /** Runs a cell and records it for {@code scripts/provider-conformance}. */
  private void run(ProviderCase what) {
    PassedCases.clear(spec.slug, what);
    runCase(what);
    PassedCases.record(spec.slug, what);
  }

  private void runCase(ProviderCase what) {
    switch (what) {
      case LINK -> nodeCases().link();
      case PARTIAL_GRANT -> nodeCases().partialGrant();
      case DENY -> nodeCases().deny();
      case REFRESH_ROTATION -> adapterCases().refreshRotation();
      case REVOKED -> nodeCases().revoked();
      case HISTORY -> history();
      case INCREMENTAL -> nodeCases().incremental();
      case PUSH -> adapterCases().push();
      case RATE_429 -> adapterCases().rate429();
      case SERVER_5XX -> adapterCases().server5xx();
      case PAGING -> adapterCases().paging();
      case DST -> adapterCases().dst();
      case DEDUPE -> nodeCases().dedupe();
    }
  }

  /** Checks the announced history, and compares each day with the ground truth. */
  private void history() {
    nodeCases().history();
    adapterCases().history();
  }

  private AdapterTestCases adapterCases() {
    return new AdapterTestCases(spec, cloud());
  }

  private NodeTestCases nodeCases() {
    if (node == null) {
      node = new ProviderTestNode(cloud());
    }
    return new NodeTestCases(spec, cloud(), node);
  }
}
