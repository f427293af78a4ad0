package io.tributary.simulators.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;

/**
 * Settings of one laboratory.
 *
 * @param port for orders, {@code controlPort} for HTTP; 0 = any
 * @param results where results go unless a script says otherwise, {@code host:port}
 * @param auto sends final results by itself after each order: {@code normal}, {@code abnormal} or
 *     {@code critical}; empty = only when told
 * @param delay before them
 * @param state file that keeps what was ordered over a restart
 * @param exitWithStdin end the program when standard input ends
 * @param fhirPort for orders over FHIR; 0 = any
 * @param resultsLogin header Authorization of results over FHIR, unless a script says otherwise
 */
public record LabOptions(
    String host,
    int port,
    int controlPort,
    Optional<String> results,
    Optional<String> auto,
    Duration delay,
    Faults faults,
    Optional<Path> state,
    boolean exitWithStdin,
    int fhirPort,
    Optional<String> resultsLogin) {
  private static final String USAGE =
      """
      Laboratory simulator. Options and their defaults:
        --host 127.0.0.1        address to listen on
        --port 2575             for orders, over MLLP; 0 for any, the ready line tells it
        --control-port 8095     HTTP, to direct it and to ask what it has seen; 0 for any
        --fhir-port 0           for orders, over FHIR with the token "simulator"; 0 for any
        --results HOST:PORT     where results go unless a script says otherwise; http://HOST:PORT
                                for orders that came over FHIR
        --results-login HEADER  by which the laboratory is known there, such as "Bearer abc"
        --auto KIND             normal, abnormal or critical: final results after each order
        --delay-ms 0            before them
        --drop-rate 0           share of messages and answers whose connection breaks
        --duplicate-rate 0      share of results that are sent twice
        --shuffle-rate 0        share of results that wait behind the next one
        --refuse-rate 0         share of orders that are refused
        --busy-rate 0           share of orders that are to be sent again later
        --state FILE            keep what was ordered over a restart
        --exit-with-stdin       end when standard input ends\
      """;

  public static LabOptions defaults() {
    return new LabOptions(
        "127.0.0.1",
        2575,
        8095,
        Optional.empty(),
        Optional.empty(),
        Duration.ZERO,
        Faults.none(),
        Optional.empty(),
        false,
        0,
        Optional.empty());
  }

  static String usage() {
    return USAGE;
  }

  /**
   * Reads {@code --name value} pairs.
   *
   * @throws IllegalArgumentException naming the first option that is unknown or out of range
   */
  public static LabOptions parse(String... args) {
    LabOptions o = defaults();
    Iterator<String> rest = Arrays.asList(args).iterator();
    while (rest.hasNext()) {
      String name = rest.next();
      if (name.equals("--exit-with-stdin")) {
        o = o.endingWithStdin();
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
      case "--host" -> at(value, port, controlPort);
      case "--port" -> at(host, port(name, value), controlPort);
      case "--control-port" -> at(host, port, port(name, value));
      case "--fhir-port" -> overFhir(port(name, value), resultsLogin);
      case "--results-login" -> overFhir(fhirPort, Optional.of(value));
      case "--results" -> answering(Optional.of(value), auto, delay, state);
      case "--auto" -> answering(results, Optional.of(kind(value)), delay, state);
      case "--delay-ms" -> answering(results, auto, Duration.ofMillis(number(name, value)), state);
      case "--state" -> answering(results, auto, delay, Optional.of(Path.of(value)));
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

  private LabOptions endingWithStdin() {
    return new LabOptions(
        host, port, controlPort, results, auto, delay, faults, state, true, fhirPort, resultsLogin);
  }

  private LabOptions overFhir(int ownPort, Optional<String> login) {
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

  /** The same laboratory elsewhere. */
  public LabOptions at(String newHost, int newPort, int newControlPort) {
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

  /** The same laboratory with other habits. */
  public LabOptions answering(
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
