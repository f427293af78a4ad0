package io.tributary.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Complete configuration of a node. Each leaf is also an environment variable: {@code http.port} is
 * {@code TRIBUTARY_HTTP_PORT}.
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
   * HTTP server.
   *
   * @param host bind address
   * @param port port; 0 = any free port
   * @param publicUrl base URL for clients and browsers; empty = http://localhost:port
   * @param instances event loops that serve HTTP; 0 = one per core
   * @param maxInFlight concurrent requests per node; more get 503
   * @param requestTimeout time limit for a response; after it the request gets 503
   * @param streamLimit time limit for a client to read a streamed response
   * @param limits limits per client
   * @param trustedProxies address ranges of proxies whose {@code x-forwarded-for} is trusted,
   *     besides private networks
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
          .addressRanges("trusted_proxies", trustedProxies)
          .atLeast("request_timeout", requestTimeout, Duration.ofMillis(100))
          .throwIfInvalid();
    }

    /** Returns the URL of this node on its own machine. */
    public String localUrl(int port) {
      return (tls.enabled() ? "https" : "http") + "://localhost:" + port;
    }

    /** Returns a copy with another port. */
    public Http withPort(int port) {
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
   * Data directory.
   *
   * @param dir directory of the embedded database, the keys and bootstrap.json
   */
  public record Data(Path dir) {}

  /**
   * Authentication.
   *
   * @param headerAliases additional header names for the API key
   * @param cacheFor how long a node may cache a key; a revocation takes effect after this time
   */
  public record Auth(List<String> headerAliases, Duration cacheFor, Duration accessTokenLife) {
    public Auth {
      headerAliases =
          headerAliases.stream().map(h -> h.toLowerCase(java.util.Locale.ROOT)).toList();
      ConfigValidator.of("auth")
          .between("cache_for", cacheFor, Duration.ZERO, Duration.ofSeconds(2))
          .atLeast("access_token_life", accessTokenLife, Duration.ofSeconds(1))
          .throwIfInvalid();
    }
  }

  /**
   * Outbound connections to webhooks, brokers and providers.
   *
   * @param allowPrivate whether sandbox teams may use loopback and private addresses for webhooks
   *     and providers; has no effect in production
   * @param allowCidrs address ranges that the operator allows in every environment
   * @param requireHttpsInProduction whether production endpoints must use https
   * @param caFile additional trusted CA certificates for receivers, in PEM; empty = none
   * @param connectionLife maximum lifetime of a connection to a receiver
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
          .throwIfInvalid();
    }
  }

  /** Keys of the first team; empty = generated at the first start. */
  public record Bootstrap(String apiKey, String managementKey, String organisation, String team) {
    public Bootstrap {
      ConfigValidator.of("bootstrap")
          .matchesOrEmpty("api_key", apiKey, "sk_(us|eu)_[A-Za-z0-9_-]{16,200}")
          .matchesOrEmpty("management_key", managementKey, "mg_[A-Za-z0-9_-]{16,200}")
          .throwIfInvalid();
    }

    @Override
    public String toString() {
      return "Bootstrap[***]";
    }
  }

  /**
   * Master key.
   *
   * @param key base64 of the 32-byte master key; empty = read from a file
   * @param file file of the master key; empty = a file in the data directory, generated at the
   *     first start
   * @param nextKey next master key during a rotation; empty = none
   */
  public record Secret(String key, String file, String nextKey) {
    @Override
    public String toString() {
      return "Secret[***]";
    }
  }

  /**
   * Node identity and drain.
   *
   * @param name stable across restarts, so that a restarted node reclaims its own leases at once;
   *     empty = generated once and kept in the data directory
   * @param region part of the key prefix
   * @param drainGrace how long a stopping node reports that it is not ready but still serves, so
   *     that load balancers notice
   * @param drainLimit how long a stopping node waits for running work
   */
  public record Node(String name, String region, Duration drainGrace, Duration drainLimit) {
    public Node {
      ConfigValidator.of("node")
          .matches("region", region, "us|eu")
          .between("drain_grace", drainGrace, Duration.ZERO, Duration.ofMinutes(10))
          .throwIfInvalid();
    }
  }

  /** Leases of owned actors. */
  public record Lease(Duration ttl, Duration renewEvery, Duration safety) {
    public Lease {
      ConfigValidator.of("lease")
          .atLeast("ttl", ttl, Duration.ofMillis(50))
          .between("renew_every", renewEvery, Duration.ofMillis(10), ttl)
          .between("safety", safety, Duration.ZERO, ttl)
          .throwIfInvalid();
    }
  }

  public record Users(
      int sandboxLimit,
      int refreshPerHour,
      Duration refreshWindow,
      Duration undoWindow,
      Duration signInTokenLife) {}

  /**
   * Access tokens of connections, and deregistration.
   *
   * @param refreshBefore how long before its expiry an access token is renewed
   * @param refreshLease how long one node may take to renew a token before another one tries; must
   *     exceed the duration of a provider call
   * @param refreshLook poll interval while waiting for another node's renewal
   * @param refusalWaits pauses after the first, second, … refused renewal; a refusal after the last
   *     pause ends the connection
   * @param revokeEvery poll interval for due revocations
   * @param revokeWaits pauses after the first, second, … failed revocation, after which it is given
   *     up
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
          .throwIfInvalid();
    }
  }

  public record Link(Duration tokenLife) {}

  /**
   * Demo connections.
   *
   * @param simulator base URL of the Oura simulator for demo connections; empty = a child process,
   *     started on first use
   * @param clientId OAuth client ID that the simulator accepts
   * @param startLimit time limit for the child process to start listening
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
          .throwIfInvalid();
    }

    @Override
    public String toString() {
      return "Demo[" + simulator + ", " + days + " days, secret ***]";
    }
  }

  /**
   * Throttle of historical pulls.
   *
   * @param tick poll interval for queued triggers, besides wake-ups
   * @param batch triggers granted per transaction
   * @param sweepEvery interval at which triggers without jobs are ended and queue depths are
   *     measured
   */
  public record Throttle(Duration tick, int batch, Duration sweepEvery) {
    public Throttle {
      ConfigValidator.of("throttle")
          .atLeast("tick", tick, Duration.ofMillis(10))
          .range("batch", batch, 1, 1000)
          .atLeast("sweep_every", sweepEvery, Duration.ofMillis(10))
          .throwIfInvalid();
    }
  }

  /**
   * Bulk operations.
   *
   * @param waitLimit time limit of a request with wait_for_completion
   * @param pollEvery interval at which such a request polls its operation, in case the message is
   *     lost
   * @param closeEvery poll interval for finished operations, besides wake-ups
   * @param maxBodyBytes size limit of a bulk request; the only limit on the number of its users
   */
  public record Bulk(
      Duration waitLimit, Duration pollEvery, Duration closeEvery, int maxBodyBytes) {
    public Bulk {
      ConfigValidator.of("bulk")
          .atLeast("wait_limit", waitLimit, Duration.ZERO)
          .atLeast("poll_every", pollEvery, Duration.ofMillis(10))
          .atLeast("close_every", closeEvery, Duration.ofMillis(10))
          .range("max_body_bytes", maxBodyBytes, 1024, 1 << 30)
          .throwIfInvalid();
    }
  }

  /**
   * Grouped reads of samples.
   *
   * @param page samples per page, over all groups
   */
  public record Read(int page) {
    public Read {
      ConfigValidator.of("read").range("page", page, 1, 100_000).throwIfInvalid();
    }
  }

  /**
   * FHIR reads.
   *
   * @param page default number of observations per page
   * @param maxPage maximum number of observations per page
   * @param atOnce pages that a node builds concurrently
   */
  public record Fhir(int page, int maxPage, int atOnce) {
    public Fhir {
      ConfigValidator.of("fhir")
          .range("max_page", maxPage, 1, 10_000)
          .range("page", page, 1, maxPage)
          .range("at_once", atOnce, 1, 64)
          .throwIfInvalid();
    }
  }

  /**
   * Workout file uploads.
   *
   * @param maxBytes size limit of a file as sent
   * @param maxUnpackedBytes size limit of a file after gzip decompression
   * @param atOnce files that a node reads concurrently
   */
  public record WorkoutFile(int maxBytes, int maxUnpackedBytes, int atOnce) {
    public WorkoutFile {
      ConfigValidator.of("workout_file")
          .range("max_bytes", maxBytes, 1024, 1 << 30)
          .range("max_unpacked_bytes", maxUnpackedBytes, maxBytes, 1 << 30)
          .range("at_once", atOnce, 1, 100)
          .throwIfInvalid();
    }
  }

  /**
   * Broker connections of streaming destinations.
   *
   * @param idle how long an unused connection stays open
   */
  public record Stream(Duration idle) {
    public Stream {
      ConfigValidator.of("stream").atLeast("idle", idle, Duration.ofMillis(20)).throwIfInvalid();
    }
  }

  /**
   * Rate limit for triggered pulls of one provider slug; {@code default} applies to all other
   * providers.
   *
   * @param connections grants in any window of {@code per}; 0 = no limit
   * @param unfinished maximum number of unfinished triggered pulls; 0 = no limit
   */
  public record TriggerRate(int connections, Duration per, int unfinished) {
    public TriggerRate {
      ConfigValidator.of("trigger")
          .range("connections", connections, 0, 1_000_000)
          .range("unfinished", unfinished, 0, 1_000_000)
          .throwIfInvalid();
      if (connections == 0 && unfinished == 0) {
        throw new IllegalArgumentException("trigger: connections or unfinished must be above 0");
      }
    }
  }
}
