package io.tributary.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Resilience test of report parsing: {@code report-drill [--jobs 20] [--kills 1] [--seed 7]}. It
 * sends reports, every other one scanned, to the service as {@code scripts/run} starts it, and
 * kills it with SIGKILL while they are read. It verifies that every job is completed, no value is
 * wrong, each change is announced once, and no file is left on disk. The exit code is 1 if not.
 */
public final class ReportResilienceTest {
  private static final long LIMIT_SECONDS = 600;

  private final PrintStream out = System.out;
  private final int jobs;
  private final int kills;
  private final Random random;

  private ReportResilienceTest(int jobs, int kills, long seed) {
    this.jobs = jobs;
    this.kills = kills;
    this.random = new Random(seed);
  }

  public static void main(String[] args) throws Exception {
    ResilienceTestRun drill =
        ResilienceTestRun.of("resilience-test report [--jobs 20] [--kills 1] [--seed 7]", args);
    drill.run(
        new ReportResilienceTest(drill.number("jobs"), drill.number("kills"), drill.seed())::run);
  }

  private boolean run(Path root, Path work, String database) throws Exception {
    Map<String, String> settings =
        Map.of(
            "TRIBUTARY_REPORT_LEASE", "3s",
            "TRIBUTARY_LAB_TESTS_CATALOGUE_DIR", "");
    try (ServiceRun service = new ServiceRun(root, work, "report-drill", database, settings)) {
      service.start();
      sql(
          database,
          "update team_environment set lab_feature_flags = lab_feature_flags ||"
              + " '{report_parsing}'");
      String user =
          service
              .call("POST", "/v2/user", Json.object().put("client_user_id", "drill"))
              .path("user_id")
              .asText();
      Map<String, RandomLabReport> sent = new LinkedHashMap<>();
      List<RandomLabReport> reports = new ArrayList<>();
      for (int i = 0; i < jobs; i++) {
        reports.add(RandomLabReport.generate(random, i % 2 == 1));
      }
      long begin = System.nanoTime();
      try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<String>> ids =
            reports.stream().map(r -> each.submit(() -> upload(service, user, r.file()))).toList();
        for (int i = 0; i < jobs; i++) {
          sent.put(ids.get(i).get(), reports.get(i));
        }
      }
      out.printf("uploaded=%d seconds=%.1f%n", jobs, seconds(begin));
      for (int i = 0; i < kills; i++) {
        kill(service, database);
      }
      long[] most = {0};
      SinkProcess.await(
          "all jobs ended",
          LIMIT_SECONDS,
          () -> {
            most[0] = Math.max(most[0], service.treeResidentKilobytes());
            return openJobs(database) == 0;
          });
      out.printf("ended=%d seconds=%.1f%n", jobs, seconds(begin));
      out.printf("peak memory of the service and its parsers=%d MiB%n", most[0] / 1024);
      boolean right = checkResults(service, sent);
      boolean once = checkEvents(database, sent.keySet());
      long left = files(work.resolve("report-drill").resolve("reports"));
      out.printf("files left on disk=%d%n", left);
      return right && once && left == 0;
    }
  }

  /** Kills the service while some reports are being read and others wait. */
  private void kill(ServiceRun service, String database) {
    SinkProcess.await(
        "a job is being read", LIMIT_SECONDS, () -> ResilienceTestRun.count(database, LEASED) > 0);
    SinkProcess.pause(random.nextInt(400));
    Map<String, Long> before = statuses(database);
    service.kill();
    long begin = System.nanoTime();
    service.start();
    out.printf("killed with jobs %s, ready again after %.1f s%n", before, seconds(begin));
  }

  private static final String LEASED =
      "select count(*) from parsing_job where status = 'started' and lease_expires_at > now()";

  private static long openJobs(String database) {
    return ResilienceTestRun.count(
        database, "select count(*) from parsing_job where status in ('upload_pending', 'started')");
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private String upload(ServiceRun service, String user, byte[] pdf) throws IOException {
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    write(form, "--cut\r\ncontent-disposition: form-data; name=\"user_id\"\r\n\r\n" + user);
    write(
        form,
        "\r\n--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"r.pdf\"\r\n"
            + "content-type: application/pdf\r\n\r\n");
    form.write(pdf);
    write(form, "\r\n--cut--\r\n");
    return service
        .post("/lab_report/v1/parser/job", "multipart/form-data; boundary=cut", form.toByteArray())
        .path("id")
        .asText();
  }

  private static void write(ByteArrayOutputStream to, String text) throws IOException {
    to.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Verifies the results. Values of scanned pages may be withheld, because no reviewer confirms
   * them, but none may be wrong.
   */
  private boolean checkResults(ServiceRun service, Map<String, RandomLabReport> sent)
      throws IOException {
    Map<String, Integer> ends = new TreeMap<>();
    int completed = 0;
    int right = 0;
    int wrong = 0;
    int missing = 0;
    for (Map.Entry<String, RandomLabReport> e : sent.entrySet()) {
      JsonNode job = service.call("GET", "/lab_report/v1/parser/job/" + e.getKey(), null);
      Map<String, String> left = new TreeMap<>(e.getValue().values());
      for (JsonNode r : job.at("/data/results")) {
        String value = left.remove(r.path("test_name").asText());
        boolean same = r.path("value").asText().equals(value);
        right += same ? 1 : 0;
        wrong += same ? 0 : 1;
      }
      missing += e.getValue().scanned() ? 0 : left.size();
      completed += job.path("status").asText().equals("completed") ? 1 : 0;
      String reason = job.path("failure_reason").asText("");
      ends.merge(
          (job.path("status").asText() + " " + (reason.equals("null") ? "" : reason)).strip(),
          1,
          Integer::sum);
    }
    out.printf(
        "outcomes=%s values correct=%d wrong=%d missing in text reports=%d%n",
        ends, right, wrong, missing);
    return completed == sent.size() && wrong == 0 && missing == 0;
  }

  /** Verifies that each job was announced exactly twice: its creation and its end. */
  private boolean checkEvents(String database, Set<String> ids) throws SQLException {
    Map<String, Long> counts = new LinkedHashMap<>();
    boolean once = true;
    try (Connection c = ResilienceTestRun.connect(database);
        PreparedStatement s =
            c.prepareStatement(
                """
                select event_type || ' ' || (convert_from(body, 'UTF8')::jsonb #>> '{data,status}'),
                       count(*)
                  from message
                 where convert_from(body, 'UTF8')::jsonb #>> '{data,id}' = ? group by 1
                """)) {
      for (String id : ids) {
        s.setString(1, id);
        int kinds = 0;
        try (ResultSet r = s.executeQuery()) {
          while (r.next()) {
            counts.merge(r.getString(1), r.getLong(2), Long::sum);
            once &= r.getLong(2) == 1;
            kinds++;
          }
        }
        once &= kinds == 2;
      }
    }
    out.printf("events=%s each exactly once=%s%n", counts, once);
    return once;
  }

  private static Map<String, Long> statuses(String database) {
    Map<String, Long> counts = new TreeMap<>();
    try (Connection c = ResilienceTestRun.connect(database);
        Statement s = c.createStatement();
        ResultSet r = s.executeQuery("select status, count(*) from parsing_job group by 1")) {
      while (r.next()) {
        counts.put(r.getString(1), r.getLong(2));
      }
      return counts;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sql(String database, String sql) throws SQLException {
    try (Connection c = ResilienceTestRun.connect(database);
        Statement s = c.createStatement()) {
      s.execute(sql);
    }
  }

  private static long files(Path dir) throws IOException {
    if (!Files.isDirectory(dir)) {
      return 0;
    }
    try (Stream<Path> all = Files.walk(dir)) {
      return all.filter(Files::isRegularFile).count();
    }
  }
}
