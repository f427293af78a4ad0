package io.tributary.tools.bench;

import io.tributary.core.ProgramHelp;
import io.tributary.tools.corpus.ParseBench;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Command line of the benchmarks: {@code bench [--rounds 5] [data] [push] [days] [layout] [ingest]
 * [webhook] [backlog] [read] [start] [lab]}, all if none is named. It prints one line per figure
 * with its ceiling.
 *
 * <p>The following run alone: {@code bench parse …} scores the reading of lab reports, {@code bench
 * soak …} keeps many connections busy for a long time, {@code bench growth …} fills a database, and
 * {@code bench cluster …} runs several nodes.
 */
public final class Bench {
  private static final String USAGE =
      """
      bench [--rounds 5] [data] [push] [days] [layout] [ingest] [webhook] [backlog] [read] [start] [lab]
      bench parse|soak|cluster|growth [OPTIONS]      scripts/bench --help explains them
      """;

  private static final Set<String> ALL =
      Set.of(
          "data", "push", "days", "layout", "ingest", "webhook", "backlog", "read", "start", "lab");

  private Bench() {}

  public static void main(String[] args) throws Exception {
    Optional<String> help = ProgramHelp.answer(args, USAGE, Bench.class);
    if (help.isPresent()) {
      System.out.println(help.get());
      return;
    }
    if (args.length > 0 && args[0].equals("parse")) {
      parse(List.of(args).subList(1, args.length));
      System.exit(0);
    }
    if (args.length > 0 && args[0].equals("growth")) {
      GrowthBench.run(List.of(args).subList(1, args.length).toArray(String[]::new));
      return;
    }
    if (args.length > 0 && args[0].equals("cluster")) {
      ClusterBench.run(List.of(args).subList(1, args.length).toArray(String[]::new));
      return;
    }
    if (args.length > 0 && args[0].equals("soak")) {
      SoakBench.run(List.of(args).subList(1, args.length).toArray(String[]::new));
      return;
    }
    int rounds = 5;
    Set<String> wanted = new TreeSet<>();
    var rest = List.of(args).iterator();
    while (rest.hasNext()) {
      String arg = rest.next();
      if (arg.equals("--rounds") && rest.hasNext()) {
        rounds = Integer.parseInt(rest.next());
      } else if (ALL.contains(arg)) {
        wanted.add(arg);
      } else {
        System.err.println(USAGE.stripTrailing());
        System.exit(2);
      }
    }
    Set<String> names = wanted.isEmpty() ? ALL : wanted;
    Path root = Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath();
    Path work = Files.createTempDirectory("tributary-bench-");
    try {
      if (names.contains("start")) {
        new StartBench(root, work, System.out, rounds).measure();
      }
      if (names.contains("backlog")) {
        try (BacklogBench backlog = new BacklogBench(root, work, System.out)) {
          backlog.measure();
        }
      }
      if (names.contains("lab")) {
        new LabBench(work, System.out).measure(rounds);
      }
      if (!Set.of("start", "backlog", "lab").containsAll(names)) {
        inProcess(names, new InterleavedRuns(rounds, System.out), work);
      }
    } finally {
      BenchEnvironment.delete(work);
    }
    System.exit(0);
  }

  private static void parse(List<String> args) throws Exception {
    Path work = Files.createTempDirectory("tributary-bench-");
    try {
      ParseBench.run(args, work, System.out);
    } finally {
      BenchEnvironment.delete(work);
    }
  }

  private static void inProcess(Set<String> names, InterleavedRuns rounds, Path work)
      throws Exception {
    try (BenchEnvironment ground = BenchEnvironment.prepare(work)) {
      if (names.contains("data") || names.contains("push") || names.contains("days")) {
        try (DataBench data = new DataBench(ground, System.out)) {
          if (names.contains("data") || names.contains("days")) {
            data.measureReads(rounds);
          }
          if (names.contains("data") || names.contains("push")) {
            data.measureWrites(rounds);
          }
        }
      }
      if (names.contains("layout")) {
        try (LayoutBench layout = new LayoutBench(ground, System.out)) {
          layout.measure(rounds);
        }
      }
      if (names.contains("read")) {
        try (ReadBench read = new ReadBench(ground)) {
          read.measure(rounds);
        }
      }
      if (names.contains("webhook")) {
        Path received = Files.createDirectories(work.resolve("sink"));
        try (SinkProcess sink = SinkProcess.start(received);
            WebhookBench webhook = new WebhookBench(ground, sink, System.out)) {
          webhook.measure(rounds);
        }
      }
      if (names.contains("ingest")) {
        try (IngestBench ingest = new IngestBench(ground)) {
          ingest.measure(rounds);
        }
      }
    }
  }
}
