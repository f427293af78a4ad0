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
 * Closes connections without waiting for the peer.
 *
 * <p>The library's close waits until everything written has been sent, which an endpoint that does
 * not read can delay forever.
 */
final class ConnectionCleanup {
  /** HTTP/2 error code CANCEL: the stream is no longer needed. */
  private static final long CANCEL = 8;

  private static final AttributeKey<Boolean> RETIRED = AttributeKey.valueOf("tributary.retired");

  private ConnectionCleanup() {}

  /** Configures a new connection before its first request. */
  static void prepare(Vertx vertx, HttpConnection connection, Duration life, Duration grace) {
    // Each exchange reports its own errors; without this handler the library logs them as well.
    connection.exceptionHandler(t -> {});
    ChannelPipeline pipeline = channel(connection).pipeline();
    if (pipeline.get("codec") != null) {
      pipeline.addAfter(
          "codec", InformationalResponseFilter.NAME, new InformationalResponseFilter());
    } else {
      Http2InformationalResponseFilter.install(pipeline.get(Http2ConnectionHandler.class));
      // The pool closes only idle connections, and a connection shared by many streams is never
      // idle.
      long timer =
          vertx.setTimer(life.toMillis(), id -> shutdownGracefully(vertx, connection, grace));
      connection.closeHandler(v -> vertx.cancelTimer(timer));
    }
  }

  /**
   * Ends an exchange that did not complete. A dedicated connection is closed at once; a shared
   * connection only loses the stream.
   *
   * @param silent whether the endpoint timed out; a shared connection then accepts no new exchange,
   *     because it may be dead
   * @param grace time that the other exchanges get
   */
  static void discard(Vertx vertx, HttpClientRequest request, boolean silent, Duration grace) {
    if (request.version() != HttpVersion.HTTP_2) {
      abort(channel(request.connection()));
      return;
    }
    request.reset(CANCEL);
    if (silent) {
      shutdownGracefully(vertx, request.connection(), grace);
    }
  }

  /**
   * Shuts down gracefully: no new streams are opened, and open ones may end within the grace
   * period.
   */
  private static void shutdownGracefully(Vertx vertx, HttpConnection connection, Duration grace) {
    Channel channel = channel(connection);
    if (channel.attr(RETIRED).getAndSet(true) != null) {
      return;
    }
    long timer = vertx.setTimer(grace.toMillis(), id -> abort(channel));
    channel.closeFuture().addListener(f -> vertx.cancelTimer(timer));
    connection.shutdown(grace.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Closes immediately, without reading, writing or waiting. */
  private static void abort(Channel channel) {
    try {
      // Discards unsent data in the kernel's send buffer too.
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
    } catch (ChannelException closed) {
      return;
    }
    // Closing starts at the first handler, which bypasses the TLS close_notify exchange.
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
