package io.tributary.simulators.lab;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Sends results to one destination, one after another, each until it is acknowledged. Some are sent
 * twice or out of order, depending on the fault rates. Used on the laboratory's event loop.
 */
final class ResultSender {
  private static final long PAUSE_MILLIS = 100;

  private record Job(SimOrder order, String controlId, byte[] message) {}

  private final Vertx vertx;
  private final ResultTransport transport;
  private final Supplier<LabFaultRates> faults;
  private final Deque<Job> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean closed;

  ResultSender(Vertx vertx, ResultTransport carrier, Supplier<LabFaultRates> faults) {
    this.vertx = vertx;
    this.transport = carrier;
    this.faults = faults;
  }

  void add(SimOrder order, String controlId, byte[] message) {
    Job job = new Job(order, controlId, message);
    order.resultsSent++;
    // The first job stays first while it is being sent.
    if (LabFaultRates.occurs(faults.get().shuffle()) && waiting.size() > (busy ? 1 : 0)) {
      Job last = waiting.pollLast();
      waiting.add(job);
      waiting.add(last);
    } else {
      waiting.add(job);
    }
    if (LabFaultRates.occurs(faults.get().duplicate())) {
      waiting.add(job);
    }
    sendNext();
  }

  int waiting() {
    return waiting.size() + (busy ? 1 : 0);
  }

  private void sendNext() {
    if (busy || closed || waiting.isEmpty()) {
      return;
    }
    busy = true;
    Job job = waiting.peek();
    // Connections also break on the laboratory's side.
    if (LabFaultRates.occurs(faults.get().drop())) {
      vertx.setTimer(PAUSE_MILLIS, id -> retry());
      return;
    }
    transport
        .deliver(job.controlId(), job.message())
        .onSuccess(answer -> handleAck(job, answer))
        .onFailure(t -> vertx.setTimer(PAUSE_MILLIS, id -> retry()));
  }

  private void retry() {
    busy = false;
    sendNext();
  }

  /**
   * Handles an acknowledgment: a rejected message is retried, and one acknowledged with an error is
   * dropped.
   */
  private void handleAck(Job job, ResultTransport.ResultAck said) {
    switch (said) {
      case TAKEN -> {
        job.order().resultsAcknowledged++;
        waiting.poll();
        retry();
      }
      case WRONG -> {
        waiting.poll();
        retry();
      }
      case LATER -> vertx.setTimer(PAUSE_MILLIS, id -> retry());
    }
  }

  Future<Void> close() {
    closed = true;
    return transport.close();
  }
}
