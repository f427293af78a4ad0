package io.tributary.report.reader;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Queued request with its callbacks; either a reader takes it or its caller gives it up. */
final class ReaderWork {
  private static final AtomicLong COUNT = new AtomicLong();

  private final long sequence = COUNT.incrementAndGet();
  private final ReaderRequest request;
  private final Duration limit;
  private final Consumer<ReaderReply> reply;
  private final Consumer<Throwable> fault;
  private final AtomicBoolean decided = new AtomicBoolean();

  /**
   * @param limit processing time limit of the process
   */
  ReaderWork(
      ReaderRequest request,
      Duration limit,
      Consumer<ReaderReply> reply,
      Consumer<Throwable> fault) {
    this.request = request;
    this.limit = limit;
    this.reply = reply;
    this.fault = fault;
  }

  /** Takes the request for a reader; false if its caller has given it up. */
  boolean take() {
    return decided.compareAndSet(false, true);
  }

  /** Gives the request up; false if a reader has taken it. */
  boolean abandon() {
    return decided.compareAndSet(false, true);
  }

  /** Returns the sequence number, which orders requests by arrival. */
  long sequence() {
    return sequence;
  }

  ReaderRequest request() {
    return request;
  }

  Duration limit() {
    return limit;
  }

  void reply(ReaderReply answer) {
    reply.accept(answer);
  }

  void fault(Throwable why) {
    fault.accept(why);
  }
}
