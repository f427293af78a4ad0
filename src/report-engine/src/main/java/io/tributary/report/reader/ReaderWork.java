package io.tributary.report.reader;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A request and who is told of its end; either a reader takes it or who asked gives it up. */
final class ReaderWork {
  private static final AtomicLong COUNT = new AtomicLong();

  private final long number = COUNT.incrementAndGet();
  private final ReaderRequest request;
  private final Duration limit;
  private final Consumer<ReaderReply> reply;
  private final Consumer<Throwable> fault;
  private final AtomicBoolean decided = new AtomicBoolean();

  /**
   * @param limit of which is counted what a child works on it
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

  /** For the reader; false when nobody waits for it any more. */
  boolean take() {
    return decided.compareAndSet(false, true);
  }

  /** For who asked; false when a reader has it already. */
  boolean giveUp() {
    return decided.compareAndSet(false, true);
  }

  /** Later ones have larger numbers. */
  long number() {
    return number;
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
