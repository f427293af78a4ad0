package io.tributary.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.kernel.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;

/**
 * {@code ReportDrill [--jobs 20] [--kills 1] [--seed 7]}: sends reports to the service as {@code
 * scripts/run} starts it, ends it with SIGKILL while they are read, and looks how they end: every
 * job completed with all of its results, each change told once, no file left on the disk. Exit code
 * 1 when it is otherwise.
 */
public final class ReportDrill {
  private static final long LIMIT_SECONDS = 600;
  private static final int ROWS = 12;

  private final PrintStream out = System.out;
  private final int jobs;
  private final int kills;
  private final Random random;

  private ReportDrill(int jobs, int kills, long seed) {
    this.jobs = jobs;
    this.kills = kills;
    this.random = new Random(seed);
  }

  public static void main(String[] args) throws Exception {
    int jobs = 20;
    int kills = 1;
    long seed = 7;
    for (int i = 0; i + 1 < args.length; i += 2) {
      switch (args[i]) {
        case "--jobs" -> jobs = Integer.parseInt(args[i + 1]);
        case "--kills" -> kills = Integer.parseInt(args[i + 1]);
        case "--seed" -> seed = Long.parseLong(args[i + 1]);
        default -> {
          System.err.println("report-drill [--jobs 20] [--kills 1] [--seed 7]");
          System.exit(2);
        }
      }
    }
    Path root = Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath();
    Path work = Files.createTempDirectory("tributary-reports-");
    EmbeddedPostgres postgres =
        EmbeddedPostgres.start(
            new EmbeddedPostgres.Settings(
                work.resolve("postgres"), Duration.ofMinutes(2), Map.of()),
            line -> {});
    boolean good;
    try {
      good = new ReportDrill(jobs, kills, seed).run(root, work, postgres.url());
    } finally {
      postgres.stop();
    }
    if (good) {
      Ground.delete(work);
    }
    System.exit(good ? 0 : 1);
  }

  private boolean run(Path root, Path work, String database) throws Exception {
    Map<String, String> settings =
        Map.of(
            "TRIBUTARY_REPORT_PARSING_LEASE", "3s",
            "TRIBUTARY_LAB_TESTS_CATALOGUE", "");
    try (ServiceRun service = new ServiceRun(root, work, "report-drill", database, settings)) {
      service.start();
      sql(
          database,
          "update team_environment set lab_switches = lab_switches || '{report_parsing}'");
      String user =
          service
              .call("POST", "/v2/user", Json.object().put("client_user_id", "drill"))
              .path("user_id")
              .asText();
      long begin = System.nanoTime();
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < jobs; i++) {
        ids.add(upload(service, user));
      }
      out.printf("uploaded=%d seconds=%.1f%n", jobs, seconds(begin));
      for (int i = 0; i < kills; i++) {
        kill(service, database);
      }
      SinkProcess.await("all jobs ended", LIMIT_SECONDS, () -> open(database) == 0);
      out.printf("ended=%d seconds=%.1f%n", jobs, seconds(begin));
      boolean right = results(service, ids);
      boolean once = events(database, ids);
      long left = files(work.resolve("report-drill").resolve("reports"));
      out.printf("files left on the disk=%d%n", left);
      return right && once && left == 0;
    }
  }

  /** While some are read and others wait. */
  private void kill(ServiceRun service, String database) {
    SinkProcess.await("a job is being read", LIMIT_SECONDS, () -> count(database, LEASED) > 0);
    SinkProcess.pause(random.nextInt(400));
    Map<String, Long> before = statuses(database);
    service.kill();
    long begin = System.nanoTime();
    service.start();
    out.printf("killed with %s, serving again after %.1f s%n", before, seconds(begin));
  }

  private static final String LEASED =
      "select count(*) from parsing_job where status = 'started' and lease_until > now()";

  private static long open(String database) {
    return count(
        database, "select count(*) from parsing_job where status in ('upload_pending', 'started')");
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private String upload(ServiceRun service, String user) throws IOException {
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    write(form, "--cut\r\ncontent-disposition: form-data; name=\"user_id\"\r\n\r\n" + user);
    write(
        form,
        "\r\n--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"r.pdf\"\r\n"
            + "content-type: application/pdf\r\n\r\n");
    form.write(pdf());
    write(form, "\r\n--cut--\r\n");
    return service
        .send("/lab_report/v1/parser/job", "multipart/form-data; boundary=cut", form.toByteArray())
        .path("id")
        .asText();
  }

  private static void write(ByteArrayOutputStream to, String text) throws IOException {
    to.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** A page with a table, some numbers of it different each time. */
  private byte[] pdf() throws IOException {
    String[] names = {
      "Sodium",
      "Potassium",
      "Chloride",
      "Glucose",
      "Creatinine",
      "Calcium",
      "Albumin",
      "Total Protein",
      "Total Bilirubin",
      "Magnesium",
      "Phosphate",
      "Ferritin"
    };
    String[] tails = {
      "mmol/L 135 - 145", "mmol/L 3.5 - 5.1", "mmol/L 98 - 107", "mg/dL 70 - 99", "mg/dL 0.6 - 1.2",
      "mg/dL 8.6 - 10.2", "g/dL 3.5 - 5.0", "g/dL 6.0 - 8.3", "mg/dL 0.2 - 1.2", "mg/dL 1.7 - 2.4",
      "mg/dL 2.5 - 4.5", "ng/mL 30 - 400"
    };
    try (PDDocument document = new PDDocument();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream()) {
      PDPage page = new PDPage(PDRectangle.LETTER);
      document.addPage(page);
      try (PDPageContentStream to = new PDPageContentStream(document, page)) {
        text(to, 60, 740, "Invented Laboratory - Final Report");
        text(to, 60, 715, "Patient: Jane Sample   DOB: 1980-02-03   Collected: 2026-03-01");
        line(to, 680, "Test Name", "Result", "Units", "Reference Range");
        for (int i = 0; i < ROWS; i++) {
          String[] tail = tails[i].split(" ", 2);
          String[] bounds = tail[1].split(" - ");
          double low = Double.parseDouble(bounds[0]);
          double high = Double.parseDouble(bounds[1]);
          boolean whole = !bounds[0].contains(".");
          double value = low + (high - low) * random.nextDouble();
          line(
              to,
              655 - 22 * i,
              names[i],
              whole ? Long.toString(Math.round(value)) : String.format("%.1f", value),
              tail[0],
              tail[1]);
        }
      }
      document.save(bytes);
      return bytes.toByteArray();
    }
  }

  private static void line(PDPageContentStream to, float y, String... cells) throws IOException {
    float[] columns = {60, 230, 320, 420};
    for (int i = 0; i < cells.length; i++) {
      text(to, columns[i], y, cells[i]);
    }
  }

  private static void text(PDPageContentStream to, float x, float y, String text)
      throws IOException {
    to.beginText();
    to.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 10);
    to.newLineAtOffset(x, y);
    to.showText(text);
    to.endText();
  }

  private boolean results(ServiceRun service, List<String> ids) throws IOException {
    Map<String, Integer> ends = new TreeMap<>();
    int whole = 0;
    for (String id : ids) {
      JsonNode job = service.call("GET", "/lab_report/v1/parser/job/" + id, null);
      String reason = job.path("failure_reason").asText("");
      ends.merge(
          (job.path("status").asText() + " " + (reason.equals("null") ? "" : reason)).strip(),
          1,
          Integer::sum);
      whole += job.at("/data/results").size() == ROWS ? 1 : 0;
    }
    out.printf("ends=%s with all %d results=%d%n", ends, ROWS, whole);
    return whole == ids.size();
  }

  /** Each job has been told twice: that it is there and how it ended. */
  private boolean events(String database, List<String> ids) throws SQLException {
    Map<String, Long> counts = new LinkedHashMap<>();
    boolean once = true;
    try (Connection c = connect(database);
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
    out.printf("events=%s each once=%s%n", counts, once);
    return once;
  }

  private static Map<String, Long> statuses(String database) {
    Map<String, Long> counts = new TreeMap<>();
    try (Connection c = connect(database);
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

  private static long count(String database, String sql) {
    try (Connection c = connect(database);
        Statement s = c.createStatement();
        ResultSet r = s.executeQuery(sql)) {
      r.next();
      return r.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Connection connect(String database) throws SQLException {
    URI uri = URI.create(database);
    String[] login = uri.getUserInfo().split(":", 2);
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d%s".formatted(uri.getHost(), uri.getPort(), uri.getPath()),
        login[0],
        login[1]);
  }

  private static void sql(String database, String sql) throws SQLException {
    try (Connection c = connect(database);
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
