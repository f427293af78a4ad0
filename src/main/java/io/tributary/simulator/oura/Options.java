package io.tributary.simulator.oura;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Settings of one simulator; {@link #parse} reads them from a command line, {@code with…} changes
 * single ones in tests.
 *
 * @param host address to listen on
 * @param port port to listen on, 0 for any
 * @param days days of history a new ring user has before today
 * @param heartrateSpacing one heartrate point per this time
 * @param state file that keeps apps, users, grants, tokens and subscriptions over a restart
 * @param app the client that is known from the start
 * @param rateLimit data requests an app may make in any window
 * @param rateWindow length of that window, in machine time
 * @param tokenLife how long an access token is good
 * @param pageSize documents in a page
 * @param heartratePageSize heartrate points in a page
 * @param webhookRetries pauses before the second, third, … attempt of a delivery
 * @param webhookTimeout how long a receiver may take to answer
 * @param subscriptionLife how long a webhook subscription lasts without renewal
 * @param exitWithStdin end the program when standard input ends
 */
public record Options(
    String host,
    int port,
    int days,
    Duration heartrateSpacing,
    Optional<Path> state,
    App app,
    int rateLimit,
    Duration rateWindow,
    Duration tokenLife,
    int pageSize,
    int heartratePageSize,
    List<Duration> webhookRetries,
    Duration webhookTimeout,
    Duration subscriptionLife,
    boolean exitWithStdin) {

  public Options {
    require(port >= 0 && port <= 65_535, "--port 0..65535");
    require(days >= 0 && days <= 3650, "--days 0..3650");
    require(
        heartrateSpacing.toSeconds() >= 1 && heartrateSpacing.toSeconds() <= 86_400,
        "--heartrate-minutes 1..1440");
    require(rateLimit >= 1, "--rate-limit must be 1 or more");
    require(rateWindow.toMillis() >= 1, "--rate-window must be 1 or more");
    require(tokenLife.toSeconds() >= 1, "--token-seconds must be 1 or more");
    require(pageSize >= 1 && heartratePageSize >= 1, "a page holds at least one item");
    webhookRetries = List.copyOf(webhookRetries);
  }

  /** The vendor's published limits and the sandbox client. */
  public static Options defaults() {
    return new Options(
        "127.0.0.1",
        8090,
        30,
        Duration.ofMinutes(5),
        Optional.empty(),
        new App("tributary-sandbox", "tributary-sandbox-secret", List.of()),
        5000,
        Duration.ofSeconds(300),
        Duration.ofDays(1),
        100,
        1000,
        seconds("10,20,40,60,120,240,480,600,900,1200"),
        Duration.ofSeconds(10),
        Duration.ofDays(90),
        false);
  }

  /**
   * Reads {@code --name value} pairs.
   *
   * @throws IllegalArgumentException naming the first option that is unknown or out of range
   */
  public static Options parse(String... args) {
    Options o = defaults();
    String clientId = o.app.clientId();
    String secret = o.app.clientSecret();
    var redirects = new ArrayList<String>();
    var rest = Arrays.asList(args).iterator();
    while (rest.hasNext()) {
      String name = rest.next();
      if (name.equals("--exit-with-stdin")) {
        o = o.withExitWithStdin();
        continue;
      }
      require(name.startsWith("--"), "unexpected argument " + name);
      require(NAMES.contains(name), "unknown option " + name + "; --help lists them");
      require(rest.hasNext(), name + " needs a value");
      String value = rest.next();
      switch (name) {
        case "--host" -> o = o.withHost(value);
        case "--port" -> o = o.withPort(number(name, value));
        case "--days" -> o = o.withDays(number(name, value));
        case "--heartrate-minutes" ->
            o = o.withHeartrateSpacing(Duration.ofMinutes(number(name, value)));
        case "--state" -> o = o.withState(Path.of(value));
        case "--client-id" -> clientId = value;
        case "--client-secret" -> secret = value;
        case "--redirect-uri" -> redirects.add(value);
        case "--rate-limit" -> o = o.withRate(number(name, value), o.rateWindow);
        case "--rate-window" ->
            o = o.withRate(o.rateLimit, Duration.ofSeconds(number(name, value)));
        case "--token-seconds" -> o = o.withTokenLife(Duration.ofSeconds(number(name, value)));
        case "--page-size" -> o = o.withPages(number(name, value), o.heartratePageSize);
        case "--heartrate-page-size" -> o = o.withPages(o.pageSize, number(name, value));
        case "--webhook-retry-seconds" -> o = o.withWebhookRetries(seconds(value));
        default -> throw new IllegalStateException(name);
      }
    }
    return o.withApp(new App(clientId, secret, redirects));
  }

  private static final String USAGE =
      """
      Oura simulator. Options and their defaults:
        --host 127.0.0.1              address to listen on
        --port 8090                   0 for any; the ready line tells it
        --days 30                     days of history a new ring user has before today
        --heartrate-minutes 5         spacing of heartrate points
        --state FILE                  keep apps, users, grants and tokens over a restart
        --client-id tributary-sandbox
        --client-secret tributary-sandbox-secret
        --redirect-uri URI            repeatable; default: loopback http ending in /v2/link/connect/oura
        --rate-limit 5000             data requests per app and window
        --rate-window 300             seconds
        --token-seconds 86400         life of an access token
        --page-size 100               documents per page
        --heartrate-page-size 1000    points per page
        --webhook-retry-seconds 10,20,40,60,120,240,480,600,900,1200
        --exit-with-stdin             end when standard input ends\
      """;

  private static final Set<String> NAMES =
      Pattern.compile("--[a-z-]+")
          .matcher(USAGE)
          .results()
          .map(MatchResult::group)
          .collect(Collectors.toUnmodifiableSet());

  /** The options, one a line. */
  static String usage() {
    return USAGE;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  private static int number(String name, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " needs a whole number, not " + value, e);
    }
  }

  private static List<Duration> seconds(String list) {
    return Arrays.stream(list.split(","))
        .filter(s -> !s.isBlank())
        .map(s -> Duration.ofSeconds(number("--webhook-retry-seconds", s.strip())))
        .toList();
  }

  public Options withHost(String newHost) {
    return new Options(
        newHost,
        port,
        days,
        heartrateSpacing,
        state,
        app,
        rateLimit,
        rateWindow,
        tokenLife,
        pageSize,
        heartratePageSize,
        webhookRetries,
        webhookTimeout,
        subscriptionLife,
        exitWithStdin);
  }

  public Options withPort(int newPort) {
    return new Options(
        host,
        newPort,
        days,
        heartrateSpacing,
        state,
        app,
        rateLimit,
        rateWindow,
        tokenLife,
        pageSize,
        heartratePageSize,
        webhookRetries,
        webhookTimeout,
        subscriptionLife,
        exitWithStdin);
  }

  public Options withDays(int newDays) {
    return new Options(
        host,
        port,
        newDays,
        heartrateSpacing,
        state,
        app,
        rateLimit,
        rateWindow,
        tokenLife,
        pageSize,
        heartratePageSize,
        webhookRetries,
        webhookTimeout,
        subscriptionLife,
        exitWithStdin);
  }

  public Options withHeartrateSpacing(Duration spacing) {
    return new Options(
        host,
        port,
        days,
        spacing,
        state,
        app,
        rateLimit,
        rateWindow,
        tokenLife,
        pageSize,
        heartratePageSize,
        webhookRetries,
        webhookTimeout,
        subscriptionLife,
        exitWithStdin);
  }

  public Options withState(Path file) {
    return new Options(
        host,
        port,
        days,
        heartrateSpacing,
        Optional.of(file),
        app,
        rateLimit,
        rateWindow,
        tokenLife,
        pageSize,
        heartratePageSize,
        webhookRetries,
        webhookTimeout,
        subscriptionLife,
        exitWithStdin);
  }

  public Options withApp(App newApp) {
    return new Options(
        host,
        port,
        days,
        heartrateSpacing,
        state,
        newApp,
        rateLimit,
        rateWindow,
        tokenLife,
        pageSize,
        heartratePageSize,
        webhookRetries,
        webhookTimeout,
        subscriptionLife,
        exitWithStdin);
  }

  public Options withRate(int limit, Duration window) {
    return new Options(
        host,
        port,
        days,
        heartrateSpacing,
        state,
        app,
        limit,
        window,
        tokenLife,
        pageSize,
        heartratePageSize,
        webhookRetries,
        webhookTimeout,
        subscriptionLife,
        exitWithStdin);
  }

  public Options withTokenLife(Duration life) {
    return new Options(
        host,
        port,
        days,
        heartrateSpacing,
        state,
        app,
        rateLimit,
        rateWindow,
        life,
        pageSize,
        heartratePageSize,
        webhookRetries,
        webhookTimeout,
        subscriptionLife,
        exitWithStdin);
  }

  public Options withPages(int documents, int points) {
    return new Options(
        host,
        port,
        days,
        heartrateSpacing,
        state,
        app,
        rateLimit,
        rateWindow,
        tokenLife,
        documents,
        points,
        webhookRetries,
        webhookTimeout,
        subscriptionLife,
        exitWithStdin);
  }

  public Options withWebhookRetries(List<Duration> pauses) {
    return new Options(
        host,
        port,
        days,
        heartrateSpacing,
        state,
        app,
        rateLimit,
        rateWindow,
        tokenLife,
        pageSize,
        heartratePageSize,
        pauses,
        webhookTimeout,
        subscriptionLife,
        exitWithStdin);
  }

  public Options withExitWithStdin() {
    return new Options(
        host,
        port,
        days,
        heartrateSpacing,
        state,
        app,
        rateLimit,
        rateWindow,
        tokenLife,
        pageSize,
        heartratePageSize,
        webhookRetries,
        webhookTimeout,
        subscriptionLife,
        true);
  }
}
