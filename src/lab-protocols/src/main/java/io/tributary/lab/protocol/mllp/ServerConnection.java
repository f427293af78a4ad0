package io.tributary.lab.protocol.mllp;

import io.tributary.core.Ids;
import io.tributary.lab.protocol.hl7.Acknowledgement;
import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.ErrorCode;
import io.tributary.lab.protocol.hl7.Hl7Fault;
import io.tributary.lab.protocol.hl7.MessageHeader;
import io.tributary.lab.protocol.mllp.MllpFault.Kind;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One connection of a laboratory; all state is confined to its Vert.x context. */
final class ServerConnection {
  private static final int MOST_NOISE = 1024;
  private static final int ID_BYTES = 10;

  private final Vertx vertx;
  private final Context context;
  private final NetSocket socket;
  private final MllpServerOptions options;
  private final MllpMessageHandler receiver;
  private final MllpEvents events;
  private final String peer;
  private final MllpDecoder frames;
  private final Deque<byte[]> waiting = new ArrayDeque<>();

  /** True while a message is being stored; the socket is paused meanwhile. */
  private boolean busy;

  /** No further message is started; the one being stored is still acknowledged. */
  private boolean draining;

  private boolean closed;

  /** Timer of the incomplete frame; negative if there is none. */
  private long frameTimer = -1;

  ServerConnection(
      Vertx vertx,
      Context context,
      NetSocket socket,
      MllpServerOptions options,
      MllpMessageHandler receiver,
      MllpEvents events) {
    this.vertx = vertx;
    this.context = context;
    this.socket = socket;
    this.options = options;
    this.receiver = receiver;
    this.events = events;
    this.peer = socket.remoteAddress().hostAddress();
    this.frames = new MllpDecoder(options.maxMessage(), MOST_NOISE);
  }

  void start(Runnable ended) {
    socket.closeHandler(
        v -> {
          closed = true;
          stopTimer();
          waiting.clear();
          ended.run();
        });
    socket.exceptionHandler(t -> socket.close());
    socket.shutdownHandler(v -> drain());
    socket.handler(this::read);
  }

  private void drain() {
    draining = true;
    if (!busy) {
      socket.close();
    }
  }

  private void read(Buffer chunk) {
    if (closed || draining) {
      return;
    }
    try {
      List<byte[]> messages = frames.read(chunk);
      if (!messages.isEmpty()) {
        stopTimer();
        waiting.addAll(messages);
      }
    } catch (MllpFault e) {
      giveUp(e);
      return;
    }
    next();
  }

  /**
   * Gives up the connection. Queued messages are dropped, but their sender gets no acknowledgment
   * and resends them.
   */
  private void giveUp(MllpFault why) {
    draining = true;
    waiting.clear();
    stopTimer();
    events.broken(peer, why);
    if (!busy) {
      socket.close();
    }
  }

  private void next() {
    if (busy || closed) {
      return;
    }
    if (draining) {
      socket.close();
      return;
    }
    byte[] message = waiting.poll();
    if (message == null) {
      if (frames.isOpen() && frameTimer < 0) {
        startTimer();
      }
      socket.resume();
      return;
    }
    busy = true;
    stopTimer();
    socket.pause();
    take(message);
  }

  private void startTimer() {
    frameTimer =
        vertx.setTimer(
            options.frameTimeout().toMillis(),
            id -> {
              frameTimer = -1;
              giveUp(new MllpFault(Kind.SLOW, "a frame was not ended in time"));
            });
  }

  private void stopTimer() {
    if (frameTimer >= 0) {
      vertx.cancelTimer(frameTimer);
      frameTimer = -1;
    }
  }

  private void take(byte[] message) {
    MessageHeader header;
    try {
      header = MessageHeader.read(message);
    } catch (Hl7Fault e) {
      byte[] answer = Acknowledgement.headless("TRIBUTARY", e, Instant.now(), id());
      answer(List.of(answer), Verdict.refused(e));
      return;
    }
    store(new MllpMessageHandler.Inbound(header, message, peer))
        .timeout(options.storeTimeout().toMillis(), TimeUnit.MILLISECONDS)
        .onComplete(done -> context.runOnContext(v -> stored(header, done)));
  }

  private Future<Verdict> store(MllpMessageHandler.Inbound message) {
    try {
      return receiver.receive(message);
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  private void stored(MessageHeader header, AsyncResult<Verdict> done) {
    if (closed) {
      return;
    }
    Verdict verdict = done.succeeded() ? done.result() : refusal(done.cause());
    answer(Acknowledgement.of(header, verdict, Instant.now(), ServerConnection::id), verdict);
  }

  private Verdict refusal(Throwable why) {
    if (why instanceof Hl7Fault fault) {
      return Verdict.refused(fault);
    }
    events.receiverFailed(peer, why);
    return Verdict.refused(new Hl7Fault(ErrorCode.INTERNAL, "", "not stored, please repeat"));
  }

  private void answer(List<byte[]> answers, Verdict verdict) {
    Future<Void> written = Future.succeededFuture();
    for (byte[] answer : answers) {
      written = socket.write(MllpDecoder.frame(answer));
    }
    events.answered(peer, verdict.code());
    written.onComplete(
        r ->
            context.runOnContext(
                v -> {
                  busy = false;
                  next();
                }));
  }

  private static String id() {
    return Ids.hex(ID_BYTES);
  }
}
