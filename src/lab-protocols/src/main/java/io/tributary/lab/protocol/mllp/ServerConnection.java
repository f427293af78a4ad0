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
  private static final int MAX_NOISE_BYTES = 1024;
  private static final int ID_BYTES = 10;

  private final Vertx vertx;
  private final Context context;
  private final NetSocket socket;
  private final MllpServerOptions options;
  private final MllpMessageHandler receiver;
  private final MllpEvents events;
  private final String peer;
  private final MllpFrameDecoder frames;
  private final Deque<byte[]> queue = new ArrayDeque<>();

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
    this.frames = new MllpFrameDecoder(options.maxMessageBytes(), MAX_NOISE_BYTES);
  }

  void start(Runnable ended) {
    socket.closeHandler(
        v -> {
          closed = true;
          stopTimer();
          queue.clear();
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
        queue.addAll(messages);
      }
    } catch (MllpFault e) {
      abort(e);
      return;
    }
    processNext();
  }

  /**
   * Gives up the connection. Queued messages are dropped, but their sender gets no acknowledgment
   * and resends them.
   */
  private void abort(MllpFault why) {
    draining = true;
    queue.clear();
    stopTimer();
    events.protocolFault(peer, why);
    if (!busy) {
      socket.close();
    }
  }

  private void processNext() {
    if (busy || closed) {
      return;
    }
    if (draining) {
      socket.close();
      return;
    }
    byte[] message = queue.poll();
    if (message == null) {
      if (frames.hasOpenFrame() && frameTimer < 0) {
        startTimer();
      }
      socket.resume();
      return;
    }
    busy = true;
    stopTimer();
    socket.pause();
    process(message);
  }

  private void startTimer() {
    frameTimer =
        vertx.setTimer(
            options.frameTimeout().toMillis(),
            id -> {
              frameTimer = -1;
              abort(new MllpFault(Kind.SLOW, "the frame was not completed in time"));
            });
  }

  private void stopTimer() {
    if (frameTimer >= 0) {
      vertx.cancelTimer(frameTimer);
      frameTimer = -1;
    }
  }

  private void process(byte[] message) {
    MessageHeader header;
    try {
      header = MessageHeader.read(message);
    } catch (Hl7Fault e) {
      byte[] answer = Acknowledgement.forUnreadableHeader("TRIBUTARY", e, Instant.now(), id());
      answer(List.of(answer), Verdict.rejected(e));
      return;
    }
    callHandler(new MllpMessageHandler.Inbound(header, message, peer))
        .timeout(options.storeTimeout().toMillis(), TimeUnit.MILLISECONDS)
        .onComplete(done -> context.runOnContext(v -> onStored(header, done)));
  }

  private Future<Verdict> callHandler(MllpMessageHandler.Inbound message) {
    try {
      return receiver.receive(message);
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  private void onStored(MessageHeader header, AsyncResult<Verdict> done) {
    if (closed) {
      return;
    }
    Verdict verdict = done.succeeded() ? done.result() : rejection(done.cause());
    answer(Acknowledgement.of(header, verdict, Instant.now(), ServerConnection::id), verdict);
  }

  private Verdict rejection(Throwable why) {
    if (why instanceof Hl7Fault fault) {
      return Verdict.rejected(fault);
    }
    events.storeFailed(peer, why);
    return Verdict.rejected(
        new Hl7Fault(ErrorCode.INTERNAL, "", "the message was not stored; resend it"));
  }

  private void answer(List<byte[]> answers, Verdict verdict) {
    Future<Void> written = Future.succeededFuture();
    for (byte[] answer : answers) {
      written = socket.write(MllpFrameDecoder.frame(answer));
    }
    events.acknowledged(peer, verdict.code());
    written.onComplete(
        r ->
            context.runOnContext(
                v -> {
                  busy = false;
                  processNext();
                }));
  }

  private static String id() {
    return Ids.randomHex(ID_BYTES);
  }
}
