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
    Database db,
    Auth auth,
    Outbound outbound,
    Bootstrap bootstrap,
    Secret secret,
    Node node,
    Lease lease,
    Users users,
    Connections connections,
    Link link,
    Push push,
    Demo demo,
    Pull pull,
    Throttle throttle,
    Bulk bulk,
    Read read,
    Aggregate aggregate,
    Continuous continuous,
    Fhir fhir,
    WorkoutFile workoutFile,
    Imports imports,
    Explain explain,
    Webhook webhook,
    Portal portal,
    Stream stream,
    EventLogConfig eventLog,
    Housekeeping housekeeping,
    Map<String, TriggerRate> trigger,
    Map<String, ProviderApp> providers) {

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
   */
  public record Http(
      String host,
      int port,
      String publicUrl,
      int instances,
      int maxInFlight,
      int maxBodyBytes,
      Duration requestTimeout,
      Duration streamLimit) {
    public Http {
      Check.of("http")
          .range("port", port, 0, 65535)
          .range("instances", instances, 0, 64)
          .range("max_in_flight", maxInFlight, 1, 100_000)
          .range("max_body_bytes", maxBodyBytes, 1024, 1 << 30)
          .urlOrEmpty("public_url", publicUrl)
          .atLeast("request_timeout", requestTimeout, Duration.ofMillis(100))
          .done();
    }
  }

  /**
   * @param dir where the embedded database, keys and bootstrap.json are kept
   */
  public record Data(Path dir) {}

  /**
   * @param url postgresql://user:password@host:port/database; empty = embedded server
   * @param poolSize connections for transactions
   * @param waitQueue callers that may wait for one
   * @param connectTimeout after it the database counts as away
   */
  public record Database(
      String url,
      int poolSize,
      int waitQueue,
      Duration connectTimeout,
      Duration statementTimeout,
      Duration startLimit) {
    public Database {
      Check.of("db")
          .range("pool_size", poolSize, 2, 500)
          .range("wait_queue", waitQueue, 1, 100_000)
          .atLeast("connect_timeout", connectTimeout, Duration.ofMillis(50))
          .atLeast("statement_timeout", statementTimeout, Duration.ofMillis(100))
          .atLeast("start_limit", startLimit, Duration.ofSeconds(1))
          .done();
    }
  }

  /**
   * @param headerAliases further header names that may carry the API key
   * @param cacheFor how long a node may trust a key it has seen; a revocation acts after this
   */
  public record Auth(List<String> headerAliases, Duration cacheFor, Duration accessTokenLife) {
    public Auth {
      headerAliases =
          headerAliases.stream().map(h -> h.toLowerCase(java.util.Locale.ROOT)).toList();
      Check.of("auth")
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
      Check.of("outbound")
          .atLeast("connection_life", connectionLife, Duration.ofMillis(100))
          .done();
    }
  }

  /** Keys of the first team; empty = made up at first start. */
  public record Bootstrap(String apiKey, String managementKey, String organisation, String team) {
    public Bootstrap {
      Check.of("bootstrap")
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
   * @param key base64 of the 32 byte master key; empty = a file in the data directory
   */
  public record Secret(String key) {
    @Override
    public String toString() {
      return "Secret[***]";
    }
  }

  /**
   * @param name stable over restarts, so that a restarted node takes back its own leases at once;
   *     empty = made up once and kept in the data directory
   * @param region part of the key prefix
   * @param drainLimit how long a stopping node waits for running work
   */
  public record Node(String name, String region, Duration drainLimit) {
    public Node {
      Check.of("node").matches("region", region, "us|eu").done();
    }
  }

  /** Leases of owned actors. */
  public record Lease(Duration ttl, Duration renewEvery, Duration safety) {
    public Lease {
      Check.of("lease")
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
   * @param revokeEvery pace at which due revocations are looked for
   * @param revokeWaits waits after the first, second, … failed revocation; then it is given up
   */
  public record Connections(
      Duration refreshBefore,
      Duration refreshLease,
      Duration refreshLook,
      Duration revokeEvery,
      List<Duration> revokeWaits) {
    public Connections {
      revokeWaits = List.copyOf(revokeWaits);
      Check.of("connections")
          .atLeast("refresh_before", refreshBefore, Duration.ZERO)
          .atLeast("refresh_lease", refreshLease, Duration.ofMillis(100))
          .atLeast("refresh_look", refreshLook, Duration.ofMillis(1))
          .atLeast("revoke_every", revokeEvery, Duration.ofMillis(10))
          .done();
    }
  }

  public record Link(Duration tokenLife, Duration codeLife) {}

  /**
   * What clients push, and the tokens of signed-in users.
   *
   * @param maxBodyBytes of one push, compressed and not
   * @param maxSamples readings of one push
   * @param maxRejected refused records that a reply names; more are only counted
   * @param atOnce pushes that one verticle works on together
   * @param accessTokenLife of a user's access token
   * @param refreshTokenLife of a user's sign-in, counted from its last use
   * @param batchLife how long the reply to a named batch is kept
   * @param syncStateLife after which a client asks again what it should read
   */
  public record Push(
      int maxBodyBytes,
      int maxSamples,
      int maxRejected,
      int atOnce,
      Duration accessTokenLife,
      Duration refreshTokenLife,
      Duration batchLife,
      Duration syncStateLife) {
    public Push {
      Check.of("push")
          .range("max_body_bytes", maxBodyBytes, 1024, 1 << 28)
          .range("max_samples", maxSamples, 1, 1_000_000)
          .range("max_rejected", maxRejected, 0, 100_000)
          .range("at_once", atOnce, 1, 10_000)
          .atLeast("access_token_life", accessTokenLife, Duration.ofMillis(1))
          .atLeast("refresh_token_life", refreshTokenLife, Duration.ofMillis(1))
          .atLeast("batch_life", batchLife, Duration.ZERO)
          .atLeast("sync_state_life", syncStateLife, Duration.ofSeconds(1))
          .done();
    }
  }

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
      Check.of("demo")
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
   * @param slots pulls that run at once on one verticle
   * @param lease how long a claimed job is safe from other claimants without a heartbeat
   * @param retryWaits waits after the first, second, … retriable failure; the last one repeats
   * @param retryQuota retriable failures after which a pull fails
   * @param pollEvery pace of the incremental stage
   * @param pollReread days that a poll reads again
   * @param callTries how often one provider call is made before its pull is put off
   * @param callPause before the second try of a call; it doubles
   * @param breakerFailures lost connections in a row after which a provider is left alone
   * @param breakerReset how long
   * @param gateLimit how long a pull waits for leave to call before it gives its slot back
   */
  public record Pull(
      int slots,
      Duration lease,
      Duration claimEvery,
      List<Duration> retryWaits,
      int retryQuota,
      Duration throttleAway,
      Duration pollEvery,
      int pollReread,
      Duration lateWindow,
      int maxDays,
      int callTries,
      Duration callPause,
      int breakerFailures,
      Duration breakerReset,
      Duration gateLimit) {
    public Pull {
      retryWaits = List.copyOf(retryWaits);
      Check.of("pull")
          .range("slots", slots, 1, 1000)
          .atLeast("lease", lease, Duration.ofMillis(200))
          .range("retry_quota", retryQuota, 1, 1000)
          .range("max_days", maxDays, 1, 365)
          .range("retry_waits", retryWaits.size(), 1, 1000)
          .range("poll_reread", pollReread, 0, 365)
          .range("call_tries", callTries, 1, 20)
          .range("breaker_failures", breakerFailures, 1, 1000)
          .done();
    }
  }

  /**
   * @param tick the longest time until a throttle looks for queued triggers without being told
   * @param batch triggers granted in one transaction
   * @param sweepEvery how often triggers whose jobs are gone are ended, and depths are measured
   */
  public record Throttle(Duration tick, int batch, Duration sweepEvery) {
    public Throttle {
      Check.of("throttle")
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
      Check.of("bulk")
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
      Check.of("read").range("page", page, 1, 100_000).done();
    }
  }

  /**
   * @param page observations of a FHIR page unless the caller says otherwise
   * @param maxPage observations of a FHIR page at most
   * @param atOnce FHIR pages that one node makes at the same time
   */
  public record Fhir(int page, int maxPage, int atOnce) {
    public Fhir {
      Check.of("fhir")
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
      Check.of("workout_file")
          .range("max_bytes", maxBytes, 1024, 1 << 30)
          .range("max_unpacked_bytes", maxUnpackedBytes, maxBytes, 1 << 30)
          .range("at_once", atOnce, 1, 100)
          .done();
    }
  }

  /**
   * Files of users that are imported in the background.
   *
   * @param maxBytes of an uploaded file
   * @param maxUnpackedBytes of the XML inside of a zip
   * @param maxRatio of the XML to its packed form
   * @param keepFree bytes of the disk that uploads leave free
   * @param uploads taken in at once on this node; more get 503
   * @param slots files that this node reads at once
   * @param batch records of a file in one transaction
   * @param lease how long a claimed import is safe from another claim without a heartbeat
   * @param claimEvery how often waiting imports are looked for without being told
   * @param retryAfter pause after a run that broke off
   * @param tries runs without progress after which an import fails
   * @param sweepEvery how often files are looked for that belong to no import any more
   */
  public record Imports(
      long maxBytes,
      long maxUnpackedBytes,
      int maxRatio,
      long keepFree,
      int uploads,
      int slots,
      int batch,
      Duration lease,
      Duration claimEvery,
      Duration retryAfter,
      int tries,
      Duration sweepEvery) {
    public Imports {
      Check.of("imports")
          .range("max_bytes", maxBytes, 1024, Long.MAX_VALUE)
          .range("max_unpacked_bytes", maxUnpackedBytes, 1024, Long.MAX_VALUE)
          .range("max_ratio", maxRatio, 2, 1_000_000)
          .range("keep_free", keepFree, 0, Long.MAX_VALUE)
          .range("uploads", uploads, 1, 1000)
          .range("slots", slots, 1, 64)
          .range("batch", batch, 1, 100_000)
          .atLeast("lease", lease, Duration.ofMillis(200))
          .atLeast("claim_every", claimEvery, Duration.ofMillis(10))
          .atLeast("retry_after", retryAfter, Duration.ZERO)
          .range("tries", tries, 1, 1000)
          .atLeast("sweep_every", sweepEvery, Duration.ofMillis(10))
          .done();
    }
  }

  /**
   * Queries over a user's data.
   *
   * @param maxQueries queries of one request
   * @param maxColumns elements of a select or group_by
   * @param maxWhere characters of a condition
   * @param maxPast longest time frame
   * @param maxRows rows of one reply
   * @param maxMemory bytes that one request may hold, as far as they can be told
   * @param timeLimit of one request
   * @param atOnce requests that a node computes together
   * @param maxBodyBytes of a request
   */
  public record Aggregate(
      int maxQueries,
      int maxColumns,
      int maxWhere,
      Duration maxPast,
      int maxRows,
      long maxMemory,
      Duration timeLimit,
      int atOnce,
      int maxBodyBytes) {
    public Aggregate {
      Check.of("aggregate")
          .range("max_queries", maxQueries, 1, 1000)
          .range("max_columns", maxColumns, 1, 1000)
          .range("max_where", maxWhere, 1, 100_000)
          .atLeast("max_past", maxPast, Duration.ofDays(1))
          .range("max_rows", maxRows, 1, 10_000_000)
          .range("max_memory", maxMemory, 1 << 20, 1L << 40)
          .atLeast("time_limit", timeLimit, Duration.ofMillis(1))
          .range("at_once", atOnce, 1, 100)
          .range("max_body_bytes", maxBodyBytes, 1024, 1 << 24)
          .done();
    }
  }

  /**
   * Continuous queries.
   *
   * @param maxQueries active ones of a team and environment
   * @param minimumGap least that may be asked for between two runs for one user
   * @param defaultGap between two runs when none is asked for
   * @param knownFor how long it may be remembered that a team has none
   * @param slots runs at once on a node
   * @param claimEvery pace of looking for due runs
   * @param lease of a run
   * @param tries of a run that ends in a fault
   * @param timeLimit of one run
   * @param history how long ended tasks are listed
   */
  public record Continuous(
      int maxQueries,
      Duration minimumGap,
      Duration defaultGap,
      Duration knownFor,
      int slots,
      Duration claimEvery,
      Duration lease,
      int tries,
      Duration timeLimit,
      Duration history) {
    public Continuous {
      Check.of("continuous")
          .range("max_queries", maxQueries, 1, 10_000)
          .atLeast("minimum_gap", minimumGap, Duration.ofMillis(1))
          .atLeast("default_gap", defaultGap, Duration.ZERO)
          .atLeast("known_for", knownFor, Duration.ZERO)
          .range("slots", slots, 1, 100)
          .atLeast("claim_every", claimEvery, Duration.ofMillis(10))
          .atLeast("lease", lease, Duration.ofMillis(100))
          .range("tries", tries, 1, 100)
          .atLeast("time_limit", timeLimit, Duration.ofMillis(1))
          .atLeast("history", history, Duration.ofHours(1))
          .done();
    }
  }

  /**
   * @param page days of one page of the ledger
   * @param maxDays longest range of the ledger and of mapping again, in days
   * @param documents provider documents that one explanation names
   * @param slots runs of mapping again at once on one node
   * @param lease how long a claimed run is safe from other claimants without a heartbeat
   * @param claimEvery pace of looking for due runs without being told
   * @param tries how often a run may meet a busy database before it fails
   */
  public record Explain(
      int page,
      int maxDays,
      int documents,
      int slots,
      Duration lease,
      Duration claimEvery,
      int tries) {
    public Explain {
      Check.of("explain")
          .range("page", page, 1, 100_000)
          .range("max_days", maxDays, 1, 3660)
          .range("documents", documents, 1, 1000)
          .range("slots", slots, 1, 64)
          .atLeast("lease", lease, Duration.ofMillis(100))
          .atLeast("claim_every", claimEvery, Duration.ofMillis(10))
          .range("tries", tries, 1, 20)
          .done();
    }
  }

  /**
   * @param waits pause before attempt 2, 3, …; their number and 1 make the attempts
   * @param timeout of one attempt
   * @param jitter upward share of a pause, at most jitterMax
   * @param perEndpoint attempts in flight at one endpoint
   * @param perNode attempts in flight on this node
   * @param slice deliveries that one read takes into memory for a shard
   * @param readGap pause between two reads of a shard
   * @param settingsLife how old the settings of an endpoint may be when an attempt starts
   * @param resultWait how long a result may wait to be written together with others
   * @param keepAlive how long an unused connection to a receiver stays open
   * @param disableAfter an endpoint that fails for so long is disabled; the clock starts at the
   *     first of two failures that are disablePairMin to disablePairMax apart
   */
  public record Webhook(
      List<Duration> waits,
      Duration timeout,
      double jitter,
      Duration jitterMax,
      int perEndpoint,
      int perNode,
      int shards,
      int maxEndpoints,
      int maxResponseBytes,
      Duration pollEvery,
      int slice,
      Duration readGap,
      Duration settingsLife,
      Duration resultWait,
      int resultBatch,
      Duration keepAlive,
      Duration oldKeyLife,
      int maxOldKeys,
      boolean legacyEventFields,
      Duration disableAfter,
      Duration disablePairMin,
      Duration disablePairMax,
      Breaker breaker,
      DeliveryLimits limits) {
    public Webhook {
      waits = List.copyOf(waits);
      Check.of("webhook")
          .atLeast("timeout", timeout, Duration.ofMillis(10))
          .atLeast("poll_every", pollEvery, Duration.ofMillis(5))
          .atLeast("read_gap", readGap, Duration.ofMillis(1))
          .atLeast("result_wait", resultWait, Duration.ofMillis(1))
          .between("settings_life", settingsLife, Duration.ofMillis(50), Duration.ofMillis(1900))
          .range("slice", slice, 1, 10_000)
          .range("result_batch", resultBatch, 1, 10_000)
          .range("max_response_bytes", maxResponseBytes, 0, 1 << 20)
          .range("max_endpoints", maxEndpoints, 1, 100_000)
          .range("per_endpoint", perEndpoint, 1, 1000)
          .range("per_node", perNode, 1, 100_000)
          .range("shards", shards, 1, 1024)
          .between("old_key_life", oldKeyLife, Duration.ZERO, Duration.ofDays(7))
          .done();
    }

    /** Most attempts that a node has in flight, slow ones included. */
    public int inFlight() {
      return perNode + limits.slowPerNode();
    }
  }

  /**
   * Connections to the brokers of streaming destinations.
   *
   * @param idle how long an unused one stays open
   */
  public record Stream(Duration idle) {
    public Stream {
      Check.of("stream").atLeast("idle", idle, Duration.ofMillis(20)).done();
    }
  }

  /**
   * @param every pace of what is due soon: erasure, ended demo users and ingestion, expired tokens
   * @param retentionEvery pace of looking for old rows
   * @param batch rows of one step in one transaction
   * @param eraseRows data rows of a deleted user that go in one transaction
   * @param payloads how long the bodies of messages are kept
   * @param attempts how long messages and their delivery attempts are kept
   * @param jobs how long finished pulls and triggers are kept
   * @param sessions how long a link session is known after its end
   */
  public record Housekeeping(
      Duration every,
      Duration retentionEvery,
      int batch,
      int eraseRows,
      Duration payloads,
      Duration attempts,
      Duration jobs,
      Duration sessions) {
    public Housekeeping {
      Check.of("housekeeping")
          .atLeast("every", every, Duration.ofMillis(10))
          .atLeast("retention_every", retentionEvery, Duration.ofMillis(10))
          .range("batch", batch, 1, 100_000)
          .range("erase_rows", eraseRows, 1, 1_000_000)
          .atLeast("payloads", payloads, Duration.ofDays(2))
          .atLeast("attempts", attempts, payloads)
          .atLeast("jobs", jobs, Duration.ofDays(1))
          .atLeast("sessions", sessions, Duration.ZERO)
          .done();
    }
  }

  /**
   * Stops attempts at an endpoint that does not answer.
   *
   * @param attempts fewest attempts in the window for it to open
   * @param share of them that had no answer
   * @param probeFirst pause before the first probe; it doubles up to probeMax
   */
  public record Breaker(
      int attempts, Duration window, double share, Duration probeFirst, Duration probeMax) {
    public Breaker {
      Check.of("webhook.breaker")
          .range("attempts", attempts, 1, 1_000_000)
          .atLeast("window", window, Duration.ofMillis(60))
          .atLeast("probe_first", probeFirst, Duration.ofMillis(1))
          .atLeast("probe_max", probeMax, probeFirst)
          .done();
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
      Check.of("trigger")
          .range("connections", connections, 0, 1_000_000)
          .range("unfinished", unfinished, 0, 1_000_000)
          .done();
      if (connections == 0 && unfinished == 0) {
        throw new IllegalArgumentException("trigger: connections or unfinished must be above 0");
      }
    }
  }

  /**
   * The installation's own application at a provider and where that provider is.
   *
   * @param enabled whether the slug is offered on this installation
   * @param apiUrl base of data and token calls
   * @param authoriseUrl the page users are sent to
   * @param clientId empty = no default application, teams need their own
   */
  public record ProviderApp(
      boolean enabled,
      String apiUrl,
      String authoriseUrl,
      String clientId,
      String clientSecret,
      int quotaCalls,
      Duration quotaPer,
      Duration callTimeout) {
    public ProviderApp {
      Check.of("providers")
          .urlOrEmpty("api_url", apiUrl)
          .urlOrEmpty("authorise_url", authoriseUrl)
          .range("quota_calls", quotaCalls, 1, 10_000_000)
          .done();
    }

    @Override
    public String toString() {
      return "ProviderApp[" + apiUrl + ", client " + clientId + ", secret ***]";
    }
  }
}
