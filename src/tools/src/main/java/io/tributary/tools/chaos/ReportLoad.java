package io.tributary.tools.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.tools.bench.RandomLabReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Workload of uploaded lab reports, each with different numbers. */
final class ReportLoad implements ChaosWorkload {
  private static final int PAUSE_MILLIS = 8000;

  private final LoadBalancer loadBalancer;
  private final Random random;
  private final Map<String, RandomLabReport> sent = new ConcurrentHashMap<>();

  ReportLoad(LoadBalancer door, long seed) {
    this.loadBalancer = door;
    this.random = new Random(seed);
  }

  @Override
  public void run(BooleanSupplier going) throws Exception {
    String user = UserCreator.create(loadBalancer, "reports");
    while (going.getAsBoolean()) {
      RandomLabReport report = RandomLabReport.generate(random, false);
      try {
        LoadBalancer.Reply r =
            loadBalancer.call(
                "POST",
                "/lab_report/v1/parser/job",
                form(user, report.file()),
                "multipart/form-data; boundary=cut",
                Map.of(),
                going);
        if (!r.isHealthy()) {
          throw new IllegalStateException("a report was rejected: " + r.status() + " " + r.body());
        }
        sent.put(r.body().path("id").asText(), report);
      } catch (LoadBalancer.ResponseLostException over) {
        return;
      }
      LoadBalancer.pause(PAUSE_MILLIS);
    }
  }

  private static byte[] form(String user, byte[] pdf) throws IOException {
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    form.write(
        ("--cut\r\ncontent-disposition: form-data; name=\"user_id\"\r\n\r\n"
                + user
                + "\r\n--cut\r\ncontent-disposition: form-data; name=\"file\";"
                + " filename=\"r.pdf\"\r\ncontent-type: application/pdf\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    form.write(pdf);
    form.write("\r\n--cut--\r\n".getBytes(StandardCharsets.US_ASCII));
    return form.toByteArray();
  }

  @Override
  public String unit() {
    return "reports";
  }

  @Override
  public long doneCount() {
    return sent.size();
  }

  @Override
  public int minPerTenMinutes() {
    return 10;
  }

  @Override
  public String pendingWork(ConsistencyView outside) {
    long open =
        outside.count(
            "select count(*) from parsing_job where status in ('upload_pending', 'started')");
    return open == 0 ? "" : open + " reports";
  }

  @Override
  public List<ConsistencyCheck> verify(ConsistencyView outside) {
    long unfinished = 0;
    long wrong = 0;
    long missing = 0;
    for (Map.Entry<String, RandomLabReport> e : sent.entrySet()) {
      JsonNode job = outside.get("/lab_report/v1/parser/job/" + e.getKey());
      unfinished += job.path("status").asText().equals("completed") ? 0 : 1;
      Map<String, String> left = new TreeMap<>(e.getValue().values());
      for (JsonNode r : job.at("/data/results")) {
        String value = left.remove(r.path("test_name").asText());
        wrong += r.path("value").asText().equals(value) ? 0 : 1;
      }
      missing += left.size();
    }
    Set<String> untold = new HashSet<>(sent.keySet());
    outside.forEachEvent(event -> untold.remove(event.at("/data/id").asText()));
    return List.of(
        ConsistencyCheck.info("reports acknowledged", sent.size()),
        ConsistencyCheck.mustBeZero("  not completed", unfinished),
        ConsistencyCheck.mustBeZero("  values wrong", wrong),
        ConsistencyCheck.mustBeZero("  values missing", missing),
        ConsistencyCheck.mustBeZero("  missing in events", untold.size()));
  }
}
