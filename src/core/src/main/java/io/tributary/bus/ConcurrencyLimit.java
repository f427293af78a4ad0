package io.tributary.bus;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** Asynchronous semaphore with a bounded FIFO queue. Thread-safe. */
final class ConcurrencyLimit {
  private static final int MAX_WAITING = 1000;

  private final int limit;
  private final Deque<Consumer<Runnable>> waiting = new ArrayDeque<>();
  private int running;

  ConcurrencyLimit(int limit) {
    this.limit = limit;
  }

  /**
   * @param work receives a callback to run on completion
   * @return false if the queue is full
   */
  boolean run(Consumer<Runnable> work) {
    synchronized (this) {
      if (running == limit) {
        return waiting.size() < MAX_WAITING && waiting.add(work);
      }
      running++;
    }
    work.accept(this::release);
    return true;
  }

  private void release() {
    Consumer<Runnable> next;
    synchronized (this) {
      next = waiting.poll();
      if (next == null) {
        running--;
        return;
      }
    }
    next.accept(this::release);
  }
}
