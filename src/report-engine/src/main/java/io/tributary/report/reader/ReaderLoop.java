package io.tributary.report.reader;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Sends requests one after another to its own reader process, on its own virtual thread. */
final class ReaderLoop {
  private static final System.Logger LOG = System.getLogger(ReaderLoop.class.getName());
  private static final Duration IDLE = Duration.ofMinutes(5);

  private final ReaderSettings settings;
  private final BlockingQueue<ReaderWork> queue;
  private final ScratchDirectory scratch;
  private Thread thread;
  private ReaderChild child;
  private boolean stopped;
  private volatile boolean busy;

  /**
   * @param name unique among the loops of a node
   */
  ReaderLoop(ReaderSettings settings, String name, BlockingQueue<ReaderWork> waiting) {
    this.settings = settings;
    this.scratch = new ScratchDirectory(settings.scratch().resolve(name));
    this.queue = waiting;
  }

  /** Starts the loop unless it is running. */
  synchronized void start() {
    if (thread == null && !stopped) {
      thread = Thread.ofVirtual().name("report-reader").start(this::run);
    }
  }

  private void run() {
    try {
      while (!isStopped()) {
        ReaderWork work = queue.poll(IDLE.toSeconds(), TimeUnit.SECONDS);
        if (work == null) {
          releaseChild();
        } else if (work.take()) {
          serve(work);
        }
      }
    } catch (InterruptedException e) {
      // Interrupted by a stop.
    } finally {
      onEnded();
    }
  }

  /** Cleans up after any end; the next request may start the loop again. */
  private synchronized void onEnded() {
    thread = null;
    releaseChild();
  }

  /** Returns whether it is processing a request. */
  boolean isBusy() {
    return busy;
  }

  private void serve(ReaderWork work) throws InterruptedException {
    busy = true;
    try {
      work.reply(process(work));
    } catch (ReaderCrashed e) {
      work.fault(isStopped() ? new ReaderCrashed(ReaderCrashed.CrashReason.STOPPED) : e);
    } catch (InterruptedException e) {
      work.fault(new ReaderCrashed(ReaderCrashed.CrashReason.STOPPED));
      throw e;
    } catch (Throwable e) {
      // The exception's message may contain report content.
      LOG.log(Level.ERROR, "report reader: unexpected error: " + e.getClass().getName());
      failQuietly(work);
      releaseChild();
    } finally {
      busy = false;
    }
  }

  private static void failQuietly(ReaderWork work) {
    try {
      work.fault(new IllegalStateException("the report reader failed unexpectedly"));
    } catch (Throwable e) {
      LOG.log(
          Level.ERROR,
          "report reader: cannot deliver an error to the caller: " + e.getClass().getName());
    }
  }

  /**
   * Sends the request. If a process that served earlier requests crashes, a fresh process gets a
   * second attempt.
   */
  private ReaderReply process(ReaderWork work) throws ReaderCrashed, InterruptedException {
    ReaderChild used = child();
    try {
      return used.request(work.request(), work.limit());
    } catch (ReaderCrashed e) {
      // The process may be considered alive for a moment after its crash.
      releaseChild();
      boolean older = used.hasServed() && e.reason() != ReaderCrashed.CrashReason.TOO_LONG;
      if (!older || isStopped()) {
        throw e;
      }
      return child().request(work.request(), work.limit());
    }
  }

  private synchronized ReaderChild child() throws ReaderCrashed {
    if (stopped) {
      throw new ReaderCrashed(ReaderCrashed.CrashReason.STOPPED);
    }
    if (child == null || !child.isAlive()) {
      try {
        child = ReaderChild.start(settings, scratch.recreate());
      } catch (IOException e) {
        LOG.log(Level.ERROR, "report reader: cannot create its scratch folder: " + e.getMessage());
        throw new ReaderCrashed(ReaderCrashed.CrashReason.NOT_STARTED);
      }
    }
    return child;
  }

  private synchronized void releaseChild() {
    if (child != null) {
      child.kill();
      child.awaitEnd();
      child = null;
      try {
        scratch.clear();
      } catch (IOException e) {
        // The next process, or the next start of the node, retries the cleanup.
        LOG.log(Level.WARNING, "report reader: cannot delete scratch files: " + e.getMessage());
      }
    }
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  synchronized Optional<Long> pid() {
    return child != null && child.isAlive() ? Optional.of(child.pid()) : Optional.empty();
  }

  /** Stops the loop permanently. */
  synchronized void stop() {
    stopped = true;
    if (child != null) {
      child.kill();
    }
    if (thread != null) {
      thread.interrupt();
    }
  }
}
