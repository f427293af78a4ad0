package io.tributary.tools.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** Threads of one piece of work. None of them fails in silence: who waits for them is told. */
public final class WorkerThreads {
  /** What one of them does. */
  public interface Work {
    void run() throws Exception;
  }

  private final List<Thread> threads = new ArrayList<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

  /**
   * @param how the kind and the name of the thread
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

  /** The same until one of them has failed: then the others need not go on. */
  public BooleanSupplier whole(BooleanSupplier going) {
    return () -> going.getAsBoolean() && failures.isEmpty();
  }

  /**
   * Until all have ended.
   *
   * @throws IllegalStateException some have failed; the cause is what the first one threw
   */
  public void join() {
    threads.forEach(SinkProcess::join);
    if (!failures.isEmpty()) {
      Throwable first = failures.peek();
      throw new IllegalStateException(failures.size() + " failed, first: " + first, first);
    }
  }
}
