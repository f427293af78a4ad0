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
 * Command-line fuzzer ({@code scripts/fuzz}).
 *
 * <p>Mutates inputs for a given time. Each input that makes a parser hang or throw an unexpected
 * exception is written to {@code target/fuzz}. The exit code is 1 if there is a finding.
 */
public final class FuzzCampaign {
  /** Time limit; a small input that takes longer is a finding. */
  private static final Duration TIME_LIMIT = Duration.ofSeconds(10);

  /** Number of inputs for a parser before the next one continues. */
  private static final int INPUTS_PER_ROUND = 200;

  private final Path out = Path.of("target/fuzz");
  private final Set<String> seenFindings = new HashSet<>();
  private volatile RunningInput running;

  private record RunningInput(FuzzTarget target, byte[] input, long since) {}

  private FuzzCampaign() {}

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
    List<FuzzTarget> targets =
        FuzzTargets.all().stream().filter(t -> t.name().contains(part)).toList();
    System.out.println("seed " + seed + ", parsers " + targets.size());
    System.exit(new FuzzCampaign().run(targets, seed, minutes) ? 0 : 1);
  }

  /** PDFBox logs a warning for each damaged file. */
  private static final Logger PDFBOX_LOGGER = Logger.getLogger("org.apache.pdfbox");

  private boolean run(List<FuzzTarget> targets, long seed, double minutes) throws IOException {
    Files.createDirectories(out);
    PDFBOX_LOGGER.setLevel(Level.OFF);
    Thread.ofPlatform().daemon().start(this::watchForHangs);
    long end = System.nanoTime() + (long) (minutes * 60e9);
    long[] tried = new long[targets.size()];
    SplittableRandom random = new SplittableRandom(seed);
    while (System.nanoTime() < end) {
      for (int i = 0; i < targets.size() && System.nanoTime() < end; i++) {
        InputMutator mutator = new InputMutator(random.split());
        for (int n = 0; n < INPUTS_PER_ROUND; n++) {
          runInput(targets.get(i), mutator.next(targets.get(i)));
          tried[i]++;
        }
      }
    }
    for (int i = 0; i < tried.length; i++) {
      System.out.printf("%-32s %,12d%n", targets.get(i), tried[i]);
    }
    System.out.println("findings " + seenFindings.size());
    return seenFindings.isEmpty();
  }

  private void runInput(FuzzTarget target, byte[] input) throws IOException {
    running = new RunningInput(target, input, System.nanoTime());
    Throwable fault = target.unexpectedException(input);
    running = null;
    if (fault != null) {
      reportFinding(target, input, fault);
    }
  }

  /** Reports one finding for each failing line in the service's code. */
  private void reportFinding(FuzzTarget target, byte[] input, Throwable fault) throws IOException {
    StackTraceElement[] stack = fault.getStackTrace();
    String place = "";
    for (StackTraceElement e : stack) {
      if (e.getClassName().startsWith("io.tributary.") && !e.getClassName().contains(".fuzz.")) {
        place = e.getClassName() + ":" + e.getLineNumber();
        break;
      }
    }
    String key = target.name() + " " + fault.getClass().getName() + " " + place;
    if (!seenFindings.add(key)) {
      return;
    }
    Path file = out.resolve(target.name().replace('/', '-') + "-" + seenFindings.size());
    Files.write(file, input);
    StringWriter text = new StringWriter();
    fault.printStackTrace(new PrintWriter(text));
    String trace = text.toString();
    System.out.println(
        key + "\n  input " + file + "\n  " + trace.substring(0, Math.min(1500, trace.length())));
  }

  /** Reports a hanging parser and ends the process, because Java cannot stop the thread. */
  private void watchForHangs() {
    while (true) {
      RunningInput now = running;
      if (now != null && System.nanoTime() - now.since() > TIME_LIMIT.toNanos()) {
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
