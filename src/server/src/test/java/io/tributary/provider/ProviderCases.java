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
 * What every provider is held to, against its simulator: a row of {@code src/docs/providers.md}. A
 * cell that the vendor does not offer is no test; the row says why. Most cells need the adapter
 * alone ({@link AdapterCells}); those of links, of history and of what is stored have a node
 * ({@link NodeCells}).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ProviderCases {
  /** The columns of the table. */
  public enum Case {
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

  /** The rows of the table; one line for each, sorted. */
  public static final Map<String, Class<? extends ProviderCases>> ALL =
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

  /** Slugs without an adapter, and why. */
  public static final Map<String, String> NONE =
      new TreeMap<>(
          Map.of("omron", "no public documentation: slug accepted, not listed; links rejected"));

  /** Days that the history of a linked user goes back here. */
  static final int HISTORY_DAYS = 6;

  private CasesSpec spec;
  private CasesCloud cloud;
  private CasesNode node;

  /** What the row needs to know; makes nothing. */
  public abstract CasesSpec spec();

  /** Every cell that is offered. */
  @TestFactory
  Stream<DynamicTest> cells() {
    spec = spec();
    return Arrays.stream(Case.values())
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

  private CasesCloud cloud() {
    if (cloud == null) {
      cloud = new CasesCloud(spec, HISTORY_DAYS);
    }
    cloud.noFaults();
    return cloud;
  }

  /** Runs a cell and notes it for {@code scripts/provider-table}. */
  private void run(Case what) {
    Passed.forget(spec.slug, what);
    hold(what);
    Passed.note(spec.slug, what);
  }

  private void hold(Case what) {
    switch (what) {
      case LINK -> onNode().link();
      case PARTIAL_GRANT -> onNode().partialGrant();
      case DENY -> onNode().deny();
      case REFRESH_ROTATION -> alone().refreshRotation();
      case REVOKED -> onNode().revoked();
      case HISTORY -> history();
      case INCREMENTAL -> onNode().incremental();
      case PUSH -> alone().push();
      case RATE_429 -> alone().rate429();
      case SERVER_5XX -> alone().server5xx();
      case PAGING -> alone().paging();
      case DST -> alone().dst();
      case DEDUPE -> onNode().dedupe();
    }
  }

  /** Told by the node, and held day by day against what truly happened. */
  private void history() {
    onNode().history();
    alone().history();
  }

  private AdapterCells alone() {
    return new AdapterCells(spec, cloud());
  }

  private NodeCells onNode() {
    if (node == null) {
      node = new CasesNode(cloud());
    }
    return new NodeCells(spec, cloud(), node);
  }
}
