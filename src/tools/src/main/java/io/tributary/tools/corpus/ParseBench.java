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

/**
 * Implementation of {@code bench parse}: draws reports, reads them as the service does, and scores
 * the results.
 */
public final class ParseBench {
  private final ParseArguments args;
  private final PrintStream out;
  private final Map<String, ClassScore> scores = new TreeMap<>();
  private final List<String> errors = new ArrayList<>();

  private ParseBench(ParseArguments args, PrintStream out) {
    this.args = args;
    this.out = out;
  }

  /** Runs {@code scripts/bench parse}; {@link ParseArguments} describes the arguments. */
  public static void run(List<String> arguments, Path work, PrintStream out) throws IOException {
    ParseArguments args = ParseArguments.of(arguments);
    if (args.make().isPresent()) {
      int made =
          CorpusWriter.write(
              args.make().get(), args.splits(), args.layouts(), args.kinds(), args.copy());
      out.printf("made=%d%n", made);
      return;
    }
    ParseBench bench = new ParseBench(args, out);
    if (args.externalDocuments().isPresent()) {
      bench.scoreAll("given", CorpusDocuments.external(args.externalDocuments().get()));
    } else {
      Path corpus = args.corpus().orElse(work);
      if (args.corpus().isEmpty()) {
        CorpusWriter.write(corpus, args.splits(), args.layouts(), args.kinds(), args.copy());
      }
      for (String split : args.splits()) {
        bench.scoreAll(
            split, CorpusDocuments.corpus(corpus.resolve(split), args.layouts(), args.kinds()));
      }
    }
    bench.report();
  }

  private void scoreAll(String split, List<CorpusDocuments.CorpusDocument> documents)
      throws IOException {
    try (ParserPipeline pipeline = new ParserPipeline(args.where(), args.interpret());
        PeakMemory memory = new PeakMemory();
        ExecutorService pool = Executors.newFixedThreadPool(args.jobs())) {
      List<Future<?>> running = new ArrayList<>();
      for (CorpusDocuments.CorpusDocument d : documents) {
        running.add(
            pool.submit(
                () -> {
                  scoreDocument(pipeline, split, d);
                  return null;
                }));
      }
      for (Future<?> f : running) {
        f.get();
      }
      if (memory.mebibytes() > 0) {
        out.printf("%s: peak memory of a parser process %d MiB%n", split, memory.mebibytes());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private void scoreDocument(
      ParserPipeline pipeline, String split, CorpusDocuments.CorpusDocument d) throws IOException {
    GroundTruth truth = GroundTruth.read(d.truth());
    long begin = System.nanoTime();
    ParsedDocument read = ParsedDocument.empty();
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
      ClassScore tally = scores.computeIfAbsent(split + " " + d.kind(), k -> new ClassScore());
      Scorer scorer = new Scorer(tally);
      scorer.score(truth, read);
      tally.addTime(seconds, read.pages());
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
    scores.forEach((k, t) -> t.print(k, out));
  }
}
