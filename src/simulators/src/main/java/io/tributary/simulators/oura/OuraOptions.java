package io.tributary.simulators.oura;

import io.tributary.simulators.kit.OAuthApp;
import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.kit.SimOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Settings of the Oura simulator. {@link #parse} reads them from a command line, and the {@code
 * with} methods change single ones in tests.
 *
 * @param sim settings that every simulator has
 * @param heartrateSpacing interval that contains one heart rate point
 * @param heartratePageSize heart rate points per page
 * @param subscriptionLifetime lifetime of a webhook subscription without renewal
 */
public record OuraOptions(
    SimOptions sim,
    Duration heartrateSpacing,
    int heartratePageSize,
    Duration subscriptionLifetime) {
  /** Pauses before the second, third, … delivery attempt. */
  static final List<Duration> RETRIES =
      SimOptions.parseSeconds("retries", "10,20,40,60,120,240,480,600,900,1200");

  public OuraOptions {
    SimOptions.require(
        heartrateSpacing.toSeconds() >= 1 && heartrateSpacing.toSeconds() <= 86_400,
        "--heartrate-minutes must be 1..1440");
    SimOptions.require(heartratePageSize >= 1, "the page size must be 1 or more");
  }

  /** Returns the defaults: the vendor's published limits and the sandbox client. */
  public static OuraOptions defaults() {
    return new OuraOptions(
        SimOptions.defaults().withRate(5000, Duration.ofSeconds(300)),
        Duration.ofMinutes(5),
        1000,
        Duration.ofDays(90));
  }

  /**
   * Parses {@code --name value} pairs.
   *
   * @throws IllegalArgumentException naming the first option that is unknown or out of range
   */
  public static OuraOptions parse(String... args) {
    OuraOptions[] own = {defaults()};
    SimOptions sim =
        own[0].sim.parse(
            List.of(args),
            (name, value) -> {
              OuraOptions o = own[0];
              switch (name) {
                case "--heartrate-minutes" ->
                    own[0] =
                        o.withHeartrateSpacing(
                            Duration.ofMinutes(SimOptions.parseNumber(name, value)));
                case "--heartrate-page-size" ->
                    own[0] =
                        new OuraOptions(
                            o.sim,
                            o.heartrateSpacing,
                            SimOptions.parseNumber(name, value),
                            o.subscriptionLifetime);
                default -> {
                  return false;
                }
              }
              return true;
            });
    return own[0].with(sim);
  }

  static String usage() {
    return """
    Oura simulator. Options and their defaults:
      --heartrate-minutes 5         spacing of heartrate points
      --heartrate-page-size 1000    points per page
    """
        + SimOptions.USAGE;
  }

  private OuraOptions with(SimOptions newSim) {
    return new OuraOptions(newSim, heartrateSpacing, heartratePageSize, subscriptionLifetime);
  }

  public OuraOptions withHost(String host) {
    return with(sim.withHost(host));
  }

  public OuraOptions withPort(int port) {
    return with(sim.withPort(port));
  }

  public OuraOptions withDays(int days) {
    return with(sim.withDays(days));
  }

  /** Sets the traits of every new person. */
  public OuraOptions withTraits(Set<PersonTrait> ofEverybody) {
    return with(sim.withTraits(ofEverybody));
  }

  public OuraOptions withHeartrateSpacing(Duration spacing) {
    return new OuraOptions(sim, spacing, heartratePageSize, subscriptionLifetime);
  }

  public OuraOptions withState(Path file) {
    return with(sim.withState(file));
  }

  public OuraOptions withApp(OAuthApp app) {
    return with(sim.withApp(app));
  }

  public OuraOptions withRate(int limit, Duration window) {
    return with(sim.withRate(limit, window));
  }

  public OuraOptions withTokenLifetime(Duration life) {
    return with(sim.withTokenLifetime(life));
  }

  public OuraOptions withPages(int documents, int points) {
    return new OuraOptions(
        sim.withPageSize(documents), heartrateSpacing, points, subscriptionLifetime);
  }

  public OuraOptions withWebhookRetries(List<Duration> pauses) {
    return with(sim.withRetries(pauses));
  }

  public OuraOptions withExitWithStdin() {
    return with(sim.withExitWithStdin());
  }

  public OAuthApp app() {
    return sim.app();
  }

  public Duration rateWindow() {
    return sim.rateWindow();
  }
}
