package io.tributary.report.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reader processes of a node and their queues, until the pool is closed. Thread-safe.
 *
 * <p>Reports go to one queue that all regular readers share. Requests that a user waits for,
 * inspections and page images, go to a second queue with a reader of its own, because reports take
 * minutes. Page images use a regular reader if one is idle.
 */
final class ReaderPool {
  /**
   * Limit of waiting page images. Each may take as long as a page may, and an upload must not wait
   * for many of them.
   */
  private static final int PICTURES_THAT_WAIT = 2;

  private final int mostWaiting;
  private final int mostArriving;
  private final BlockingQueue<ReaderWork> waiting = new LinkedBlockingQueue<>();
  private final List<ReaderLoop> loops;

  /**
   * Inspections of uploads and page images for reviewers, which must not wait behind large reports.
   * Inspections go first, because they are shorter.
   */
  private final BlockingQueue<ReaderWork> arriving =
      new PriorityBlockingQueue<>(
          16, Comparator.comparing(ReaderPool::isPicture).thenComparing(ReaderWork::number));

  private final ReaderLoop door;
  private boolean closed;

  /**
   * @param name unique among the pools of a node, because an earlier pool may still be removing its
   *     files
   */
  ReaderPool(ReaderSettings settings, String name) {
    this.mostWaiting = settings.waiting() + settings.children();
    this.mostArriving = settings.waiting() + 1;
    this.loops =
        IntStream.range(0, settings.children())
            .mapToObj(i -> new ReaderLoop(settings, name + "reader-" + i, waiting))
            .toList();
    this.door = new ReaderLoop(settings, name + "door", arriving);
  }

  private static boolean isPicture(ReaderWork work) {
    return work.request().kind() == ReaderRequest.Kind.IMAGE;
  }

  /**
   * Queues a request.
   *
   * @throws ReaderCrashed if the queue is full or the pool is closed
   */
  void offer(ReaderWork work) throws ReaderCrashed {
    if (queued(work) == arriving) {
      door.start();
    } else {
      loops.forEach(ReaderLoop::start);
    }
  }

  private synchronized BlockingQueue<ReaderWork> queued(ReaderWork work) throws ReaderCrashed {
    if (closed) {
      throw new ReaderCrashed(ReaderCrashed.Why.STOPPED);
    }
    BlockingQueue<ReaderWork> queue = queue(work.request().kind());
    boolean full = queue.size() >= (queue == arriving ? mostArriving : mostWaiting);
    boolean crowded =
        queue == arriving
            && isPicture(work)
            && queue.stream().filter(ReaderPool::isPicture).count() >= PICTURES_THAT_WAIT;
    if (full || crowded) {
      throw new ReaderCrashed(ReaderCrashed.Why.BUSY);
    }
    queue.add(work);
    return queue;
  }

  /** Returns the queue of a request; requests that a user waits for do not queue behind reports. */
  private BlockingQueue<ReaderWork> queue(ReaderRequest.Kind kind) {
    return switch (kind) {
      case INSPECT -> arriving;
      case READ -> waiting;
      case IMAGE ->
          waiting.isEmpty() && loops.stream().anyMatch(l -> !l.busy()) ? waiting : arriving;
    };
  }

  /** Removes a request that its caller no longer waits for. */
  void withdraw(ReaderWork work) {
    waiting.remove(work);
    arriving.remove(work);
  }

  /** Kills the processes and their requests; waiting and later requests fail. */
  void close() {
    List<ReaderWork> left = new ArrayList<>();
    synchronized (this) {
      closed = true;
      all().forEach(ReaderLoop::stop);
      waiting.drainTo(left);
      arriving.drainTo(left);
    }
    left.stream()
        .filter(ReaderWork::take)
        .forEach(work -> work.fault(new ReaderCrashed(ReaderCrashed.Why.STOPPED)));
  }

  synchronized boolean isClosed() {
    return closed;
  }

  Stream<ReaderLoop> all() {
    return Stream.concat(loops.stream(), Stream.of(door));
  }
}
