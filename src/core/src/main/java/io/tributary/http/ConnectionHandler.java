package io.tributary.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.ReferenceCountUtil;
import io.tributary.config.HttpLimits;
import io.tributary.core.Json;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Tracks one client connection: requests in progress, idle time, and whether the client reads.
 *
 * <p>The handler is placed before the HTTP decoder in the pipeline, so it also sees bytes that do
 * not form a complete request yet. Runs on the event loop of the connection.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
  /** Time for a rejected client to read the error response before the connection is closed. */
  private static final long REJECTION_LINGER_MILLIS = 500;

  private final HttpConnection connection;
  private final Channel channel;
  private final boolean http1;
  private int running;
  private int served;
  private long idleSince = System.nanoTime();
  private long headSince;
  private long unreadSince;
  private HttpServerRequest last;
  private boolean rejected;
  private boolean closing;

  private ConnectionHandler(HttpConnection connection, Channel channel, boolean first) {
    this.connection = connection;
    this.channel = channel;
    this.http1 = first;
  }

  /**
   * Attaches a handler to a connection. On HTTP/2, only the write backlog is monitored, because
   * streams have their own limits.
   */
  static ConnectionHandler attach(HttpConnection connection) {
    Channel channel = ((HttpServerConnection) connection).channelHandlerContext().channel();
    boolean first = channel.pipeline().get("httpDecoder") != null;
    ConnectionHandler c = new ConnectionHandler(connection, channel, first);
    if (first) {
      channel.pipeline().addBefore("httpDecoder", "connected", c);
    }
    return c;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    if (rejected) {
      ReferenceCountUtil.release(message);
      return;
    }
    if (running == 0 && headSince == 0) {
      headSince = System.nanoTime();
    }
    super.channelRead(ctx, message);
  }

  /** Called when a complete request head has arrived. */
  void onRequest(HttpServerRequest request, HttpLimits limits) {
    running++;
    served++;
    headSince = 0;
    last = request;
    if (http1 && served >= limits.requests()) {
      closeAfterResponse(request);
    }
    request.response().bodyEndHandler(v -> onResponseEnd());
  }

  /** Closes the connection after the response to this request. */
  void closeAfterResponse(HttpServerRequest request) {
    if (http1) {
      closing = true;
      request.response().putHeader("connection", "close");
    }
  }

  private void onResponseEnd() {
    running--;
    idleSince = System.nanoTime();
    headSince = 0;
    if (closing) {
      // Runs later, so that the response is written first.
      channel.eventLoop().execute(connection::close);
    }
  }

  /** Returns whether no request is in progress and all responses have been read. */
  boolean isIdle() {
    return http1 && running == 0 && !rejected && unreadBytes() == 0;
  }

  long idleSince() {
    return idleSince;
  }

  /** Closes the connection if it exceeds a time limit. */
  void enforceTimeouts(
      long now, HttpLimits limits, Duration streamLimit, RejectedRequests rejections) {
    boolean reads = unreadBytes() > 0;
    unreadSince = !reads ? 0 : unreadSince == 0 ? now : unreadSince;
    idleSince = reads ? now : idleSince;
    if (unreadSince != 0 && now - unreadSince > streamLimit.toNanos()) {
      rejections.count(RejectedRequests.RejectionReason.SLOW_READER);
      abort();
    } else if (!isIdle()) {
      return;
    } else if (last != null && !last.isEnded()) {
      // The remaining body of a rejected request.
      if (now - idleSince > limits.headTimeout().toNanos()) {
        abort();
      }
    } else if (headSince != 0 && now - headSince > limits.headTimeout().toNanos()) {
      rejections.count(RejectedRequests.RejectionReason.SLOW_HEAD);
      reject("408 Request Timeout", "the request was not received in time");
    } else if (now - idleSince > limits.idleTimeout().toNanos()) {
      abort();
    }
  }

  /** Returns the number of response bytes that the client has not read yet. */
  private long unreadBytes() {
    ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
    return out == null ? 0 : out.totalPendingWriteBytes();
  }

  void abort() {
    ConnectionAbort.abort(connection);
  }

  /**
   * Writes an error response before the codec, where no request exists, and closes the connection.
   */
  void reject(String status, String detail) {
    ChannelHandlerContext raw = channel.pipeline().context(this);
    if (raw == null) {
      abort();
      return;
    }
    rejected = true;
    byte[] body = Json.bytes(Json.object().put("detail", detail));
    String head =
        "HTTP/1.1 "
            + status
            + "\r\ncontent-type: application/json\r\nx-content-type-options: nosniff"
            + "\r\ncache-control: no-store\r\nconnection: close\r\n"
            + (status.startsWith("503") ? "retry-after: 1\r\n" : "")
            + "content-length: "
            + body.length
            + "\r\n\r\n";
    ByteBuf answer = Unpooled.wrappedBuffer(head.getBytes(StandardCharsets.US_ASCII), body);
    raw.writeAndFlush(answer);
    raw.executor().schedule(this::abort, REJECTION_LINGER_MILLIS, TimeUnit.MILLISECONDS);
  }
}
