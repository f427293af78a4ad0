package io.tributary.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Every setting of a node. Each leaf is also an environment variable: {@code http.port} is {@code
 * TRIBUTARY_HTTP_PORT}. Defaults are the contract's numbers.
 */
public record ServiceConfig(
    Http http,
    Data data,
    DatabaseConfig db,
    Auth auth,
    RateLimitConfig rateLimit,
    AuditConfig audit,
    Outbound outbound,
    Bootstrap bootstrap,
    Secret secret,
    Node node,
    ClusterConfig cluster,
    TelemetryConfig telemetry,
    LogConfig log,
    Lease lease,
    Users users,
    Connections connections,
    Link link,
    PushConfig push,
    Demo demo,
    PullConfig pull,
    NotificationConfig inbound,
    SubscriptionConfig subscribe,
    Throttle throttle,
    Bulk bulk,
    Read read,
    AggregateConfig aggregate,
    ContinuousQueryConfig continuous,
    Fhir fhir,
    WorkoutFile workoutFile,
    ImportConfig imports,
    ExplainConfig explain,
    WebhookConfig webhook,
    PortalConfig portal,
    Stream stream,
    EventLogConfig eventLog,
    HousekeepingConfig housekeeping,
    LabTestsConfig labTests,
    LabExchangeConfig labExchange,
    AppointmentsConfig appointments,
    OrdersConfig orders,
    NoticesConfig notices,
    ReportConfig reportParsing,
    Map<String, TriggerRate> trigger,
    Map<String, ProviderAppConfig> providers) {

  public ServiceConfig {
    trigger = Map.copyOf(trigger);
    providers = Map.copyOf(providers);
  }

  /**
   * @param host address to listen on
   * @param port 0 takes any free port
   * @param publicUrl how clients and browsers reach the service; empty = http://localhost:port
   * @param instances event loops that serve HTTP; 0 = one per core
   * @param maxInFlight requests served at once on this node, more get 503
   * @param streamLimit a streamed reply that its client has not read by then is cut
   * @param requestTimeout a request that has no answer by then gets 503
   * @param limits what clients may take
   * @param trustedProxies address ranges of proxies whose {@code x-forwarded-for} counts, besides
   *     those of private networks
   */
  public record Http(
      String host,
      int port,
      String publicUrl,
      int instances,
      int maxInFlight,
      int maxBodyBytes,
      Duration requestTimeout,
      Duration streamLimit,
      HttpTls tls,
      HttpLimits limits,
      List<String> trustedProxies) {
    public Http {
      trustedProxies = List.copyOf(trustedProxies);
      ConfigValidator.of("http")
          .range("port", port, 0, 65535)
          .range("instances", instances, 0, 64)
          .range("max_in_flight", maxInFlight, 1, 100_000)
          .range("max_body_bytes", maxBodyBytes, 1024, 1 << 30)
          .urlOrEmpty("public_url", publicUrl)
          .ranges("trusted_proxies", trustedProxies)
          .atLeast("request_timeout", requestTimeout, Duration.ofMillis(100))
          .done();
    }

    /** How this node is reached from where it runs. */
    public String localUrl(int port) {
      return (tls.on() ? "https" : "http") + "://localhost:" + port;
    }

    /** The same on another port. */
    public Http at(int port) {
      return new Http(
          host,
          port,
          publicUrl,
          instances,
          maxInFlight,
          maxBodyBytes,
          requestTimeout,
          streamLimit,
          tls,
          limits,
          trustedProxies);
    }
  }

  /**
   * @param dir where the embedded database, keys and bootstrap.json are kept
   */
  public record Data(Path dir) {}

  /**
   * @param headerAliases further header names that may carry the API key
   * @param cacheFor how long a node may trust a key it has seen; a revocation acts after this
   */
  public record Auth(List<String> headerAliases, Duration cacheFor, Duration accessTokenLife) {
    public Auth {
      headerAliases =
          headerAliases.stream().map(h -> h.toLowerCase(java.util.Locale.ROOT)).toList();
      ConfigValidator.of("auth")
          .between("cache_for", cacheFor, Duration.ZERO, Duration.ofSeconds(2))
          .atLeast("access_token_life", accessTokenLife, Duration.ofSeconds(1))
          .done();
    }
  }

  /**
   * @param allowPrivate loopback and private addresses for webhooks and providers of sandbox teams;
   *     never acts in production
   * @param allowCidrs address ranges the operator allows for every environment
   * @param requireHttpsInProduction whether production endpoints must be https
   * @param caFile certificates in PEM that receivers may be signed with besides those that the JDK
   *     trusts; empty = none
   * @param connectionLife how long a connection to a receiver is used at most
   */
  public record Outbound(
      boolean allowPrivate,
      List<String> allowCidrs,
      boolean requireHttpsInProduction,
      String caFile,
      Duration connectionLife) {
    public Outbound {
      ConfigValidator.of("outbound")
          .atLeast("connection_life", connectionLife, Duration.ofMillis(100))
          .done();
    }
  }

  /** Keys of the first team; empty = made up at first start. */
  public record Bootstrap(String apiKey, String managementKey, String organisation, String team) {
    public Bootstrap {
      ConfigValidator.of("bootstrap")
          .matchesOrEmpty("api_key", apiKey, "sk_(us|eu)_[A-Za-z0-9_-]{16,200}")
          .matchesOrEmpty("management_key", managementKey, "mg_[A-Za-z0-9_-]{16,200}")
          .done();
    }

    @Override
    public String toString() {
      return "Bootstrap[***]";
    }
  }

  /**
   * @param key base64 of the 32 byte master key; empty = it is in a file
   * @param file that file; empty = one in the data directory, made at the first start
   * @param nextKey the one that takes its place; empty = there is none
   */
  public record Secret(String key, String file, String nextKey) {
    @Override
    public String toString() {
      return "Secret[***]";
    }
  }

  /**
   * @param name stable over restarts, so that a restarted node takes back its own leases at once;
   *     empty = made up once and kept in the data directory
   * @param region part of the key prefix
   * @param drainGrace how long a stopping node says that it is not ready and still serves, so that
   *     load balancers notice
   * @param drainLimit how long a stopping node waits for running work
   */
  public record Node(String name, String region, Duration drainGrace, Duration drainLimit) {
    public Node {
      ConfigValidator.of("node")
          .matches("region", region, "us|eu")
          .between("drain_grace", drainGrace, Duration.ZERO, Duration.ofMinutes(10))
          .done();
    }
  }

  /** Leases of owned actors. */
  public record Lease(Duration ttl, Duration renewEvery, Duration safety) {
    public Lease {
      ConfigValidator.of("lease")
          .atLeast("ttl", ttl, Duration.ofMillis(50))
          .between("renew_every", renewEvery, Duration.ofMillis(10), ttl)
          .between("safety", safety, Duration.ZERO, ttl)
          .done();
    }
  }

  public record Users(
      int sandboxLimit,
      int refreshPerHour,
      Duration refreshWindow,
      Duration undoWindow,
      Duration signInTokenLife) {}

  /**
   * Tokens and deregistration.
   *
   * @param refreshBefore an access token is renewed this long before it expires
   * @param refreshLease how long one node may be at renewing a token before another one tries; must
   *     be longer than a provider call may take
   * @param refreshLook pace at which those look who wait for another one's renewal
   * @param refusalWaits waits after the first, second, … refused renewal; the one after the last
   *     wait ends the connection
   * @param revokeEvery pace at which due revocations are looked for
   * @param revokeWaits waits after the first, second, … failed revocation; then it is given up
   */
  public record Connections(
      Duration refreshBefore,
      Duration refreshLease,
      Duration refreshLook,
      List<Duration> refusalWaits,
      Duration revokeEvery,
      List<Duration> revokeWaits) {
    public Connections {
      refusalWaits = List.copyOf(refusalWaits);
      revokeWaits = List.copyOf(revokeWaits);
      ConfigValidator.of("connections")
          .atLeast("refresh_before", refreshBefore, Duration.ZERO)
          .atLeast("refresh_lease", refreshLease, Duration.ofMillis(100))
          .atLeast("refresh_look", refreshLook, Duration.ofMillis(1))
          .atLeast("revoke_every", revokeEvery, Duration.ofMillis(10))
          .done();
    }
  }

  public record Link(Duration tokenLife) {}

  /**
   * @param simulator base URL of the Oura simulator that demo connections use; empty = one is
   *     started as a child process when the first demo connection needs it
   * @param clientId application that the simulator knows
   * @param startLimit how long the child process may take until it listens
   */
  public record Demo(
      String simulator,
      String clientId,
      String clientSecret,
      Duration startLimit,
      int days,
      Duration newDataEvery,
      Duration userLife) {
    public Demo {
      ConfigValidator.of("demo")
          .range("days", days, 1, 365)
          .urlOrEmpty("simulator", simulator)
          .atLeast("start_limit", startLimit, Duration.ofMillis(100))
          .done();
    }

    @Override
    public String toString() {
      return "Demo[" + simulator + ", " + days + " days, secret ***]";
    }
  }

  /**
   * @param tick the longest time until a throttle looks for queued triggers without being told
   * @param batch triggers granted in one transaction
   * @param sweepEvery how often triggers whose jobs are gone are ended, and depths are measured
   */
  public record Throttle(Duration tick, int batch, Duration sweepEvery) {
    public Throttle {
      ConfigValidator.of("throttle")
          .atLeast("tick", tick, Duration.ofMillis(10))
          .range("batch", batch, 1, 1000)
          .atLeast("sweep_every", sweepEvery, Duration.ofMillis(10))
          .done();
    }
  }

  /**
   * @param waitLimit how long a call with wait_for_completion may take
   * @param pollEvery how often such a call looks at its operation, should the message be lost
   * @param closeEvery how often ended operations are looked for without being told
   * @param maxBodyBytes of a bulk request; the only bound on its users
   */
  public record Bulk(
      Duration waitLimit, Duration pollEvery, Duration closeEvery, int maxBodyBytes) {
    public Bulk {
      ConfigValidator.of("bulk")
          .atLeast("wait_limit", waitLimit, Duration.ZERO)
          .atLeast("poll_every", pollEvery, Duration.ofMillis(10))
          .atLeast("close_every", closeEvery, Duration.ofMillis(10))
          .range("max_body_bytes", maxBodyBytes, 1024, 1 << 30)
          .done();
    }
  }

  /**
   * @param page samples of one page of a grouped read, over all groups
   */
  public record Read(int page) {
    public Read {
      ConfigValidator.of("read").range("page", page, 1, 100_000).done();
    }
  }

  /**
   * @param page observations of a FHIR page unless the caller says otherwise
   * @param maxPage observations of a FHIR page at most
   * @param atOnce FHIR pages that one node makes at the same time
   */
  public record Fhir(int page, int maxPage, int atOnce) {
    public Fhir {
      ConfigValidator.of("fhir")
          .range("max_page", maxPage, 1, 10_000)
          .range("page", page, 1, maxPage)
          .range("at_once", atOnce, 1, 64)
          .done();
    }
  }

  /**
   * @param maxBytes of a file as it is sent
   * @param maxUnpackedBytes of a file once its gzip is undone
   * @param atOnce files that one node reads at the same time
   */
  public record WorkoutFile(int maxBytes, int maxUnpackedBytes, int atOnce) {
    public WorkoutFile {
      ConfigValidator.of("workout_file")
          .range("max_bytes", maxBytes, 1024, 1 << 30)
          .range("max_unpacked_bytes", maxUnpackedBytes, maxBytes, 1 << 30)
          .range("at_once", atOnce, 1, 100)
          .done();
    }
  }

  /**
   * Connections to the brokers of streaming destinations.
   *
   * @param idle how long an unused one stays open
   */
  public record Stream(Duration idle) {
    public Stream {
      ConfigValidator.of("stream").atLeast("idle", idle, Duration.ofMillis(20)).done();
    }
  }

  /**
   * Throttle group of one provider slug; {@code default} serves the others.
   *
   * @param connections grants in any window of {@code per}; 0 = no time rule
   * @param unfinished most triggered pulls that may be unfinished; 0 = no such rule
   */
  public record TriggerRate(int connections, Duration per, int unfinished) {
    public TriggerRate {
      ConfigValidator.of("trigger")
          .range("connections", connections, 0, 1_000_000)
          .range("unfinished", unfinished, 0, 1_000_000)
          .done();
      if (connections == 0 && unfinished == 0) {
        throw new IllegalArgumentException("trigger: connections or unfinished must be above 0");
      }
    }
  }
}
