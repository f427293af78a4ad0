package io.tributary.bench.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Clients that read. An answer may be 503 while a fault lasts; it may not be one that tells of a
 * fault of ours.
 */
final class ReadLoad implements Load {
  private static final int PAUSE_MILLIS = 250;
  private static final List<String> PATHS =
      List.of(
          "/v2/user",
          "/v2/providers",
          "/v3/lab_tests",
          "/v3/orders",
          "/v2/user/resolve/phone-0",
          "/health/ready");

  private final Door door;
  private final int readers;
  private final AtomicLong answers = new AtomicLong();

  ReadLoad(Door door, int readers) {
    this.door = door;
    this.readers = readers;
  }

  @Override
  public void run(BooleanSupplier going) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < readers; i++) {
      int first = i;
      threads.add(Thread.ofVirtual().name("reader " + i).start(() -> read(first, going)));
    }
    for (Thread t : threads) {
      t.join();
    }
  }

  private void read(int first, BooleanSupplier going) {
    for (int i = first; going.getAsBoolean(); i++) {
      try {
        door.once("GET", PATHS.get(i % PATHS.size()), null, "text/plain", Map.of());
        answers.incrementAndGet();
      } catch (Door.Lost away) {
        // counted there
      }
      Door.pause(PAUSE_MILLIS);
    }
  }

  @Override
  public String progress() {
    return answers + " reads";
  }

  @Override
  public String waitsFor(Outside outside) {
    return "";
  }

  @Override
  public List<Check> recount(Outside outside) {
    List<Check> out = new ArrayList<>();
    long faults = 0;
    for (Map.Entry<String, Long> e : door.counts().entrySet()) {
      out.add(Check.told("answers of status " + e.getKey(), e.getValue()));
      boolean ours = e.getKey().startsWith("5") && !e.getKey().equals("503");
      faults += ours ? e.getValue() : 0;
    }
    out.add(Check.none("  that tell of a fault of ours", faults));
    return out;
  }
}
