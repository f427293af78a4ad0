package io.tributary.simulators.lab;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Brings results to one address, one after another, each until it is acknowledged; some twice or
 * out of turn, as told. Lives on the laboratory's event loop.
 */
final class ResultSender {
  private static final long PAUSE_MILLIS = 100;

  private record Job(SimOrder order, String controlId, byte[] message) {}

  private final Vertx vertx;
  private final ResultTransport carrier;
  private final Supplier<Faults> faults;
  private final Deque<Job> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean closed;

  ResultSender(Vertx vertx, ResultTransport carrier, Supplier<Faults> faults) {
    this.vertx = vertx;
    this.carrier = carrier;
    this.faults = faults;
  }

  void add(SimOrder order, String controlId, byte[] message) {
    Job job = new Job(order, controlId, message);
    order.resultsSent++;
    // Never before the one that is under way: it is the first of the row until it is answered.
    if (Faults.happens(faults.get().shuffle()) && waiting.size() > (busy ? 1 : 0)) {
      Job last = waiting.pollLast();
      waiting.add(job);
      waiting.add(last);
    } else {
      waiting.add(job);
    }
    if (Faults.happens(faults.get().duplicate())) {
      waiting.add(job);
    }
    pump();
  }

  int waiting() {
    return waiting.size() + (busy ? 1 : 0);
  }

  private void pump() {
    if (busy || closed || waiting.isEmpty()) {
      return;
    }
    busy = true;
    Job job = waiting.peek();
    // Not only the service loses connections.
    if (Faults.happens(faults.get().drop())) {
      vertx.setTimer(PAUSE_MILLIS, id -> again());
      return;
    }
    carrier
        .bring(job.controlId(), job.message())
        .onSuccess(answer -> answered(job, answer))
        .onFailure(t -> vertx.setTimer(PAUSE_MILLIS, id -> again()));
  }

  private void again() {
    busy = false;
    pump();
  }

  /** A reject asks for a repetition; what is called wrong is not sent again. */
  private void answered(Job job, ResultTransport.Said said) {
    switch (said) {
      case TAKEN -> {
        job.order().resultsTaken++;
        waiting.poll();
        again();
      }
      case WRONG -> {
        waiting.poll();
        again();
      }
      case LATER -> vertx.setTimer(PAUSE_MILLIS, id -> again());
    }
  }

  Future<Void> close() {
    closed = true;
    return carrier.close();
  }
}
