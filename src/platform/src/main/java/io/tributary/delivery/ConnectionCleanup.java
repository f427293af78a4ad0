package io.tributary.delivery;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.AttributeKey;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Ways to get rid of connections. Closing one by the library's own means waits until everything
 * written has left, which a receiver that does not read can put off for ever.
 */
final class ConnectionCleanup {
  /** HTTP/2: the stream is of no interest any more. */
  private static final long CANCEL = 8;

  private static final AttributeKey<Boolean> RETIRED = AttributeKey.valueOf("tributary.retired");

  private ConnectionCleanup() {}

  /** What every new connection gets before its first request. */
  static void prepare(Vertx vertx, HttpConnection connection, Duration life, Duration grace) {
    // Each exchange tells of its own faults; without a handler here the library logs them.
    connection.exceptionHandler(t -> {});
    ChannelPipeline pipeline = channel(connection).pipeline();
    if (pipeline.get("codec") != null) {
      pipeline.addAfter(
          "codec", InformationalResponseFilter.NAME, new InformationalResponseFilter());
    } else {
      Http2InformationalResponseFilter.drop(pipeline.get(Http2ConnectionHandler.class));
      // A pool lets go of idle connections only, and one that many streams share is never idle.
      long timer = vertx.setTimer(life.toMillis(), id -> retire(vertx, connection, grace));
      connection.closeHandler(v -> vertx.cancelTimer(timer));
    }
  }

  /**
   * Ends an exchange that did not end by itself. A connection of its own goes at once, one that
   * other exchanges share only loses the stream.
   *
   * @param silent whether the receiver let the time run out; a shared connection then takes no
   *     further exchange, for it may be dead
   * @param grace what the other exchanges get
   */
  static void drop(Vertx vertx, HttpClientRequest request, boolean silent, Duration grace) {
    if (request.version() != HttpVersion.HTTP_2) {
      abort(channel(request.connection()));
      return;
    }
    request.reset(CANCEL);
    if (silent) {
      retire(vertx, request.connection(), grace);
    }
  }

  /** Says goodbye: no new streams, the open ones may end within the grace. */
  private static void retire(Vertx vertx, HttpConnection connection, Duration grace) {
    Channel channel = channel(connection);
    if (channel.attr(RETIRED).getAndSet(true) != null) {
      return;
    }
    long timer = vertx.setTimer(grace.toMillis(), id -> abort(channel));
    channel.closeFuture().addListener(f -> vertx.cancelTimer(timer));
    connection.shutdown(grace.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Nothing more is read or written, and nothing is waited for. */
  private static void abort(Channel channel) {
    try {
      // What was written and not taken does not linger in the kernel either.
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
    } catch (ChannelException closed) {
      return;
    }
    // From the first handler on: TLS would first want to say goodbye.
    ChannelHandlerContext first = channel.pipeline().firstContext();
    if (first == null) {
      channel.close();
    } else {
      first.close();
    }
  }

  private static Channel channel(HttpConnection connection) {
    return ((ConnectionBase) connection).channel();
  }
}
