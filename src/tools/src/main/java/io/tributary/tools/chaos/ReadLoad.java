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
 * Clients that read what is there. An answer may be 503 or 429 while a fault lasts, and nothing
 * else but what was asked for.
 */
final class ReadLoad implements ChaosWorkload {
  private static final int PAUSE_MILLIS = 250;
  private static final String USER = "read-about";

  private static final Set<Integer> MAY = Set.of(200, 429, 503);
  private static final List<String> PATHS =
      List.of(
          "/v2/user",
          "/v2/providers",
          "/v3/lab_tests",
          "/v3/orders",
          "/v2/user/resolve/" + USER,
          "/health/ready");

  private final LoadBalancer door;
  private final int readers;
  private final AtomicLong answers = new AtomicLong();

  /** Answers that no reader may get: status and path, to how often. */
  private final Map<String, LongAdder> wrong = new ConcurrentSkipListMap<>();

  ReadLoad(LoadBalancer door, int readers) {
    this.door = door;
    this.readers = readers;
  }

  @Override
  public void run(BooleanSupplier going) throws Exception {
    UserCreator.make(door, USER);
    WorkerThreads crew = new WorkerThreads();
    for (int i = 0; i < readers; i++) {
      int first = i;
      crew.start(Thread.ofVirtual().name("reader " + i), () -> read(first, crew.whole(going)));
    }
    crew.join();
  }

  private void read(int first, BooleanSupplier going) {
    for (int i = first; going.getAsBoolean(); i++) {
      String path = PATHS.get(i % PATHS.size());
      try {
        int status = door.once("GET", path, null, "text/plain", Map.of()).status();
        if (status == 200) {
          answers.incrementAndGet();
        } else if (!MAY.contains(status)) {
          wrong.computeIfAbsent(status + " to " + path, w -> new LongAdder()).increment();
        }
      } catch (LoadBalancer.Lost away) {
        // counted there
      }
      LoadBalancer.pause(PAUSE_MILLIS);
    }
  }

  @Override
  public String unit() {
    return "reads";
  }

  @Override
  public long done() {
    return answers.get();
  }

  @Override
  public int leastInTenMinutes() {
    return 100;
  }

  @Override
  public List<ConsistencyCheck> recount(ConsistencyView outside) {
    List<ConsistencyCheck> out = new ArrayList<>();
    long faults = 0;
    for (Map.Entry<String, Long> e : door.counts().entrySet()) {
      out.add(ConsistencyCheck.told("answers of status " + e.getKey(), e.getValue()));
      boolean ours = e.getKey().startsWith("5") && !e.getKey().equals("503");
      faults += ours ? e.getValue() : 0;
    }
    out.add(ConsistencyCheck.none("  that tell of a fault of ours", faults));
    wrong.forEach(
        (what, n) -> out.add(ConsistencyCheck.none("  reads answered with " + what, n.sum())));
    return out;
  }
}
