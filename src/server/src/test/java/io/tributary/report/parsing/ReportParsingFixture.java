package io.tributary.report.parsing;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.audit.AuditTrail;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.event.Outbox;
import io.tributary.http.HttpVerticle;
import io.tributary.http.Routes;
import io.tributary.http.SharedHttpLimits;
import io.tributary.metrics.Metrics;
import io.tributary.report.reader.ReaderService;
import io.tributary.team.ApiKeyAuthenticator;
import io.tributary.team.Bootstrap;
import io.tributary.team.FeatureFlagCache;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResources;
import io.tributary.testkit.TestResponse;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The report parsing feature alone, with a database and scripted readers; reached over HTTP. */
final class ReportParsingFixture implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  static final String JOBS = "/lab_report/v1/parser/job";

  final String database;
  final Vertx vertx = Vertx.vertx();
  final Db db;
  final Bootstrap.FirstTeam first;
  final ScriptedReportReader reader;
  final Path data;
  private final int port;
  private final ReportParsingFeature reports;
  private String worker;

  /** Starts it on a new database. */
  static ReportParsingFixture open(Path data, String... settings) {
    return new ReportParsingFixture(
        TestNode.newMigratedDatabase(), data, null, new ScriptedReportReader(), settings);
  }

  /** Starts another node on the same database with its own readers. */
  ReportParsingFixture startPeer(String... settings) {
    return new ReportParsingFixture(database, data, first, new ScriptedReportReader(), settings);
  }

  private ReportParsingFixture(
      String database,
      Path data,
      Bootstrap.FirstTeam known,
      ScriptedReportReader reader,
      String... settings) {
    this.database = database;
    this.data = data;
    this.reader = reader;
    ServiceConfig config = config(data, settings);
    db = Db.open(vertx, database, config.db());
    db.queueNotifier().listen();
    Bootstrap.FirstTeam made =
        new Bootstrap(db, config.bootstrap(), "us", proposal -> proposal).run();
    first = known == null ? made : known;
    if (known == null) {
      switches("report_parsing", "report_human_review");
    }
    reports =
        new ReportParsingFeature(
            vertx,
            db,
            config,
            "node-" + Ids.randomHex(4),
            new Outbox(),
            new Encryption(new byte[32]),
            new FeatureFlagCache(db, config.auth()),
            reader,
            reader,
            new Metrics());
    startWorker();
    port = config.http().port();
    vertx
        .deployVerticle(
            new HttpVerticle(
                config.http(),
                Routes.of(List.of(reports.routes())),
                new ApiKeyAuthenticator(db, config.auth()),
                SharedHttpLimits.of(config.http(), config.rateLimit(), new Metrics()),
                db,
                AuditTrail.NONE))
        .await();
  }

  private static ServiceConfig config(Path data, String... settings) {
    Map<String, String> env = new HashMap<>();
    env.put("TRIBUTARY_HTTP_PORT", Integer.toString(TestResources.port()));
    env.put("TRIBUTARY_HTTP_HOST", "127.0.0.1");
    env.put("TRIBUTARY_DB_POOL_SIZE", "8");
    env.put("TRIBUTARY_DB_CONNECT_TIMEOUT", "10s");
    // Tests hold locks until other transactions are seen to wait.
    env.put("TRIBUTARY_DB_LOCK_TIMEOUT", "30s");
    env.put("TRIBUTARY_AUTH_CACHE_TTL", "0ms");
    env.put("TRIBUTARY_DATA_DIR", data.toString());
    env.put("TRIBUTARY_NODE_SHUTDOWN_TIMEOUT", "4s");
    env.put("TRIBUTARY_REPORT_CLAIM_INTERVAL", "100ms");
    env.put("TRIBUTARY_REPORT_RETRY_SCHEDULE", "50ms");
    for (int i = 0; i < settings.length; i += 2) {
      env.put(settings[i], settings[i + 1]);
    }
    try {
      return ConfigLoader.load(Path.of("no-conf"), env);
    } catch (ConfigException e) {
      throw new IllegalArgumentException(e);
    }
  }

  void switches(String... on) {
    db.query("update team_environment set lab_feature_flags = $1", (Object) on);
  }

  /** Creates a user in the first team's sandbox. */
  UUID user() {
    UUID id = Ids.uuid();
    db.query(
        """
        insert into app_user (id, team_id, environment, client_user_id)
        values ($1, $2, 'sandbox', $3)
        """,
        id,
        first.team(),
        "client-" + id);
    return id;
  }

  /** The sandbox of another team with its own key and user. */
  record TeamSandbox(String apiKey, UUID user) {}

  TeamSandbox team() {
    TeamSandbox made = new TeamSandbox("sk_us_" + Ids.randomBase62(40), Ids.uuid());
    UUID id = Ids.uuid();
    db.query("insert into team (id, org_id, name) values ($1, $2, 'T')", id, first.org());
    db.query(
        """
        insert into team_environment (team_id, environment, lab_feature_flags)
        values ($1, 'sandbox', '{report_parsing}')
        """,
        id);
    db.query(
        """
        insert into api_key (id, team_id, environment, key_hash, key_hint)
        values ($1, $2, 'sandbox', $3, '')
        """,
        Ids.uuid(),
        id,
        Encryption.sha256(made.apiKey()));
    db.query(
        """
        insert into app_user (id, team_id, environment, client_user_id)
        values ($1, $2, 'sandbox', 'client')
        """,
        made.user(),
        id);
    return made;
  }

  /** One part of a form. */
  record FormPart(String head, byte[] content) {
    static FormPart field(String name, String value) {
      return new FormPart(
          "Content-Disposition: form-data; name=\"" + name + "\"\r\n",
          value.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * @param type content type, or null to omit it
     */
    static FormPart file(String type, byte[] content) {
      return new FormPart(
          "Content-Disposition: form-data; name=\"file\"; filename=\"any.name\"\r\n"
              + (type == null ? "" : "Content-Type: " + type + "\r\n"),
          content);
    }

    static FormPart pdf(String content) {
      return file("application/pdf", ("%PDF-" + content).getBytes(StandardCharsets.UTF_8));
    }
  }

  static byte[] form(FormPart... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (FormPart p : parts) {
      out.writeBytes(("--cut\r\n" + p.head() + "\r\n").getBytes(StandardCharsets.UTF_8));
      out.writeBytes(p.content());
      out.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    }
    out.writeBytes("--cut--\r\n".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  TestResponse upload(FormPart... parts) {
    return upload(Map.of(), parts);
  }

  TestResponse upload(Map<String, String> headers, FormPart... parts) {
    Map<String, String> all = new HashMap<>(headers);
    all.putIfAbsent("content-type", "multipart/form-data; boundary=cut");
    return send("POST", JOBS, form(parts), all);
  }

  /**
   * Uploads a PDF for this user. {@link ScriptedReportReader} documents the meaning of its content.
   */
  UUID uploadPdf(UUID user, String content, FormPart... more) {
    FormPart[] parts = java.util.Arrays.copyOf(more, more.length + 2);
    parts[more.length] = FormPart.field("user_id", user.toString());
    parts[more.length + 1] = FormPart.pdf(content);
    return UUID.fromString(upload(parts).expect(200).json().get("id").textValue());
  }

  TestResponse get(String path) {
    return send("GET", path, null, Map.of());
  }

  TestResponse send(String method, String path, byte[] body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(60))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    Map<String, String> all = new HashMap<>(headers);
    all.putIfAbsent("x-service-api-key", first.apiKey());
    all.forEach(request::header);
    try {
      HttpResponse<byte[]> r = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      return new TestResponse(r.statusCode(), r.headers(), r.body());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  int port() {
    return port;
  }

  JsonNode job(UUID id) {
    return get(JOBS + "/" + id).expect(200).json();
  }

  /** Returns status and reason, separated by a space. */
  String state(UUID id) {
    JsonNode job = job(id);
    return job.get("status").textValue()
        + Optional.ofNullable(job.get("failure_reason").textValue()).map(r -> " " + r).orElse("");
  }

  /** Returns type and status of a job's events, in order. */
  List<String> events(UUID id) {
    return RowMapping.list(
            db.query("select body from message order by id"),
            r -> Json.parse(r.getBuffer("body").getBytes()))
        .stream()
        .filter(b -> b.at("/data/id").asText().equals(id.toString()))
        .map(
            b ->
                b.get("event_type").textValue().replace("lab_report.parsing_job.", "")
                    + " "
                    + b.at("/data/status").textValue())
        .toList();
  }

  long jobs() {
    return db.query("select count(*) as n from parsing_job").iterator().next().getLong("n");
  }

  /** Returns the files that are left on the disk. */
  List<Path> remainingFiles() {
    try (var all = Files.walk(data)) {
      return all.filter(Files::isRegularFile).toList();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Returns the original files for reviewers, rendered by these readers. */
  OriginalFiles originals(ReaderService readers, Duration turn) {
    return reports.originals(readers, turn);
  }

  void startWorker() {
    worker =
        vertx
            .deployVerticle(
                reports.verticle(),
                new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
            .await();
  }

  void stopWorker() {
    vertx.undeploy(worker).await();
  }

  /** Stops like a killed process, without further writes. */
  void crash() {
    db.close().await();
    vertx.close().await();
  }

  @Override
  public void close() {
    crash();
  }
}
