package io.tributary.simulators;

import io.tributary.simulators.cronometer.CronometerVendor;
import io.tributary.simulators.dexcom.DexcomVendor;
import io.tributary.simulators.eightsleep.EightSleepVendor;
import io.tributary.simulators.fitbit.FitbitVendor;
import io.tributary.simulators.garmin.GarminVendor;
import io.tributary.simulators.googlefit.GoogleFitVendor;
import io.tributary.simulators.googlehealth.GoogleHealthVendor;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.lab.LabSimulator;
import io.tributary.simulators.libre.LibreVendor;
import io.tributary.simulators.oura.OuraSimulator;
import io.tributary.simulators.polar.PolarVendor;
import io.tributary.simulators.strava.StravaVendor;
import io.tributary.simulators.ultrahuman.UltrahumanVendor;
import io.tributary.simulators.wahoo.WahooVendor;
import io.tributary.simulators.whoop.WhoopVendor;
import io.tributary.simulators.withings.WithingsVendor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Command line of all simulators: {@code <slug>}, {@code all} or {@code lab} as the first argument,
 * then options. The default is Oura.
 */
public final class Simulators {
  private static final Map<String, Supplier<SimVendor>> VENDORS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("abbott_libreview", LibreVendor::forPatients),
              Map.entry("cronometer", CronometerVendor::new),
              Map.entry("dexcom_v3", DexcomVendor::new),
              Map.entry("eight_sleep", EightSleepVendor::new),
              Map.entry("fitbit", FitbitVendor::new),
              Map.entry("freestyle_libre", LibreVendor::forPractice),
              Map.entry("garmin", GarminVendor::new),
              Map.entry("google_fit", GoogleFitVendor::new),
              Map.entry("google_health", GoogleHealthVendor::new),
              Map.entry("oura", OuraSimulator::vendor),
              Map.entry("polar", PolarVendor::new),
              Map.entry("strava", StravaVendor::new),
              Map.entry("ultrahuman", UltrahumanVendor::new),
              Map.entry("wahoo", WahooVendor::new),
              Map.entry("whoop_v2", WhoopVendor::new),
              Map.entry("withings", WithingsVendor::new)));

  private Simulators() {}

  public static void main(String[] args) throws InterruptedException {
    boolean named = args.length > 0 && !args[0].startsWith("--");
    String first = named ? args[0] : "oura";
    String[] rest = named ? Arrays.copyOfRange(args, 1, args.length) : args;
    switch (first) {
      case "lab" -> LabSimulator.main(rest);
      case "oura" -> OuraSimulator.main(rest);
      case "all" -> all().run(rest);
      default -> {
        if (!VENDORS.containsKey(first)) {
          System.err.println("unknown simulator " + first + "; available: " + simulatorNames());
          System.exit(2);
        }
        single(first).run(rest);
      }
    }
  }

  /** Returns the values that the first argument may have. */
  static String simulatorNames() {
    return String.join(", ", VENDORS.keySet()) + ", all, lab";
  }

  private static Program<SimOptions, Sim> single(String slug) {
    return new Program<>(
        slug + " simulator. Options and their defaults:\n" + SimOptions.USAGE,
        Simulators::options,
        SimOptions::exitWithStdin,
        (vertx, options) -> Sim.start(vertx, VENDORS.get(slug).get(), options),
        Sim::baseUrl,
        Sim::close);
  }

  /** Runs every vendor, on consecutive ports from {@code --port} on. */
  private static Program<SimOptions, List<Sim>> all() {
    return new Program<>(
        "All provider simulators, on consecutive ports from --port. Options and their defaults:\n"
            + SimOptions.USAGE,
        Simulators::options,
        SimOptions::exitWithStdin,
        (vertx, options) -> startAll(vertx, options, VENDORS.values().stream().toList()),
        Simulators::readyText,
        sims -> Future.all(sims.stream().map(Sim::close).toList()).mapEmpty());
  }

  static SimOptions options(String... args) {
    return SimOptions.defaults().parse(List.of(args), (name, value) -> false);
  }

  static Future<List<Sim>> startAll(
      Vertx vertx, SimOptions options, List<Supplier<SimVendor>> vendors) {
    SimOptions.require(options.state().isEmpty(), "--state requires a single simulator");
    var starting = new ArrayList<Future<Sim>>();
    for (Supplier<SimVendor> vendor : vendors) {
      int port = options.port() == 0 ? 0 : options.port() + starting.size();
      starting.add(Sim.start(vertx, vendor.get(), options.withPort(port)));
    }
    return Future.all(starting).map(done -> done.<Sim>list());
  }

  /** Returns the base URL of each simulator, followed by the settings that point a node at them. */
  static String readyText(List<Sim> sims) {
    return sims.stream().map(Sim::baseUrl).collect(Collectors.joining(" "))
        + sims.stream()
            .flatMap(s -> s.settings().entrySet().stream())
            .map(e -> "\n" + e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining());
  }
}
