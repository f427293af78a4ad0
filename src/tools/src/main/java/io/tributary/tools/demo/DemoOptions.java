package io.tributary.tools.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Options of the demo.
 *
 * @param users number of people to create and link
 * @param days days of history of each person
 * @param quota calls per five minutes that the simulator allows and the service is configured with
 * @param kills number of times that the service is killed
 * @param killPostgres whether its PostgreSQL is killed with it
 * @param concurrency number of people that are linked at once
 * @param patience time without any progress after which the demo gives up; longer than the window
 *     of the trigger rate and the second retry of a webhook
 * @param data data directory of the service; empty for a temporary one
 * @param target running service; empty starts one
 * @param simulator running simulator; empty starts one
 * @param clientId application that the simulator accepts
 */
record DemoOptions(
    int users,
    int days,
    int quota,
    int kills,
    boolean killPostgres,
    int concurrency,
    Duration patience,
    Optional<Path> data,
    Optional<DemoTarget> target,
    Optional<String> simulator,
    String clientId,
    String clientSecret) {

  static final String USAGE =
      """
      Links users of the Oura simulator, triggers their history again in bulk, verifies every webhook, reads all
      data back and reports what is missing. Webhooks are delivered at least once: repeated ones are counted, but are no
      fault. The exit code is 0 if nothing is missing and every signature is valid.
        --users 20           number of users
        --days 30            days of history per user (1..170)
        --kills 0            number of SIGKILLs of the service, spread over linking, first pulls and bulk
        --kill-postgres      each kill includes the service's PostgreSQL
        --concurrency 16     users linked concurrently
        --quota N            provider calls per 5 minutes, used by simulator and service; default: the vendor's
                             limit of 5000 for up to 33 users, above that 150 per user, so that the trigger
                             rate determines the duration and not the data calls
        --patience 400       seconds without progress after which the demo stops
        --data DIR           data directory of the service (default: a temporary one)
        --simulator URL      use a running simulator
        --client-id, --client-secret   the application registered with the simulator
        --url URL            use a running service; requires --simulator and either
        --bootstrap FILE       its bootstrap.json, or
        --api-key, --management-key, --org, --team [, --environment sandbox]\
      """;

  private static final Set<String> FLAGS = Set.of("--kill-postgres");
  private static final Set<String> VALUES =
      Set.of(
          "--users",
          "--days",
          "--kills",
          "--concurrency",
          "--quota",
          "--patience",
          "--data",
          "--simulator",
          "--client-id",
          "--client-secret",
          "--url",
          "--bootstrap",
          "--api-key",
          "--management-key",
          "--org",
          "--team",
          "--environment");

  private static final int VENDOR_QUOTA = 5000;
  private static final int CALLS_PER_PERSON = 150;

  DemoOptions {
    require(quota >= 1, "--quota must be 1 or more");
    require(users >= 1 && users <= 100_000, "--users 1..100000");
    require(days >= 1 && days <= 170, "--days must be 1..170, the history that the service pulls");
    require(kills >= 0 && kills <= 100, "--kills 0..100");
    require(concurrency >= 1 && concurrency <= 256, "--concurrency 1..256");
    require(kills == 0 || target.isEmpty(), "--kills requires a service that the demo started");
    require(target.isEmpty() || simulator.isPresent(), "--url requires --simulator");
  }

  static DemoOptions defaults() {
    return new DemoOptions(
        20,
        30,
        quotaFor(20),
        0,
        false,
        16,
        Duration.ofSeconds(400),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "tributary-sandbox",
        "tributary-sandbox-secret");
  }

  /**
   * Parses a command line.
   *
   * @throws IllegalArgumentException naming the first invalid option
   */
  static DemoOptions parse(String... args) {
    Map<String, String> given = new LinkedHashMap<>();
    var rest = Arrays.asList(args).iterator();
    while (rest.hasNext()) {
      String name = rest.next();
      if (FLAGS.contains(name)) {
        given.put(name, "");
        continue;
      }
      require(VALUES.contains(name), "unknown option " + name + "; --help lists them");
      require(rest.hasNext(), name + " needs a value");
      given.put(name, rest.next());
    }
    DemoOptions d = defaults();
    int users = number(given, "--users").orElse(d.users);
    return new DemoOptions(
        users,
        number(given, "--days").orElse(d.days),
        number(given, "--quota").orElse(quotaFor(users)),
        number(given, "--kills").orElse(d.kills),
        given.containsKey("--kill-postgres"),
        number(given, "--concurrency").orElse(d.concurrency),
        number(given, "--patience").map(Duration::ofSeconds).orElse(d.patience),
        text(given, "--data").map(Path::of),
        text(given, "--url").map(url -> target(url, given)),
        text(given, "--simulator").map(DemoOptions::withoutSlash),
        text(given, "--client-id").orElse(d.clientId),
        text(given, "--client-secret").orElse(d.clientSecret));
  }

  /**
   * Computes the quota: one pull of a person takes about seventy calls, and each is pulled twice.
   */
  private static int quotaFor(int users) {
    return Math.max(VENDOR_QUOTA, Math.min(users, 100_000) * CALLS_PER_PERSON);
  }

  private static DemoTarget target(String url, Map<String, String> given) {
    if (given.containsKey("--bootstrap")) {
      return DemoTarget.of(withoutSlash(url), Path.of(given.get("--bootstrap")));
    }
    return new DemoTarget(
        withoutSlash(url),
        required(given, "--api-key"),
        required(given, "--management-key"),
        required(given, "--org"),
        required(given, "--team"),
        text(given, "--environment").orElse("sandbox"));
  }

  private static String required(Map<String, String> given, String name) {
    return text(given, name)
        .orElseThrow(
            () -> new IllegalArgumentException("--url requires --bootstrap FILE or " + name));
  }

  private static Optional<String> text(Map<String, String> given, String name) {
    return Optional.ofNullable(given.get(name));
  }

  private static Optional<Integer> number(Map<String, String> given, String name) {
    try {
      return text(given, name).map(Integer::valueOf);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " needs a whole number", e);
    }
  }

  private static String withoutSlash(String url) {
    return url.replaceAll("/+$", "");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
