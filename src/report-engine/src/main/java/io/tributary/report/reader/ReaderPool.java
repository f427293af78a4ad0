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
  private static final int MAX_WAITING_IMAGES = 2;

  private final int maxQueuedReports;
  private final int maxQueuedInteractive;
  private final BlockingQueue<ReaderWork> reportQueue = new LinkedBlockingQueue<>();
  private final List<ReaderLoop> loops;

  /**
   * Inspections of uploads and page images for reviewers, which must not wait behind large reports.
   * Inspections go first, because they are shorter.
   */
  private final BlockingQueue<ReaderWork> interactiveQueue =
      new PriorityBlockingQueue<>(
          16, Comparator.comparing(ReaderPool::isImage).thenComparing(ReaderWork::sequence));

  private final ReaderLoop interactiveLoop;
  private boolean closed;

  /**
   * @param name unique among the pools of a node, because an earlier pool may still be removing its
   *     files
   */
  ReaderPool(ReaderSettings settings, String name) {
    this.maxQueuedReports = settings.maxQueued() + settings.processes();
    this.maxQueuedInteractive = settings.maxQueued() + 1;
    this.loops =
        IntStream.range(0, settings.processes())
            .mapToObj(i -> new ReaderLoop(settings, name + "reader-" + i, reportQueue))
            .toList();
    this.interactiveLoop = new ReaderLoop(settings, name + "door", interactiveQueue);
  }

  private static boolean isImage(ReaderWork work) {
    return work.request().kind() == ReaderRequest.Kind.IMAGE;
  }

  /**
   * Queues a request.
   *
   * @throws ReaderCrashed if the queue is full or the pool is closed
   */
  void offer(ReaderWork work) throws ReaderCrashed {
    if (enqueue(work) == interactiveQueue) {
      interactiveLoop.start();
    } else {
      loops.forEach(ReaderLoop::start);
    }
  }

  private synchronized BlockingQueue<ReaderWork> enqueue(ReaderWork work) throws ReaderCrashed {
    if (closed) {
      throw new ReaderCrashed(ReaderCrashed.CrashReason.STOPPED);
    }
    BlockingQueue<ReaderWork> queue = queueFor(work.request().kind());
    boolean full =
        queue.size() >= (queue == interactiveQueue ? maxQueuedInteractive : maxQueuedReports);
    boolean crowded =
        queue == interactiveQueue
            && isImage(work)
            && queue.stream().filter(ReaderPool::isImage).count() >= MAX_WAITING_IMAGES;
    if (full || crowded) {
      throw new ReaderCrashed(ReaderCrashed.CrashReason.BUSY);
    }
    queue.add(work);
    return queue;
  }

  /** Returns the queue of a request; requests that a user waits for do not queue behind reports. */
  private BlockingQueue<ReaderWork> queueFor(ReaderRequest.Kind kind) {
    return switch (kind) {
      case INSPECT -> interactiveQueue;
      case READ -> reportQueue;
      case IMAGE ->
          reportQueue.isEmpty() && loops.stream().anyMatch(l -> !l.isBusy())
              ? reportQueue
              : interactiveQueue;
    };
  }

  /** Removes a request that its caller no longer waits for. */
  void withdraw(ReaderWork work) {
    reportQueue.remove(work);
    interactiveQueue.remove(work);
  }

  /** Kills the processes and their requests; waiting and later requests fail. */
  void close() {
    List<ReaderWork> left = new ArrayList<>();
    synchronized (this) {
      closed = true;
      allLoops().forEach(ReaderLoop::stop);
      reportQueue.drainTo(left);
      interactiveQueue.drainTo(left);
    }
    left.stream()
        .filter(ReaderWork::take)
        .forEach(work -> work.fault(new ReaderCrashed(ReaderCrashed.CrashReason.STOPPED)));
  }

  synchronized boolean isClosed() {
    return closed;
  }

  Stream<ReaderLoop> allLoops() {
    return Stream.concat(loops.stream(), Stream.of(interactiveLoop));
  }
}
