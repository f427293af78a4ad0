package io.tributary.simulators.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;

/**
 * Settings of one laboratory.
 *
 * @param port port for orders over MLLP; 0 selects a free one
 * @param controlPort HTTP port of the control endpoints; 0 selects a free one
 * @param results default destination of results, {@code host:port}; a script may override it
 * @param auto interpretation of the final results that are sent automatically after each order:
 *     {@code normal}, {@code abnormal} or {@code critical}; empty sends results only on request
 * @param delay delay before automatic results
 * @param state file that preserves the orders over a restart
 * @param exitWithStdin whether the program ends at the end of standard input
 * @param fhirPort port for orders over FHIR; 0 selects a free one
 * @param resultsLogin Authorization header of results over FHIR; a script may override it
 */
public record LabOptions(
    String host,
    int port,
    int controlPort,
    Optional<String> results,
    Optional<String> auto,
    Duration delay,
    LabFaultRates faults,
    Optional<Path> state,
    boolean exitWithStdin,
    int fhirPort,
    Optional<String> resultsLogin) {
  private static final String USAGE =
      """
      Laboratory simulator. Options and their defaults:
        --host 127.0.0.1        address to listen on
        --port 2575             port for orders over MLLP; 0 for any free port, shown in the ready line
        --control-port 8095     port of the HTTP control API; 0 for any free port
        --fhir-port 0           port for orders over FHIR with the token "simulator"; 0 for any free port
        --results HOST:PORT     destination of results unless a script overrides it; http://HOST:PORT
                                for orders received over FHIR
        --results-login HEADER  Authorization header for results over FHIR, such as "Bearer abc"
        --auto KIND             sends final results after each order: normal, abnormal or critical
        --delay-ms 0            delay before these results
        --drop-rate 0           share of messages and acknowledgments whose connection breaks
        --duplicate-rate 0      share of results that are sent twice
        --shuffle-rate 0        share of results that are sent after the next one
        --refuse-rate 0         share of orders that are rejected
        --busy-rate 0           share of orders answered with a request to retry later
        --state FILE            file that keeps the orders across restarts
        --exit-with-stdin       exit when standard input is closed\
      """;

  public static LabOptions defaults() {
    return new LabOptions(
        "127.0.0.1",
        2575,
        8095,
        Optional.empty(),
        Optional.empty(),
        Duration.ZERO,
        LabFaultRates.none(),
        Optional.empty(),
        false,
        0,
        Optional.empty());
  }

  static String usage() {
    return USAGE;
  }

  /**
   * Parses {@code --name value} pairs.
   *
   * @throws IllegalArgumentException naming the first option that is unknown or out of range
   */
  public static LabOptions parse(String... args) {
    LabOptions o = defaults();
    Iterator<String> rest = Arrays.asList(args).iterator();
    while (rest.hasNext()) {
      String name = rest.next();
      if (name.equals("--exit-with-stdin")) {
        o = o.withExitWithStdin();
        continue;
      }
      if (!USAGE.contains(name + " ") || !name.startsWith("--")) {
        throw new IllegalArgumentException("unknown option " + name + "; --help lists them");
      }
      if (!rest.hasNext()) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      o = o.with(name, rest.next());
    }
    return o;
  }

  private LabOptions with(String name, String value) {
    return switch (name) {
      case "--host" -> withAddress(value, port, controlPort);
      case "--port" -> withAddress(host, port(name, value), controlPort);
      case "--control-port" -> withAddress(host, port, port(name, value));
      case "--fhir-port" -> withFhir(port(name, value), resultsLogin);
      case "--results-login" -> withFhir(fhirPort, Optional.of(value));
      case "--results" -> withResults(Optional.of(value), auto, delay, state);
      case "--auto" -> withResults(results, Optional.of(kind(value)), delay, state);
      case "--delay-ms" ->
          withResults(results, auto, Duration.ofMillis(number(name, value)), state);
      case "--state" -> withResults(results, auto, delay, Optional.of(Path.of(value)));
      default ->
          new LabOptions(
              host,
              port,
              controlPort,
              results,
              auto,
              delay,
              faults.with(name.substring(2, name.length() - 5), rate(name, value)),
              state,
              exitWithStdin,
              fhirPort,
              resultsLogin);
    };
  }

  private LabOptions withExitWithStdin() {
    return new LabOptions(
        host, port, controlPort, results, auto, delay, faults, state, true, fhirPort, resultsLogin);
  }

  private LabOptions withFhir(int ownPort, Optional<String> login) {
    return new LabOptions(
        host,
        port,
        controlPort,
        results,
        auto,
        delay,
        faults,
        state,
        exitWithStdin,
        ownPort,
        login);
  }

  /** Returns these options with another address. */
  public LabOptions withAddress(String newHost, int newPort, int newControlPort) {
    return new LabOptions(
        newHost,
        newPort,
        newControlPort,
        results,
        auto,
        delay,
        faults,
        state,
        exitWithStdin,
        fhirPort,
        resultsLogin);
  }

  /** Returns these options with another handling of results. */
  public LabOptions withResults(
      Optional<String> to, Optional<String> kind, Duration after, Optional<Path> file) {
    return new LabOptions(
        host,
        port,
        controlPort,
        to,
        kind,
        after,
        faults,
        file,
        exitWithStdin,
        fhirPort,
        resultsLogin);
  }

  private static String kind(String value) {
    if (!value.matches("normal|abnormal|critical")) {
      throw new IllegalArgumentException("--auto must be normal, abnormal or critical");
    }
    return value;
  }

  private static int port(String name, String value) {
    int port = number(name, value);
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException(name + " 0..65535");
    }
    return port;
  }

  private static int number(String name, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " needs a whole number", e);
    }
  }

  private static double rate(String name, String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " needs a number", e);
    }
  }
}
