package io.tributary.tools.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Applies a function to many items with limited concurrency. */
final class ParallelRunner {
  private ParallelRunner() {}

  /** Returns the results in the order of the input; throws the first failure. */
  static <T, R> List<R> each(List<T> all, int atOnce, Function<T, R> work) {
    Semaphore free = new Semaphore(atOnce);
    List<R> out = new ArrayList<>(all.size());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<R>> running = new ArrayList<>(all.size());
      for (T one : all) {
        running.add(
            threads.submit(
                () -> {
                  free.acquire();
                  try {
                    return work.apply(one);
                  } finally {
                    free.release();
                  }
                }));
      }
      try {
        for (Future<R> f : running) {
          out.add(f.get());
        }
      } catch (ExecutionException e) {
        threads.shutdownNow();
        throw e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e);
      } catch (InterruptedException e) {
        threads.shutdownNow();
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
    return out;
  }
}
