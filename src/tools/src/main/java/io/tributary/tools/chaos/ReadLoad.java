package io.tributary.tools.chaos;

import io.tributary.tools.bench.WorkerThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * Workload of read requests. A response may be 503 or 429 during a fault; otherwise it must be 200.
 */
final class ReadLoad implements ChaosWorkload {
  private static final int PAUSE_MILLIS = 250;
  private static final String USER = "read-about";

  private static final Set<Integer> EXPECTED_STATUSES = Set.of(200, 429, 503);
  private static final List<String> PATHS =
      List.of(
          "/v2/user",
          "/v2/providers",
          "/v3/lab_tests",
          "/v3/orders",
          "/v2/user/resolve/" + USER,
          "/health/ready");

  private final LoadBalancer loadBalancer;
  private final int readers;
  private final AtomicLong answers = new AtomicLong();

  /** Number of invalid responses by status and path. */
  private final Map<String, LongAdder> unexpectedResponses = new ConcurrentSkipListMap<>();

  ReadLoad(LoadBalancer door, int readers) {
    this.loadBalancer = door;
    this.readers = readers;
  }

  @Override
  public void run(BooleanSupplier going) throws Exception {
    UserCreator.create(loadBalancer, USER);
    WorkerThreads crew = new WorkerThreads();
    for (int i = 0; i < readers; i++) {
      int first = i;
      crew.start(
          Thread.ofVirtual().name("reader " + i), () -> read(first, crew.untilFailure(going)));
    }
    crew.join();
  }

  private void read(int first, BooleanSupplier going) {
    for (int i = first; going.getAsBoolean(); i++) {
      String path = PATHS.get(i % PATHS.size());
      try {
        int status = loadBalancer.callOnce("GET", path, null, "text/plain", Map.of()).status();
        if (status == 200) {
          answers.incrementAndGet();
        } else if (!EXPECTED_STATUSES.contains(status)) {
          unexpectedResponses
              .computeIfAbsent(status + " to " + path, w -> new LongAdder())
              .increment();
        }
      } catch (LoadBalancer.ResponseLostException away) {
        // Counted by the load balancer.
      }
      LoadBalancer.pause(PAUSE_MILLIS);
    }
  }

  @Override
  public String unit() {
    return "reads";
  }

  @Override
  public long doneCount() {
    return answers.get();
  }

  @Override
  public int minPerTenMinutes() {
    return 100;
  }

  @Override
  public List<ConsistencyCheck> verify(ConsistencyView outside) {
    List<ConsistencyCheck> out = new ArrayList<>();
    long faults = 0;
    for (Map.Entry<String, Long> e : loadBalancer.counts().entrySet()) {
      out.add(ConsistencyCheck.info("responses: " + e.getKey(), e.getValue()));
      boolean ours = e.getKey().startsWith("5") && !e.getKey().equals("503");
      faults += ours ? e.getValue() : 0;
    }
    out.add(ConsistencyCheck.mustBeZero("  server errors other than 503", faults));
    unexpectedResponses.forEach(
        (what, n) -> out.add(ConsistencyCheck.mustBeZero("  reads with status " + what, n.sum())));
    return out;
  }
}
