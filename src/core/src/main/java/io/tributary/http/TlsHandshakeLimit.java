package io.tributary.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.DefaultSslContextFactory;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSessionContext;

/**
 * Limits the TLS handshakes in progress on this node.
 *
 * <p>The server counts a connection only after its handshake. When there are too many handshakes,
 * the oldest one is closed. Shared by all event loops.
 */
public final class TlsHandshakeLimit {
  /** Number of allowed connections per allowed handshake. */
  private static final int PART = 10;

  private static final int LEAST = 16;

  private final int max;
  private final RejectedRequests turnedAway;
  private final Set<Channel> open = new LinkedHashSet<>();

  TlsHandshakeLimit(int connections, RejectedRequests turnedAway) {
    this.max = Math.max(LEAST, connections / PART);
    this.turnedAway = turnedAway;
  }

  /** Returns a JDK SSL engine whose handshakes are counted here. */
  JdkSSLEngineOptions engine() {
    return new Engine();
  }

  private void begin(Channel channel) {
    Channel first = null;
    synchronized (open) {
      open.add(channel);
      if (open.size() > max) {
        Iterator<Channel> oldest = open.iterator();
        first = oldest.next();
        oldest.remove();
      }
    }
    if (first != null) {
      turnedAway.count(RejectedRequests.Why.HANDSHAKES);
      first.close();
    }
  }

  private void end(Channel channel) {
    synchronized (open) {
      open.remove(channel);
    }
  }

  private final class Engine extends JdkSSLEngineOptions {
    @Override
    public JdkSSLEngineOptions copy() {
      return this;
    }

    @Override
    public SslContextFactory sslContextFactory() {
      return new DefaultSslContextFactory(SslProvider.JDK, false) {
        @Override
        public SslContext create() throws SSLException {
          return new Counting(super.create());
        }
      };
    }
  }

  /** Wraps the SSL context, because Netty's own delegate does not allow a different handler. */
  private final class Counting extends SslContext {
    private final SslContext inner;

    private Counting(SslContext inner) {
      this.inner = inner;
    }

    @Override
    public boolean isClient() {
      return inner.isClient();
    }

    @Override
    public List<String> cipherSuites() {
      return inner.cipherSuites();
    }

    @Override
    public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
      return inner.applicationProtocolNegotiator();
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator alloc) {
      return inner.newEngine(alloc);
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator alloc, String host, int port) {
      return inner.newEngine(alloc, host, port);
    }

    @Override
    public SSLSessionContext sessionContext() {
      return inner.sessionContext();
    }

    @Override
    protected SslHandler newHandler(ByteBufAllocator alloc, boolean startTls, Executor tasks) {
      return new Counted(newEngine(alloc), startTls, tasks);
    }

    @Override
    protected SslHandler newHandler(
        ByteBufAllocator alloc, String host, int port, boolean startTls, Executor tasks) {
      return new Counted(newEngine(alloc, host, port), startTls, tasks);
    }
  }

  private final class Counted extends SslHandler {
    private Counted(SSLEngine engine, boolean startTls, Executor tasks) {
      super(engine, startTls, tasks);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
      Channel channel = ctx.channel();
      begin(channel);
      handshakeFuture().addListener(f -> end(channel));
      channel.closeFuture().addListener(f -> end(channel));
      super.handlerAdded(ctx);
    }
  }
}
