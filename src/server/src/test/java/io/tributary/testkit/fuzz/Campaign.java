package io.tributary.testkit.fuzz;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * {@code scripts/fuzz}: damages inputs for so long, writes each that makes a parser throw what is
 * no refusal, or not end, below {@code target/fuzz}, and ends with 1 if there was one.
 */
public final class Campaign {
  /** A small input that takes longer than this is a finding. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Inputs for one parser before the next one has its turn. */
  private static final int TURN = 200;

  private final Path out = Path.of("target/fuzz");
  private final Set<String> known = new HashSet<>();
  private volatile Running running;

  private record Running(Target target, byte[] input, long since) {}

  private Campaign() {}

  public static void main(String[] args) throws IOException {
    double minutes = 5;
    long seed = ThreadLocalRandom.current().nextLong(1L << 40);
    String only = "";
    for (int i = 0; i + 1 < args.length; i += 2) {
      switch (args[i]) {
        case "--minutes" -> minutes = Double.parseDouble(args[i + 1]);
        case "--seed" -> seed = Long.parseLong(args[i + 1]);
        case "--only" -> only = args[i + 1];
        default -> {
          System.err.println("fuzz [--minutes 5] [--seed N] [--only PART-OF-A-NAME]");
          System.exit(2);
        }
      }
    }
    String part = only;
    List<Target> targets = FuzzTargets.all().stream().filter(t -> t.name().contains(part)).toList();
    System.out.println("seed " + seed + ", parsers " + targets.size());
    System.exit(new Campaign().run(targets, seed, minutes) ? 0 : 1);
  }

  /** Says of each damaged file what is wrong with it. */
  private static final Logger PDFS = Logger.getLogger("org.apache.pdfbox");

  private boolean run(List<Target> targets, long seed, double minutes) throws IOException {
    Files.createDirectories(out);
    PDFS.setLevel(Level.OFF);
    Thread.ofPlatform().daemon().start(this::watch);
    long end = System.nanoTime() + (long) (minutes * 60e9);
    long[] tried = new long[targets.size()];
    SplittableRandom random = new SplittableRandom(seed);
    while (System.nanoTime() < end) {
      for (int i = 0; i < targets.size() && System.nanoTime() < end; i++) {
        Mutator mutator = new Mutator(random.split());
        for (int n = 0; n < TURN; n++) {
          one(targets.get(i), mutator.next(targets.get(i)));
          tried[i]++;
        }
      }
    }
    for (int i = 0; i < tried.length; i++) {
      System.out.printf("%-32s %,12d%n", targets.get(i), tried[i]);
    }
    System.out.println("findings " + known.size());
    return known.isEmpty();
  }

  private void one(Target target, byte[] input) throws IOException {
    running = new Running(target, input, System.nanoTime());
    Throwable fault = target.fault(input);
    running = null;
    if (fault != null) {
      found(target, input, fault);
    }
  }

  /** Once for each place in our code. */
  private void found(Target target, byte[] input, Throwable fault) throws IOException {
    StackTraceElement[] stack = fault.getStackTrace();
    String place = "";
    for (StackTraceElement e : stack) {
      if (e.getClassName().startsWith("io.tributary.") && !e.getClassName().contains(".fuzz.")) {
        place = e.getClassName() + ":" + e.getLineNumber();
        break;
      }
    }
    String key = target.name() + " " + fault.getClass().getName() + " " + place;
    if (!known.add(key)) {
      return;
    }
    Path file = out.resolve(target.name().replace('/', '-') + "-" + known.size());
    Files.write(file, input);
    StringWriter text = new StringWriter();
    fault.printStackTrace(new PrintWriter(text));
    String trace = text.toString();
    System.out.println(
        key + "\n  input " + file + "\n  " + trace.substring(0, Math.min(1500, trace.length())));
  }

  /** Whoever does not end cannot be ended in Java: the campaign ends with it. */
  private void watch() {
    while (true) {
      Running now = running;
      if (now != null && System.nanoTime() - now.since() > LONGEST.toNanos()) {
        try {
          Path file = out.resolve(now.target().name().replace('/', '-') + "-hangs");
          Files.write(file, now.input());
          System.out.println(now.target() + " does not end\n  input " + file);
        } catch (IOException e) {
          System.out.println(now.target() + " does not end: " + e);
        }
        Runtime.getRuntime().halt(1);
      }
      try {
        Thread.sleep(500);
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
