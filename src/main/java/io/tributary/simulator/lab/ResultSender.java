package io.tributary.simulator.lab;

import io.tributary.lab.wire.hl7.Answer;
import io.tributary.lab.wire.mllp.MllpClient;
import io.tributary.lab.wire.mllp.MllpClientOptions;
import io.tributary.lab.wire.mllp.MllpEvents;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Brings results to one address, one after another, each until it is acknowledged; some twice or
 * out of turn, as told. Lives on the laboratory's event loop.
 */
final class ResultSender {
  private static final long PAUSE_MILLIS = 100;

  private record Job(SimOrder order, String controlId, byte[] message) {}

  private final Vertx vertx;
  private final MllpClient client;
  private final Supplier<Faults> faults;
  private final Deque<Job> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean closed;

  ResultSender(Vertx vertx, String host, int port, Supplier<Faults> faults) {
    this.vertx = vertx;
    this.faults = faults;
    MllpClientOptions to =
        MllpClientOptions.to(host, port, Optional.empty())
            .withTimes(
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofMillis(100),
                Duration.ofSeconds(1));
    this.client =
        new MllpClient(
            vertx, to, unasked -> Future.failedFuture("nothing is expected here"), MllpEvents.NONE);
    client.start();
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
    client
        .send(job.controlId(), job.message())
        .onSuccess(answer -> answered(job, answer))
        .onFailure(t -> vertx.setTimer(PAUSE_MILLIS, id -> again()));
  }

  private void again() {
    busy = false;
    pump();
  }

  /** A reject asks for a repetition; what is called wrong is not sent again. */
  private void answered(Job job, Answer answer) {
    switch (answer.code()) {
      case AA, CA -> {
        job.order().resultsTaken++;
        waiting.poll();
        again();
      }
      case AE, CE -> {
        waiting.poll();
        again();
      }
      case AR, CR -> vertx.setTimer(PAUSE_MILLIS, id -> again());
    }
  }

  Future<Void> close() {
    closed = true;
    return client.close(0);
  }
}
