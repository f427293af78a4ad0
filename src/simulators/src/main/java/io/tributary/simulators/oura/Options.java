package io.tributary.simulators.oura;

import io.tributary.simulators.kit.OAuthApp;
import io.tributary.simulators.kit.SimOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Settings of one simulator; {@link #parse} reads them from a command line, {@code with…} changes
 * single ones in tests.
 *
 * @param sim what every simulator has
 * @param heartrateSpacing one heartrate point per this time
 * @param heartratePageSize heartrate points in a page
 * @param subscriptionLife how long a webhook subscription lasts without renewal
 */
public record Options(
    SimOptions sim, Duration heartrateSpacing, int heartratePageSize, Duration subscriptionLife) {
  /** Pauses before the second, third, … attempt of a delivery. */
  static final List<Duration> RETRIES =
      SimOptions.seconds("retries", "10,20,40,60,120,240,480,600,900,1200");

  public Options {
    SimOptions.require(
        heartrateSpacing.toSeconds() >= 1 && heartrateSpacing.toSeconds() <= 86_400,
        "--heartrate-minutes 1..1440");
    SimOptions.require(heartratePageSize >= 1, "a page holds at least one item");
  }

  /** The vendor's published limits and the sandbox client. */
  public static Options defaults() {
    return new Options(
        SimOptions.defaults().withRate(5000, Duration.ofSeconds(300)),
        Duration.ofMinutes(5),
        1000,
        Duration.ofDays(90));
  }

  /**
   * Reads {@code --name value} pairs.
   *
   * @throws IllegalArgumentException naming the first option that is unknown or out of range
   */
  public static Options parse(String... args) {
    Options[] own = {defaults()};
    SimOptions sim =
        own[0].sim.parse(
            List.of(args),
            (name, value) -> {
              Options o = own[0];
              switch (name) {
                case "--heartrate-minutes" ->
                    own[0] =
                        o.withHeartrateSpacing(Duration.ofMinutes(SimOptions.number(name, value)));
                case "--heartrate-page-size" ->
                    own[0] =
                        new Options(
                            o.sim,
                            o.heartrateSpacing,
                            SimOptions.number(name, value),
                            o.subscriptionLife);
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

  private Options with(SimOptions newSim) {
    return new Options(newSim, heartrateSpacing, heartratePageSize, subscriptionLife);
  }

  public Options withHost(String host) {
    return with(sim.withHost(host));
  }

  public Options withPort(int port) {
    return with(sim.withPort(port));
  }

  public Options withDays(int days) {
    return with(sim.withDays(days));
  }

  public Options withHeartrateSpacing(Duration spacing) {
    return new Options(sim, spacing, heartratePageSize, subscriptionLife);
  }

  public Options withState(Path file) {
    return with(sim.withState(file));
  }

  public Options withApp(OAuthApp app) {
    return with(sim.withApp(app));
  }

  public Options withRate(int limit, Duration window) {
    return with(sim.withRate(limit, window));
  }

  public Options withTokenLife(Duration life) {
    return with(sim.withTokenLife(life));
  }

  public Options withPages(int documents, int points) {
    return new Options(sim.withPageSize(documents), heartrateSpacing, points, subscriptionLife);
  }

  public Options withWebhookRetries(List<Duration> pauses) {
    return with(sim.withRetries(pauses));
  }

  public Options withExitWithStdin() {
    return with(sim.withExitWithStdin());
  }

  public OAuthApp app() {
    return sim.app();
  }

  public Duration rateWindow() {
    return sim.rateWindow();
  }
}
