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
    MasterKey master,
    Node node,
    ClusterConfig cluster,
    TelemetryConfig telemetry,
    LogConfig log,
    Lease lease,
    Users users,
    Connections connections,
    Link link,
    SdkConfig sdk,
    Demo demo,
    PullConfig pull,
    NotificationConfig notification,
    SubscriptionConfig subscription,
    Throttle throttle,
    Bulk bulk,
    Read read,
    AggregateConfig aggregate,
    ContinuousQueryConfig continuousQuery,
    Fhir fhir,
    WorkoutFile workoutFile,
    ImportConfig healthImport,
    ProvenanceConfig provenance,
    WebhookConfig webhook,
    PortalConfig portal,
    Streaming streaming,
    EventLogConfig eventLog,
    MaintenanceConfig maintenance,
    LabTestsConfig labTests,
    LabExchangeConfig labExchange,
    AppointmentsConfig appointments,
    OrdersConfig orders,
    PatientNotificationConfig patientNotification,
    ReportConfig report,
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
   * @param eventLoops event loops that serve HTTP; 0 = one per core
   * @param maxConcurrentRequests concurrent requests per node; more get 503
   * @param requestTimeout time limit for a response; after it the request gets 503
   * @param streamTimeout time limit for a client to read a streamed response
   * @param limits limits per client
   * @param trustedProxies address ranges of proxies whose {@code x-forwarded-for} is trusted,
   *     besides private networks
   */
  public record Http(
      String host,
      int port,
      String publicUrl,
      int eventLoops,
      int maxConcurrentRequests,
      int maxBodyBytes,
      Duration requestTimeout,
      Duration streamTimeout,
      HttpTls tls,
      HttpLimits limits,
      List<String> trustedProxies) {
    public Http {
      trustedProxies = List.copyOf(trustedProxies);
      ConfigValidator.of("http")
          .range("port", port, 0, 65535)
          .range("event_loops", eventLoops, 0, 64)
          .range("max_concurrent_requests", maxConcurrentRequests, 1, 100_000)
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
          eventLoops,
          maxConcurrentRequests,
          maxBodyBytes,
          requestTimeout,
          streamTimeout,
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
   * Authentication of API keys.
   *
   * @param headerAliases additional header names for the API key
   * @param cacheTtl how long a node may cache a key; a revocation takes effect after this time
   */
  public record Auth(List<String> headerAliases, Duration cacheTtl, Duration accessTokenTtl) {
    public Auth {
      headerAliases =
          headerAliases.stream().map(h -> h.toLowerCase(java.util.Locale.ROOT)).toList();
      ConfigValidator.of("auth")
          .between("cache_ttl", cacheTtl, Duration.ZERO, Duration.ofSeconds(2))
          .atLeast("access_token_ttl", accessTokenTtl, Duration.ofSeconds(1))
          .throwIfInvalid();
    }
  }

  /**
   * Outbound connections to webhooks, brokers and providers.
   *
   * @param allowPrivate whether sandbox teams may use loopback and private addresses for webhooks
   *     and providers; has no effect in production
   * @param allowCidrs address ranges that the operator allows in every environment
   * @param requireHttps whether production endpoints must use https
   * @param caFile additional trusted CA certificates for receivers, in PEM; empty = none
   * @param connectionMaxAge maximum lifetime of a connection to a receiver
   */
  public record Outbound(
      boolean allowPrivate,
      List<String> allowCidrs,
      boolean requireHttps,
      String caFile,
      Duration connectionMaxAge) {
    public Outbound {
      ConfigValidator.of("outbound")
          .atLeast("connection_max_age", connectionMaxAge, Duration.ofMillis(100))
          .throwIfInvalid();
    }
  }

  /** Keys of the first team; empty = generated at the first start. */
  public record Bootstrap(String apiKey, String managementKey, String organization, String team) {
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
   * @param keyFile file of the master key; empty = a file in the data directory, generated at the
   *     first start
   * @param nextKey next master key during a rotation; empty = none
   */
  public record MasterKey(String key, String keyFile, String nextKey) {
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
   * @param shutdownDelay how long a stopping node reports that it is not ready but still serves, so
   *     that load balancers notice
   * @param shutdownTimeout how long a stopping node waits for running work
   */
  public record Node(String name, String region, Duration shutdownDelay, Duration shutdownTimeout) {
    public Node {
      ConfigValidator.of("node")
          .matches("region", region, "us|eu")
          .between("shutdown_delay", shutdownDelay, Duration.ZERO, Duration.ofMinutes(10))
          .throwIfInvalid();
    }
  }

  /** Leases of owned actors. */
  public record Lease(Duration ttl, Duration renewInterval, Duration safetyMargin) {
    public Lease {
      ConfigValidator.of("lease")
          .atLeast("ttl", ttl, Duration.ofMillis(50))
          .between("renew_interval", renewInterval, Duration.ofMillis(10), ttl)
          .between("safety_margin", safetyMargin, Duration.ZERO, ttl)
          .throwIfInvalid();
    }
  }

  public record Users(
      int sandboxLimit,
      int refreshPerHour,
      Duration refreshWindow,
      Duration deletionGracePeriod,
      Duration signInTokenTtl) {}

  /**
   * Access tokens of connections, and deregistration.
   *
   * @param refreshBefore how long before its expiry an access token is renewed
   * @param refreshLease how long one node may take to renew a token before another one tries; must
   *     exceed the duration of a provider call
   * @param refreshCheckInterval poll interval while waiting for another node's renewal
   * @param rejectionRetrySchedule pauses after the first, second, … refused renewal; a refusal
   *     after the last pause ends the connection
   * @param revokeInterval poll interval for due revocations
   * @param revokeRetrySchedule pauses after the first, second, … failed revocation, after which it
   *     is given up
   */
  public record Connections(
      Duration refreshBefore,
      Duration refreshLease,
      Duration refreshCheckInterval,
      List<Duration> rejectionRetrySchedule,
      Duration revokeInterval,
      List<Duration> revokeRetrySchedule) {
    public Connections {
      rejectionRetrySchedule = List.copyOf(rejectionRetrySchedule);
      revokeRetrySchedule = List.copyOf(revokeRetrySchedule);
      ConfigValidator.of("connections")
          .atLeast("refresh_before", refreshBefore, Duration.ZERO)
          .atLeast("refresh_lease", refreshLease, Duration.ofMillis(100))
          .atLeast("refresh_check_interval", refreshCheckInterval, Duration.ofMillis(1))
          .atLeast("revoke_interval", revokeInterval, Duration.ofMillis(10))
          .throwIfInvalid();
    }
  }

  public record Link(Duration tokenTtl) {}

  /**
   * Demo connections.
   *
   * @param simulator base URL of the Oura simulator for demo connections; empty = a child process,
   *     started on first use
   * @param clientId OAuth client ID that the simulator accepts
   * @param startupTimeout time limit for the child process to start listening
   */
  public record Demo(
      String simulator,
      String clientId,
      String clientSecret,
      Duration startupTimeout,
      int days,
      Duration newDataInterval,
      Duration userTtl) {
    public Demo {
      ConfigValidator.of("demo")
          .range("days", days, 1, 365)
          .urlOrEmpty("simulator", simulator)
          .atLeast("startup_timeout", startupTimeout, Duration.ofMillis(100))
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
   * @param pollInterval poll interval for queued triggers, besides wake-ups
   * @param batchSize triggers granted per transaction
   * @param sweepInterval interval at which triggers without jobs are ended and queue depths are
   *     measured
   */
  public record Throttle(Duration pollInterval, int batchSize, Duration sweepInterval) {
    public Throttle {
      ConfigValidator.of("throttle")
          .atLeast("poll_interval", pollInterval, Duration.ofMillis(10))
          .range("batch_size", batchSize, 1, 1000)
          .atLeast("sweep_interval", sweepInterval, Duration.ofMillis(10))
          .throwIfInvalid();
    }
  }

  /**
   * Bulk operations.
   *
   * @param waitTimeout time limit of a request with wait_for_completion
   * @param pollInterval interval at which such a request polls its operation, in case the message
   *     is lost
   * @param closeInterval poll interval for finished operations, besides wake-ups
   * @param maxBodyBytes size limit of a bulk request; the only limit on the number of its users
   */
  public record Bulk(
      Duration waitTimeout, Duration pollInterval, Duration closeInterval, int maxBodyBytes) {
    public Bulk {
      ConfigValidator.of("bulk")
          .atLeast("wait_timeout", waitTimeout, Duration.ZERO)
          .atLeast("poll_interval", pollInterval, Duration.ofMillis(10))
          .atLeast("close_interval", closeInterval, Duration.ofMillis(10))
          .range("max_body_bytes", maxBodyBytes, 1024, 1 << 30)
          .throwIfInvalid();
    }
  }

  /**
   * Grouped reads of samples.
   *
   * @param pageSize samples per page, over all groups
   */
  public record Read(int pageSize) {
    public Read {
      ConfigValidator.of("read").range("page_size", pageSize, 1, 100_000).throwIfInvalid();
    }
  }

  /**
   * FHIR reads.
   *
   * @param pageSize default number of observations per page
   * @param maxPageSize maximum number of observations per page
   * @param concurrency pages that a node builds concurrently
   */
  public record Fhir(int pageSize, int maxPageSize, int concurrency) {
    public Fhir {
      ConfigValidator.of("fhir")
          .range("max_page_size", maxPageSize, 1, 10_000)
          .range("page_size", pageSize, 1, maxPageSize)
          .range("concurrency", concurrency, 1, 64)
          .throwIfInvalid();
    }
  }

  /**
   * Workout file uploads.
   *
   * @param maxBytes size limit of a file as sent
   * @param maxUnpackedBytes size limit of a file after gzip decompression
   * @param concurrency files that a node reads concurrently
   */
  public record WorkoutFile(int maxBytes, int maxUnpackedBytes, int concurrency) {
    public WorkoutFile {
      ConfigValidator.of("workout_file")
          .range("max_bytes", maxBytes, 1024, 1 << 30)
          .range("max_unpacked_bytes", maxUnpackedBytes, maxBytes, 1 << 30)
          .range("concurrency", concurrency, 1, 100)
          .throwIfInvalid();
    }
  }

  /**
   * Broker connections of streaming destinations.
   *
   * @param idleTimeout how long an unused connection stays open
   */
  public record Streaming(Duration idleTimeout) {
    public Streaming {
      ConfigValidator.of("streaming")
          .atLeast("idle_timeout", idleTimeout, Duration.ofMillis(20))
          .throwIfInvalid();
    }
  }

  /**
   * Rate limit for triggered pulls of one provider slug; {@code default} applies to all other
   * providers.
   *
   * @param connections grants in any window of {@code per}; 0 = no limit
   * @param maxUnfinished maximum number of unfinished triggered pulls; 0 = no limit
   */
  public record TriggerRate(int connections, Duration window, int maxUnfinished) {
    public TriggerRate {
      ConfigValidator.of("trigger")
          .range("connections", connections, 0, 1_000_000)
          .range("max_unfinished", maxUnfinished, 0, 1_000_000)
          .throwIfInvalid();
      if (connections == 0 && maxUnfinished == 0) {
        throw new IllegalArgumentException(
            "trigger: connections or max_unfinished must be greater than 0");
      }
    }
  }
}
