package io.tributary.report.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The readers of a node until they are closed, and who waits for them. Threads may share it. */
final class ReaderPool {
  /** Each may take as long as a page may: who sends a file must not wait for many. */
  private static final int PICTURES_THAT_WAIT = 2;

  private final int mostWaiting;
  private final int mostArriving;
  private final BlockingQueue<ReaderWork> waiting = new LinkedBlockingQueue<>();
  private final List<ReaderLoop> loops;

  /**
   * Who sends a file waits for its inspection, and who reviews one for its pages: that must not
   * stand behind reports of many pages. Inspections go first: they take less.
   */
  private final BlockingQueue<ReaderWork> arriving =
      new PriorityBlockingQueue<>(
          16, Comparator.comparing(ReaderPool::isPicture).thenComparing(ReaderWork::number));

  private final ReaderLoop door;
  private boolean closed;

  /**
   * @param name of its own among the crews of a node: what an earlier one still removes is not ours
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
   * Lets it wait for a reader.
   *
   * @throws ReaderLost when too many do, or nobody reads any more
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

  /** Where a request waits; what somebody waits for does not stand behind reports. */
  private BlockingQueue<ReaderWork> queue(ReaderRequest.Kind kind) {
    return switch (kind) {
      case INSPECT -> arriving;
      case READ -> waiting;
      case IMAGE ->
          waiting.isEmpty() && loops.stream().anyMatch(l -> !l.busy()) ? waiting : arriving;
    };
  }

  /** Whoever asked waits no longer. */
  void withdraw(ReaderWork work) {
    waiting.remove(work);
    arriving.remove(work);
  }

  /** Ends the children and whatever they read; requests that wait fail, and so do later ones. */
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
