package io.tributary.tools.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** Threads of one task. Failures are collected and reported to the thread that joins them. */
public final class WorkerThreads {
  /** Work of one thread. */
  public interface Work {
    void run() throws Exception;
  }

  private final List<Thread> threads = new ArrayList<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

  /**
   * @param how builder with the kind and the name of the thread
   */
  public Thread start(Thread.Builder how, Work work) {
    Thread thread =
        how.start(
            () -> {
              try {
                work.run();
              } catch (Exception | Error e) {
                failures.add(e);
              }
            });
    threads.add(thread);
    return thread;
  }

  /**
   * Returns a condition that also becomes false once a thread has failed, because the others need
   * not continue.
   */
  public BooleanSupplier untilFailure(BooleanSupplier going) {
    return () -> going.getAsBoolean() && failures.isEmpty();
  }

  /**
   * Waits until all threads have ended.
   *
   * @throws IllegalStateException if a thread failed; the cause is the first failure
   */
  public void join() {
    threads.forEach(SinkProcess::join);
    if (!failures.isEmpty()) {
      Throwable first = failures.peek();
      throw new IllegalStateException(
          failures.size() + " threads failed; first failure: " + first, first);
    }
  }
}
