package io.tributary.lab.protocol.mllp;

import io.tributary.core.Ids;
import io.tributary.lab.protocol.hl7.Acknowledgement;
import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.ErrorCode;
import io.tributary.lab.protocol.hl7.Hl7Fault;
import io.tributary.lab.protocol.hl7.MessageHeader;
import io.tributary.lab.protocol.hl7.OrderResponse;
import io.tributary.lab.protocol.mllp.MllpFault.Kind;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Persistent MLLP connection to a laboratory with one outstanding message at a time.
 *
 * <p>The client sends the next message when the response with the matching control ID has arrived
 * or has timed out. It reconnects automatically, with exponential backoff, but it never resends a
 * message on its own: after a fault with {@link MllpFault#mayHaveArrived} the caller resends the
 * same bytes with the same control ID. After a response timeout the client drops the connection,
 * because later bytes on it could belong to the message that timed out. Thread-safe.
 */
public final class MllpClient {
  private static final int MAX_NOISE_BYTES = 1024;
  private static final int ID_BYTES = 10;

  private static final class Pending {
    final String controlId;
    final Buffer frame;
    final Promise<OrderResponse> promise = Promise.promise();
    long timer;

    Pending(String controlId, Buffer frame) {
      this.controlId = controlId;
      this.frame = frame;
    }
  }

  private final Vertx vertx;
  private final Context context;
  private final MllpClientOptions options;
  private final MllpMessageHandler unsolicited;
  private final MllpEvents events;
  private final NetClient net;
  private final ConnectOptions target;
  private final String peer;
  private final Promise<Void> closed = Promise.promise();
  private final Deque<Pending> queue = new ArrayDeque<>();

  /** Null while disconnected. */
  private NetSocket socket;

  /** Message that awaits its response; null if there is none. */
  private Pending outstanding;

  private long backoffMillis;
  private boolean started;
  private boolean closing;
  private volatile boolean connected;

  /**
   * @param unsolicited receives messages that do not answer the outstanding message, such as a late
   *     application acknowledgment or a result on the same connection
   */
  public MllpClient(
      Vertx vertx, MllpClientOptions options, MllpMessageHandler unasked, MllpEvents events) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.options = options;
    this.unsolicited = unasked;
    this.events = events;
    this.peer = options.host() + ":" + options.port();
    this.backoffMillis = options.initialBackoff().toMillis();
    NetClientOptions settings =
        new NetClientOptions()
            .setConnectTimeout((int) options.connectTimeout().toMillis())
            .setTcpKeepAlive(true)
            .setTcpNoDelay(true);
    this.net = vertx.createNetClient(settings);
    this.target = target(options);
  }

  private static ConnectOptions target(MllpClientOptions options) {
    ConnectOptions out = new ConnectOptions().setHost(options.host()).setPort(options.port());
    options
        .tls()
        .ifPresent(
            tls -> {
              ClientSSLOptions own = tls.copy();
              if (own.getHostnameVerificationAlgorithm() == null) {
                own.setHostnameVerificationAlgorithm("HTTPS");
              }
              out.setSsl(true).setSslOptions(own);
            });
    return out;
  }

  /** Connects, and reconnects whenever the connection is lost. */
  public void start() {
    context.runOnContext(
        v -> {
          if (!started && !closing) {
            started = true;
            connect();
          }
        });
  }

  public boolean isConnected() {
    return connected;
  }

  /**
   * Queues a message for sending.
   *
   * @param controlId MSH-10 of the message, which identifies its response
   * @return the laboratory's response, positive or negative; fails with an {@link MllpFault} if
   *     there is none, and with {@link IllegalArgumentException} if the message cannot be framed
   */
  public Future<OrderResponse> send(String controlId, byte[] message) {
    Pending pending;
    try {
      pending = new Pending(controlId, MllpFrameDecoder.frame(message));
    } catch (IllegalArgumentException e) {
      return Future.failedFuture(e);
    }
    context.runOnContext(v -> enqueue(pending));
    return pending.promise.future();
  }

  private void enqueue(Pending pending) {
    if (closing) {
      fail(pending, Kind.CLOSED, "the connection is closed");
      return;
    }
    if (queue.size() + (outstanding == null ? 0 : 1) > options.maxQueued()) {
      fail(pending, Kind.FULL, "too many messages are queued");
      return;
    }
    pending.timer =
        vertx.setTimer(
            options.sendTimeout().toMillis(),
            id -> {
              queue.remove(pending);
              fail(pending, Kind.NOT_CONNECTED, "the message could not be sent in time");
            });
    queue.add(pending);
    sendNext();
  }

  private static void fail(Pending pending, Kind kind, String text) {
    pending.promise.tryFail(new MllpFault(kind, text));
  }

  private void sendNext() {
    if (outstanding != null || socket == null || queue.isEmpty()) {
      return;
    }
    Pending next = queue.poll();
    vertx.cancelTimer(next.timer);
    outstanding = next;
    NetSocket on = socket;
    next.timer =
        vertx.setTimer(
            options.responseTimeout().toMillis(),
            id -> {
              failOutstanding(Kind.NO_ANSWER, "no answer in time");
              // Later bytes on this connection may belong to the message that timed out.
              disconnect(on);
            });
    on.write(next.frame);
  }

  /**
   * Closes a connection and treats it as lost at once, so that nothing is sent on it while it
   * closes.
   */
  private void disconnect(NetSocket which) {
    onDisconnected(which);
    which.close();
  }

  /** Fails the outstanding message. */
  private void failOutstanding(Kind kind, String text) {
    Pending done = outstanding;
    if (done != null) {
      outstanding = null;
      vertx.cancelTimer(done.timer);
      fail(done, kind, text);
    }
    closeIfIdle();
  }

  private void connect() {
    if (closing) {
      return;
    }
    net.connect(target)
        .onSuccess(this::onConnected)
        .onFailure(
            why -> {
              long pause = nextBackoff();
              events.connectFailed(why, pause);
              vertx.setTimer(pause, id -> connect());
            });
  }

  /** Returns the reconnect delay with jitter, so that clients do not reconnect simultaneously. */
  private long nextBackoff() {
    long pause = backoffMillis;
    backoffMillis = Math.min(backoffMillis * 2, options.maxBackoff().toMillis());
    return Math.max(1, Math.round(pause * (0.8 + 0.4 * ThreadLocalRandom.current().nextDouble())));
  }

  private void onConnected(NetSocket now) {
    if (closing) {
      now.close();
      return;
    }
    socket = now;
    connected = true;
    MllpFrameDecoder frames = new MllpFrameDecoder(options.maxMessageBytes(), MAX_NOISE_BYTES);
    now.exceptionHandler(t -> now.close());
    now.closeHandler(v -> onDisconnected(now));
    now.handler(chunk -> read(now, frames, chunk));
    events.connected(peer);
    sendNext();
  }

  private void onDisconnected(NetSocket which) {
    if (socket != which) {
      return;
    }
    socket = null;
    connected = false;
    events.disconnected(peer);
    failOutstanding(Kind.BROKEN, "the connection was lost before the response arrived");
    if (!closing) {
      vertx.setTimer(nextBackoff(), id -> connect());
    }
  }

  private void read(NetSocket from, MllpFrameDecoder frames, Buffer chunk) {
    if (socket != from) {
      return;
    }
    try {
      for (byte[] message : frames.read(chunk)) {
        onMessage(from, message);
      }
    } catch (MllpFault e) {
      events.protocolFault(peer, e);
      failOutstanding(e.kind(), e.getMessage());
      disconnect(from);
    }
  }

  private void onMessage(NetSocket from, byte[] message) {
    MessageHeader header;
    boolean isAnswer;
    try {
      header = MessageHeader.read(message);
      isAnswer = OrderResponse.isResponse(message);
      if (isAnswer && completeOutstanding(OrderResponse.read(message))) {
        return;
      }
    } catch (Hl7Fault e) {
      // The expected response may still arrive; if this was it, the timeout applies.
      events.unexpectedMessage(peer);
      return;
    }
    events.unexpectedMessage(peer);
    boolean wantsAnswer = header.isEnhanced() || !isAnswer;
    callHandler(new MllpMessageHandler.Inbound(header, message, peer))
        .recover(why -> Future.succeededFuture(rejection(why)))
        .onSuccess(
            verdict -> context.runOnContext(v -> acknowledge(from, header, verdict, wantsAnswer)));
  }

  private boolean completeOutstanding(OrderResponse answer) {
    if (outstanding == null || !outstanding.controlId.equals(answer.controlId())) {
      return false;
    }
    Pending done = outstanding;
    outstanding = null;
    vertx.cancelTimer(done.timer);
    backoffMillis = options.initialBackoff().toMillis();
    events.acknowledged(peer, answer.code());
    done.promise.tryComplete(answer);
    sendNext();
    closeIfIdle();
    return true;
  }

  private Future<Verdict> callHandler(MllpMessageHandler.Inbound message) {
    try {
      return unsolicited.receive(message);
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  private Verdict rejection(Throwable why) {
    if (why instanceof Hl7Fault fault) {
      return Verdict.rejected(fault);
    }
    events.storeFailed(peer, why);
    return Verdict.rejected(
        new Hl7Fault(ErrorCode.INTERNAL, "", "the message was not stored; resend it"));
  }

  private void acknowledge(NetSocket to, MessageHeader header, Verdict verdict, boolean wanted) {
    if (wanted && socket == to) {
      Acknowledgement.of(header, verdict, Instant.now(), () -> Ids.randomHex(ID_BYTES))
          .forEach(answer -> to.write(MllpFrameDecoder.frame(answer)));
    }
  }

  /**
   * Stops sending. The outstanding message may still be answered within the grace period; queued
   * messages fail at once.
   */
  public Future<Void> close(long graceMillis) {
    context.runOnContext(
        v -> {
          if (closing) {
            return;
          }
          closing = true;
          while (!queue.isEmpty()) {
            Pending unsent = queue.poll();
            vertx.cancelTimer(unsent.timer);
            fail(unsent, Kind.CLOSED, "the connection is closed");
          }
          if (outstanding != null && graceMillis > 0) {
            vertx.setTimer(
                graceMillis,
                id ->
                    failOutstanding(
                        Kind.BROKEN, "the connection was closed before the response arrived"));
          } else {
            failOutstanding(Kind.BROKEN, "the connection was closed before the response arrived");
          }
        });
    return closed.future();
  }

  private void closeIfIdle() {
    if (closing && outstanding == null) {
      net.close().onComplete(r -> closed.tryComplete());
    }
  }
}
