package io.tributary.tools.corpus;

import io.tributary.report.page.ReportUnreadable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** {@code bench parse}: reports drawn, read as the service reads them, and scored. */
public final class ParseBench {
  private final ParseArguments args;
  private final PrintStream out;
  private final Map<String, ClassScore> tallies = new TreeMap<>();
  private final List<String> errors = new ArrayList<>();

  private ParseBench(ParseArguments args, PrintStream out) {
    this.args = args;
    this.out = out;
  }

  /** What {@code scripts/bench parse} does; the arguments are told in {@link ParseArguments}. */
  public static void run(List<String> arguments, Path work, PrintStream out) throws IOException {
    ParseArguments args = ParseArguments.of(arguments);
    if (args.make().isPresent()) {
      int made =
          Corpus.make(args.make().get(), args.splits(), args.layouts(), args.kinds(), args.copy());
      out.printf("made=%d%n", made);
      return;
    }
    ParseBench bench = new ParseBench(args, out);
    if (args.from().isPresent()) {
      bench.all("given", Documents.foreign(args.from().get()));
    } else {
      Path corpus = args.corpus().orElse(work);
      if (args.corpus().isEmpty()) {
        Corpus.make(corpus, args.splits(), args.layouts(), args.kinds(), args.copy());
      }
      for (String split : args.splits()) {
        bench.all(split, Documents.corpus(corpus.resolve(split), args.layouts(), args.kinds()));
      }
    }
    bench.report();
  }

  private void all(String split, List<Documents.Document> documents) throws IOException {
    try (Pipeline pipeline = new Pipeline(args.where(), args.meant());
        PeakMemory memory = new PeakMemory();
        ExecutorService pool = Executors.newFixedThreadPool(args.jobs())) {
      List<Future<?>> running = new ArrayList<>();
      for (Documents.Document d : documents) {
        running.add(
            pool.submit(
                () -> {
                  one(pipeline, split, d);
                  return null;
                }));
      }
      for (Future<?> f : running) {
        f.get();
      }
      if (memory.mebibytes() > 0) {
        out.printf("%s: largest memory of a child %d MiB%n", split, memory.mebibytes());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private void one(Pipeline pipeline, String split, Documents.Document d) throws IOException {
    GroundTruth truth = GroundTruth.read(d.truth());
    long begin = System.nanoTime();
    ParsedDocument read = ParsedDocument.nothing();
    String failure = "";
    try {
      read = pipeline.read(d.files());
    } catch (ReportUnreadable e) {
      failure = e.failure().wireName();
    } catch (RuntimeException e) {
      failure = e.toString();
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    synchronized (this) {
      ClassScore tally = tallies.computeIfAbsent(split + " " + d.kind(), k -> new ClassScore());
      Scorer scorer = new Scorer(tally);
      scorer.score(truth, read);
      tally.time(seconds, read.pages());
      String where = split + "/" + d.layout() + "/" + d.kind() + " ";
      if (!failure.isEmpty()) {
        tally.failed++;
        errors.add(where + "failed " + failure);
      }
      scorer.errors().forEach(e -> errors.add(where + e));
    }
  }

  private void report() {
    if (args.errors()) {
      errors.stream().sorted().forEach(out::println);
    }
    tallies.forEach((k, t) -> t.print(k, out));
  }
}
