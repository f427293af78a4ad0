package io.tributary.tools.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Times;
import io.tributary.tools.bench.WorkerThreads;
import io.tributary.tools.demo.SdkClient;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Workload of phones that push samples, each push after the previous one was acknowledged. */
final class PhoneLoad implements ChaosWorkload {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final int STEP_SECONDS = 7;
  private static final int MAX_SAMPLES_PER_PUSH = 40;
  private static final int PAUSE_MILLIS = 400;

  private final LoadBalancer loadBalancer;
  private final int phones;
  private final long seed;
  private final AtomicInteger pushes = new AtomicInteger();

  /** Number of acknowledged samples by user. */
  private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();

  PhoneLoad(LoadBalancer door, int phones, long seed) {
    this.loadBalancer = door;
    this.phones = phones;
    this.seed = seed;
  }

  @Override
  public void run(BooleanSupplier going) throws Exception {
    WorkerThreads crew = new WorkerThreads();
    for (int i = 0; i < phones; i++) {
      String user = UserCreator.create(loadBalancer, "phone-" + i);
      Random dice = new Random(seed + i);
      crew.start(
          Thread.ofVirtual().name("phone " + i), () -> push(user, dice, crew.untilFailure(going)));
    }
    crew.join();
  }

  private void push(String user, Random dice, BooleanSupplier going) {
    int next = 0;
    while (going.getAsBoolean()) {
      int n = 1 + dice.nextInt(MAX_SAMPLES_PER_PUSH);
      try {
        LoadBalancer.Reply r =
            loadBalancer.call(
                "POST", "/v2/timeseries/" + user + "/heartrate", body(next, n), Map.of(), going);
        if (!r.isHealthy()) {
          throw new IllegalStateException("a push was rejected: " + r.status() + " " + r.body());
        }
      } catch (LoadBalancer.ResponseLostException over) {
        return;
      }
      next += n;
      acknowledged.put(user, next);
      pushes.incrementAndGet();
      LoadBalancer.pause(dice.nextInt(PAUSE_MILLIS));
    }
  }

  private static ObjectNode body(int from, int n) {
    return SdkClient.HEALTH_CONNECT.heartRates(
        n,
        i -> Times.format(BEGIN.plusSeconds((long) (from + i) * STEP_SECONDS)),
        i -> value(from + i));
  }

  @Override
  public String unit() {
    return "pushes";
  }

  @Override
  public long doneCount() {
    return pushes.get();
  }

  @Override
  public int minPerTenMinutes() {
    return 200;
  }

  @Override
  public List<ConsistencyCheck> verify(ConsistencyView outside) {
    Map<String, Set<Integer>> told = new HashMap<>();
    LongAdder other = new LongAdder();
    outside.forEachEvent(
        event -> {
          String user = event.path("user_id").asText();
          if (acknowledged.containsKey(user)) {
            Set<Integer> had = told.computeIfAbsent(user, u -> new HashSet<>());
            for (JsonNode s : event.path("data").path("data")) {
              number(s)
                  .ifPresent(
                      n -> {
                        had.add(n);
                        if (s.path("value").asInt() != value(n)) {
                          other.increment();
                        }
                      });
            }
          }
        });
    long samples = 0;
    long untold = 0;
    long unread = 0;
    long wrong = 0;
    for (Map.Entry<String, Integer> e : acknowledged.entrySet()) {
      samples += e.getValue();
      Set<Integer> events = told.getOrDefault(e.getKey(), Set.of());
      Map<Integer, Integer> stored = stored(outside, e.getKey());
      for (int i = 0; i < e.getValue(); i++) {
        untold += events.contains(i) ? 0 : 1;
        Integer value = stored.get(i);
        unread += value == null ? 1 : 0;
        wrong += value != null && value != value(i) ? 1 : 0;
      }
    }
    return List.of(
        ConsistencyCheck.info("samples acknowledged", samples),
        ConsistencyCheck.mustBeZero("  missing in events", untold),
        ConsistencyCheck.mustBeZero("  missing when read back", unread),
        ConsistencyCheck.mustBeZero("  with a different value when read back", wrong),
        ConsistencyCheck.mustBeZero("  with another value in an event", other.sum()));
  }

  private static int value(int n) {
    return 40 + n % 150;
  }

  private static java.util.Optional<Integer> number(JsonNode sample) {
    return Times.parseInstant(sample.path("timestamp").asText())
        .map(at -> (int) (Duration.between(BEGIN, at).toSeconds() / STEP_SECONDS));
  }

  private static Map<Integer, Integer> stored(ConsistencyView outside, String user) {
    Map<Integer, Integer> out = new HashMap<>();
    String path =
        "/v2/timeseries/" + user + "/heartrate/grouped?start_date=2025-12-31&end_date=2027-01-01";
    outside.forEachSample(path, s -> number(s).ifPresent(n -> out.put(n, s.path("value").asInt())));
    return out;
  }
}
