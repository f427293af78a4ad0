package io.tributary.simulators.kit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Settings that every simulator has. {@link #parse} reads them from a command line, and the {@code
 * with} methods change single ones in tests. Immutable.
 */
public final class SimOptions {
  private static final Duration DEFAULT_APP = Duration.ofSeconds(-1);

  private String host = "127.0.0.1";
  private int port = 8090;
  private int days = 30;
  private Optional<Path> state = Optional.empty();
  private OAuthApp app = new OAuthApp("tributary-sandbox", "tributary-sandbox-secret", List.of());
  private OptionalInt rateLimit = OptionalInt.empty();
  private Duration rateWindow = DEFAULT_APP;
  private Duration tokenLifetime = DEFAULT_APP;
  private OptionalInt pageSize = OptionalInt.empty();
  private Optional<List<Duration>> retries = Optional.empty();
  private Duration pushTimeout = Duration.ofSeconds(10);
  private boolean exitWithStdin;
  private Optional<String> script = Optional.empty();
  private Set<PersonTrait> traits = Set.of();

  private SimOptions() {}

  /** Returns the defaults: the vendor's published limits and the sandbox client. */
  public static SimOptions defaults() {
    return new SimOptions();
  }

  private SimOptions with(Consumer<SimOptions> change) {
    var copy = new SimOptions();
    copy.host = host;
    copy.port = port;
    copy.days = days;
    copy.state = state;
    copy.app = app;
    copy.rateLimit = rateLimit;
    copy.rateWindow = rateWindow;
    copy.tokenLifetime = tokenLifetime;
    copy.pageSize = pageSize;
    copy.retries = retries;
    copy.pushTimeout = pushTimeout;
    copy.exitWithStdin = exitWithStdin;
    copy.script = script;
    copy.traits = traits;
    change.accept(copy);
    return copy;
  }

  public SimOptions withHost(String address) {
    return with(o -> o.host = address);
  }

  /** Sets the traits of every new person. */
  public SimOptions withTraits(Set<PersonTrait> ofEverybody) {
    return with(o -> o.traits = Set.copyOf(ofEverybody));
  }

  public Set<PersonTrait> traits() {
    return traits;
  }

  /** Sets the port; 0 selects a free one. */
  public SimOptions withPort(int newPort) {
    require(newPort >= 0 && newPort <= 65_535, "--port 0..65535");
    return with(o -> o.port = newPort);
  }

  /** Sets the days of history that a new person has before today. */
  public SimOptions withDays(int newDays) {
    require(newDays >= 0 && newDays <= 3650, "--days 0..3650");
    return with(o -> o.days = newDays);
  }

  /**
   * Sets the file that preserves applications, people, grants, tokens and subscriptions over a
   * restart.
   */
  public SimOptions withState(Path file) {
    return with(o -> o.state = Optional.of(file));
  }

  /** Sets the client that is registered from the start. */
  public SimOptions withApp(OAuthApp newApp) {
    return with(o -> o.app = newApp);
  }

  /**
   * Replaces the vendor's quotas with a limit of calls per application in any window of machine
   * time.
   */
  public SimOptions withRate(int limit, Duration window) {
    require(limit >= 1, "--rate-limit must be 1 or more");
    require(window.toMillis() >= 1, "--rate-window must be 1 or more");
    return with(
        o -> {
          o.rateLimit = OptionalInt.of(limit);
          o.rateWindow = window;
        });
  }

  private SimOptions withRateWindow(int seconds) {
    require(seconds >= 1, "--rate-window must be 1 or more");
    return with(o -> o.rateWindow = Duration.ofSeconds(seconds));
  }

  /** Replaces the vendor's lifetime of access tokens. */
  public SimOptions withTokenLifetime(Duration life) {
    require(life.toSeconds() >= 1, "--token-seconds must be 1 or more");
    return with(o -> o.tokenLifetime = life);
  }

  /** Replaces the vendor's page size. */
  public SimOptions withPageSize(int items) {
    require(items >= 1, "the page size must be 1 or more");
    return with(o -> o.pageSize = OptionalInt.of(items));
  }

  /** Replaces the vendor's pauses before the second, third, … delivery attempt. */
  public SimOptions withRetries(List<Duration> pauses) {
    return with(o -> o.retries = Optional.of(List.copyOf(pauses)));
  }

  /**
   * Limits the response time of a receiver of notifications, if that is shorter than the vendor's
   * limit.
   */
  public SimOptions withPushTimeout(Duration limit) {
    return with(o -> o.pushTimeout = limit);
  }

  /** Ends the program at the end of standard input. */
  public SimOptions withExitWithStdin() {
    return with(o -> o.exitWithStdin = true);
  }

  /** Sets a fault script that runs from the start. */
  public SimOptions withScript(String name) {
    FaultScript.named(name);
    return with(o -> o.script = Optional.of(name));
  }

  public static final String USAGE =
      """
        --host 127.0.0.1              address to listen on
        --port 8090                   0 for any free port; the ready line shows it
        --days 30                     days of history before today for a new user
        --state FILE                  file that keeps apps, users, grants and tokens across restarts
        --client-id tributary-sandbox
        --client-secret tributary-sandbox-secret
        --redirect-uri URI            repeatable; default: loopback http ending in /v2/link/connect/<slug>
        --rate-limit N                calls per app and window; default: the vendor's published limit
        --rate-window 60              window of --rate-limit in seconds
        --token-seconds N             lifetime of an access token; default: the vendor's
        --page-size N                 items per page; default: the vendor's
        --webhook-retry-seconds LIST  delays between delivery attempts; default: the vendor's
        --script NAME                 fault script that is active from the start
        --exit-with-stdin             exit when standard input is closed\
      """;

  /**
   * Parses {@code --name value} pairs.
   *
   * @param more reads an option of the vendor and returns whether it exists
   * @throws IllegalArgumentException naming the first option that is unknown or out of range
   */
  public SimOptions parse(List<String> args, BiFunction<String, String, Boolean> more) {
    SimOptions o = this;
    String clientId = app.clientId();
    String secret = app.clientSecret();
    var redirects = new ArrayList<String>(app.redirectUris());
    Iterator<String> rest = args.iterator();
    while (rest.hasNext()) {
      String name = rest.next();
      if (name.equals("--exit-with-stdin")) {
        o = o.withExitWithStdin();
        continue;
      }
      require(name.startsWith("--"), "unexpected argument " + name);
      String value = rest.hasNext() ? rest.next() : "";
      Optional<SimOptions> read = value.isEmpty() ? Optional.empty() : o.read(name, value);
      if (read.isPresent()) {
        o = read.get();
      } else if (!value.isEmpty() && name.equals("--client-id")) {
        clientId = value;
      } else if (!value.isEmpty() && name.equals("--client-secret")) {
        secret = value;
      } else if (!value.isEmpty() && name.equals("--redirect-uri")) {
        redirects.add(value);
      } else {
        require(!value.isEmpty() || !NAMES.contains(name), name + " needs a value");
        require(more.apply(name, value), "unknown option " + name + "; --help lists them");
      }
    }
    return o.withApp(new OAuthApp(clientId, secret, redirects));
  }

  private static final List<String> NAMES =
      Arrays.stream(USAGE.split("\\s+")).filter(w -> w.startsWith("--")).toList();

  private Optional<SimOptions> read(String name, String value) {
    return switch (name) {
      case "--host" -> Optional.of(withHost(value));
      case "--port" -> Optional.of(withPort(parseNumber(name, value)));
      case "--days" -> Optional.of(withDays(parseNumber(name, value)));
      case "--state" -> Optional.of(withState(Path.of(value)));
      case "--rate-limit" -> Optional.of(withRate(parseNumber(name, value), rateWindow()));
      case "--rate-window" -> Optional.of(withRateWindow(parseNumber(name, value)));
      case "--token-seconds" ->
          Optional.of(withTokenLifetime(Duration.ofSeconds(parseNumber(name, value))));
      case "--page-size" -> Optional.of(withPageSize(parseNumber(name, value)));
      case "--webhook-retry-seconds" -> Optional.of(withRetries(parseSeconds(name, value)));
      case "--script" -> Optional.of(withScript(value));
      default -> Optional.empty();
    };
  }

  /** Parses an integer option. */
  public static int parseNumber(String name, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " requires a whole number, not " + value, e);
    }
  }

  /** Parses comma-separated seconds. */
  public static List<Duration> parseSeconds(String name, String list) {
    return Arrays.stream(list.split(","))
        .map(s -> Duration.ofSeconds(parseNumber(name, s.strip())))
        .toList();
  }

  public static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  public String host() {
    return host;
  }

  public int port() {
    return port;
  }

  public int days() {
    return days;
  }

  public Optional<Path> state() {
    return state;
  }

  public OAuthApp app() {
    return app;
  }

  public Duration rateWindow() {
    return rateWindow.equals(DEFAULT_APP) ? Duration.ofMinutes(1) : rateWindow;
  }

  public OptionalInt pageSize() {
    return pageSize;
  }

  public boolean exitWithStdin() {
    return exitWithStdin;
  }

  Optional<String> script() {
    return script;
  }

  RateQuotas.Plan resolvePlan(RateQuotas.Plan vendors) {
    return rateLimit.isEmpty()
        ? vendors
        : RateQuotas.Plan.of(
            vendors.headers(), RateQuotas.Limit.app(rateLimit.getAsInt(), rateWindow()));
  }

  OAuthSimRules resolveOAuth(OAuthSimRules vendors) {
    return tokenLifetime.equals(DEFAULT_APP) ? vendors : vendors.withAccessLifetime(tokenLifetime);
  }

  PushRules resolvePushes(PushRules vendors) {
    Duration timeout =
        pushTimeout.compareTo(vendors.timeout()) < 0 ? pushTimeout : vendors.timeout();
    return vendors.withRetries(retries.orElse(vendors.retries()), timeout);
  }
}
