package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ProgramHelp;
import io.tributary.core.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Resilience test of uploads: {@code push-drill [--kills 50] [--phones 8] [--seed 7]}.
 *
 * <p>Phones push heart rates while the service is killed repeatedly, every second time together
 * with its PostgreSQL. A phone repeats a push until it is answered with 200. At the end all
 * acknowledged values are compared with the stored ones. The exit code is 0 only if nothing is
 * missing, wrong or superfluous.
 */
public final class UploadResilienceTest {
  private static final String USAGE = "resilience-test sdk [--kills 50] [--phones 8] [--seed 7]";

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final int STEP_SECONDS = 7;
  private static final int MAX_SAMPLES_PER_PUSH = 400;
  private static final int PAGE = 50_000;

  private final int kills;
  private final int phones;
  private final long seed;
  private final Path root = Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final AtomicInteger pushes = new AtomicInteger();
  private final AtomicInteger inDoubt = new AtomicInteger();
  private final AtomicLong unchangedSamples = new AtomicLong();

  private UploadResilienceTest(int kills, int phones, long seed) {
    this.kills = kills;
    this.phones = phones;
    this.seed = seed;
  }

  /** Phone with its user and the number of acknowledged samples. */
  private static final class Phone {
    final String user;
    final Random random;
    int acknowledged;

    Phone(String user, long seed) {
      this.user = user;
      this.random = new Random(seed);
    }
  }

  public static void main(String[] args) throws IOException {
    Optional<String> help = ProgramHelp.answer(args, USAGE, UploadResilienceTest.class);
    if (help.isPresent()) {
      System.out.println(help.get());
      return;
    }
    int kills = 50;
    int phones = 8;
    long seed = 7;
    try {
      for (int i = 0; i < args.length; i += 2) {
        switch (args[i]) {
          case "--kills" -> kills = Integer.parseInt(args[i + 1]);
          case "--phones" -> phones = Integer.parseInt(args[i + 1]);
          case "--seed" -> seed = Long.parseLong(args[i + 1]);
          default -> throw new IllegalArgumentException(args[i]);
        }
      }
    } catch (RuntimeException e) {
      System.err.println(USAGE);
      System.exit(2);
    }
    System.exit(new UploadResilienceTest(kills, phones, seed).run() ? 0 : 1);
  }

  private boolean run() throws IOException {
    Path work = Files.createTempDirectory("tributary-push-drill-");
    ServiceProcess service = new ServiceProcess(root, work, work.resolve("data"), phones);
    Runtime.getRuntime().addShutdownHook(new Thread(service::close, "stop"));
    System.out.println("logs and data: " + work);
    service.start();
    ApiClient api = new ApiClient(service.target(), Duration.ofMinutes(5));
    List<Phone> all = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < phones; i++) {
      String user =
          api.callWithRetries("POST", "/v2/user", Json.object().put("client_user_id", "phone-" + i))
              .expect("user", 200)
              .body()
              .path("user_id")
              .asText();
      Phone phone = new Phone(user, seed + i);
      all.add(phone);
      threads.add(Thread.ofVirtual().start(() -> push(api, phone)));
    }
    Random random = new Random(seed);
    for (int k = 1; k <= kills; k++) {
      ApiClient.sleep(Duration.ofMillis(200 + random.nextInt(2500)));
      boolean both = k % 2 == 0;
      service.kill(both);
      service.start();
      System.out.printf(
          "kill %d of %d%s: %d pushes acknowledged%n",
          k, kills, both ? " with PostgreSQL" : "", pushes.get());
    }
    ApiClient.sleep(Duration.ofSeconds(1));
    stopped.set(true);
    for (Thread t : threads) {
      join(t);
    }
    return compare(api, all);
  }

  private void push(ApiClient api, Phone phone) {
    while (!stopped.get()) {
      int n = 1 + phone.random.nextInt(MAX_SAMPLES_PER_PUSH);
      ObjectNode body = body(phone.acknowledged, n);
      String path = "/v2/timeseries/" + phone.user + "/heartrate";
      for (int attempt = 0; ; attempt++) {
        try {
          JsonNode counts =
              api.callOnce("POST", path, body).expect("push", 200).body().path("counts");
          if (counts.path("created").asInt() + counts.path("unchanged").asInt() != n) {
            throw new IllegalStateException("a push of " + n + " returned " + counts);
          }
          unchangedSamples.addAndGet(counts.path("unchanged").asInt());
          break;
        } catch (ServiceUnavailable e) {
          inDoubt.incrementAndGet();
          ApiClient.pause(attempt);
        }
      }
      phone.acknowledged += n;
      pushes.incrementAndGet();
    }
  }

  private static ObjectNode body(int from, int n) {
    return SdkClient.HEALTH_CONNECT.heartRates(
        n, i -> Times.format(at(from + i)), i -> value(from + i));
  }

  private static Instant at(int i) {
    return BEGIN.plusSeconds((long) i * STEP_SECONDS);
  }

  private static int value(int i) {
    return 40 + i % 150;
  }

  private boolean compare(ApiClient api, List<Phone> all) {
    long acknowledged = 0;
    long stored = 0;
    long missing = 0;
    long wrong = 0;
    for (Phone phone : all) {
      int[] values = read(api, phone);
      acknowledged += phone.acknowledged;
      for (int i = 0; i < values.length; i++) {
        stored += values[i] == 0 ? 0 : 1;
        missing += i < phone.acknowledged && values[i] == 0 ? 1 : 0;
        wrong += values[i] != 0 && values[i] != value(i) ? 1 : 0;
      }
    }
    long surplus = stored + missing - acknowledged;
    boolean good = missing == 0 && wrong == 0 && surplus == 0 && api.serverErrors() == 0;
    System.out.printf(
        Locale.ROOT,
        "kills %d, pushes acknowledged %d, attempts without a response %d, samples already stored"
            + " when retried %d%nsamples acknowledged %d, stored %d, missing %d, wrong %d, surplus"
            + " %d, responses with 500: %d%n%s%n",
        kills,
        pushes.get(),
        inDoubt.get(),
        unchangedSamples.get(),
        acknowledged,
        stored,
        missing,
        wrong,
        surplus,
        api.serverErrors(),
        good ? "OK" : "NOT OK");
    return good;
  }

  /** Returns the values by index; 0 for a missing one. */
  private static int[] read(ApiClient api, Phone phone) {
    int[] values = new int[phone.acknowledged + 2 * MAX_SAMPLES_PER_PUSH];
    String base =
        "/v2/timeseries/"
            + phone.user
            + "/heartrate/grouped?start_date=2026-01-01&end_date=2035-01-01&page_size="
            + PAGE;
    for (JsonNode page : CursorPages.of(base, p -> api.get(p).expect("read", 200).body())) {
      // A response of this size is not kept as text, only as JSON.
      for (JsonNode group : page.path("groups").path("health_connect")) {
        for (JsonNode sample : group.path("data")) {
          Instant at = Times.parseInstant(sample.path("timestamp").asText()).orElseThrow();
          int i = (int) (Duration.between(BEGIN, at).toSeconds() / STEP_SECONDS);
          values[i] = sample.path("value").asInt();
        }
      }
    }
    return values;
  }

  private static void join(Thread t) {
    try {
      t.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
