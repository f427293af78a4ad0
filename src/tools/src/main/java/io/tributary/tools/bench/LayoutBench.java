package io.tributary.tools.bench;

import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Compares storage layouts for samples, without the service around them. The choice of the layout
 * is based on it (ADR 0008). The data are heart rates at intervals of five seconds. Every write is
 * a transaction of its own and distinguishes new from changed samples.
 */
final class LayoutBench implements AutoCloseable {
  private static final int AT_ONCE = 2;
  private static final int DAY = 17_280;
  private static final int DAYS = 2;
  private static final int BATCH = 2000;
  private static final int PUSH = 10;
  private static final int PUSHES = 500;
  private static final int READS = 30;
  private static final long BEGIN = 1_767_225_600L;

  private final Pool pool;
  private final PrintStream out;

  LayoutBench(BenchEnvironment ground, PrintStream out) {
    this.out = out;
    this.pool =
        PgBuilder.pool()
            .with(new PoolOptions().setMaxSize(AT_ONCE))
            .connectingTo(ground.connectOptions())
            .using(ground.node().vertx())
            .build();
  }

  void measure(InterleavedRuns rounds) {
    out.printf(
        "%-22s %14s %14s %10s %12s %12s %12s%n",
        "layout", "batch 2,000", "repeated", "pushes 10", "bytes", "day read", "delete");
    out.printf(
        "%-22s %14s %14s %10s %12s %12s %12s%n",
        "", "samples/s", "samples/s", "/s", "per sample", "ms", "ms");
    for (Layout layout :
        List.of(new RowLayout(pool), new ArrayLayout(pool), new BlockLayout(pool))) {
      List<double[]> seen = new ArrayList<>();
      for (int i = 0; i < rounds.count(); i++) {
        seen.add(round(layout));
      }
      double[] m = new double[6];
      for (int k = 0; k < m.length; k++) {
        int column = k;
        m[k] = InterleavedRuns.median(seen.stream().map(s -> s[column]).toList());
      }
      out.printf(
          Locale.ROOT,
          "%-22s %,14.0f %,14.0f %,10.0f %12.1f %12.1f %12.1f%n",
          layout.name(),
          m[0],
          m[1],
          m[2],
          m[3],
          m[4],
          m[5]);
    }
  }

  private double[] round(Layout layout) {
    layout.create();
    try {
      List<Samples> series = new ArrayList<>();
      for (int s = 0; s < AT_ONCE; s++) {
        series.add(Samples.generate(s, BEGIN, 5, DAY * DAYS));
      }
      double fresh = inParallel(s -> batches(layout, s, series.get(s), true));
      double again = inParallel(s -> batches(layout, s, series.get(s), false));
      double bytes = layout.bytes() / (double) (AT_ONCE * DAY * DAYS);
      long start = System.nanoTime();
      for (int i = 0; i < READS; i++) {
        int got = layout.read(i % AT_ONCE, BEGIN + 86_400L * (i % DAYS), 86_400);
        require(got == DAY, "a day of " + got);
      }
      double read = (System.nanoTime() - start) / 1e6 / READS;
      double pushes =
          inParallel(
              s -> {
                Samples late = Samples.generate(s + 10, BEGIN, 5, PUSH * PUSHES);
                for (int i = 0; i < PUSHES; i++) {
                  layout.write(s + 10, late.part(i * PUSH, (i + 1) * PUSH));
                }
                return PUSHES;
              });
      start = System.nanoTime();
      layout.delete(0);
      double delete = (System.nanoTime() - start) / 1e6;
      return new double[] {fresh, again, pushes, bytes, read, delete};
    } finally {
      layout.drop();
    }
  }

  private static int batches(Layout layout, int series, Samples all, boolean isNew) {
    for (int from = 0; from < all.size(); from += BATCH) {
      Samples part = all.part(from, Math.min(all.size(), from + BATCH));
      int created = layout.write(series, part);
      require(created == (isNew ? part.size() : 0), "created " + created);
    }
    return all.size();
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(what);
    }
  }

  interface DataSet {
    int run(int series);
  }

  static double inParallel(DataSet part) {
    long start = System.nanoTime();
    int done = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> parts = new ArrayList<>();
      for (int s = 0; s < AT_ONCE; s++) {
        int series = s;
        parts.add(threads.submit(() -> part.run(series)));
      }
      for (Future<Integer> f : parts) {
        done += f.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    return InterleavedRuns.rate(done, start);
  }

  /** Returns the result of a query for one number. */
  static long number(Pool pool, String sql) {
    return pool.query(sql).execute().await().iterator().next().getLong(0);
  }

  /** Samples of a series: epoch seconds and values. */
  record Samples(long[] at, double[] value) {
    static Samples generate(int seed, long begin, int step, int n) {
      Random random = new Random(seed);
      long[] at = new long[n];
      double[] value = new double[n];
      int bpm = 70;
      for (int i = 0; i < n; i++) {
        bpm = Math.clamp(bpm + random.nextInt(5) - 2, 45, 180);
        at[i] = begin + (long) i * step;
        value[i] = bpm;
      }
      return new Samples(at, value);
    }

    int size() {
      return at.length;
    }

    Samples part(int from, int to) {
      return new Samples(
          java.util.Arrays.copyOfRange(at, from, to),
          java.util.Arrays.copyOfRange(value, from, to));
    }
  }

  /** Storage layout for samples. */
  interface Layout {
    String name();

    void create();

    void drop();

    /** Stores the samples in one transaction; returns how many were new. */
    int write(int series, Samples samples);

    /** Reads the samples into memory; returns their number. */
    int read(int series, long fromSecond, int seconds);

    long bytes();

    void delete(int series);
  }

  @Override
  public void close() {
    pool.close().await();
  }
}
