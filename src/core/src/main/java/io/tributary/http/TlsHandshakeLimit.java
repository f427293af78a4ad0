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
  private static final int CONNECTIONS_PER_HANDSHAKE = 10;

  private static final int MIN_HANDSHAKES = 16;

  private final int max;
  private final RejectedRequests rejections;
  private final Set<Channel> open = new LinkedHashSet<>();

  TlsHandshakeLimit(int connections, RejectedRequests rejections) {
    this.max = Math.max(MIN_HANDSHAKES, connections / CONNECTIONS_PER_HANDSHAKE);
    this.rejections = rejections;
  }

  /** Returns a JDK SSL engine whose handshakes are counted here. */
  JdkSSLEngineOptions engine() {
    return new CountingEngineOptions();
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
      rejections.count(RejectedRequests.RejectionReason.HANDSHAKES);
      first.close();
    }
  }

  private void end(Channel channel) {
    synchronized (open) {
      open.remove(channel);
    }
  }

  private final class CountingEngineOptions extends JdkSSLEngineOptions {
    @Override
    public JdkSSLEngineOptions copy() {
      return this;
    }

    @Override
    public SslContextFactory sslContextFactory() {
      return new DefaultSslContextFactory(SslProvider.JDK, false) {
        @Override
        public SslContext create() throws SSLException {
          return new CountingSslContext(super.create());
        }
      };
    }
  }

  /** Wraps the SSL context, because Netty's own delegate does not allow a different handler. */
  private final class CountingSslContext extends SslContext {
    private final SslContext delegate;

    private CountingSslContext(SslContext inner) {
      this.delegate = inner;
    }

    @Override
    public boolean isClient() {
      return delegate.isClient();
    }

    @Override
    public List<String> cipherSuites() {
      return delegate.cipherSuites();
    }

    @Override
    public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
      return delegate.applicationProtocolNegotiator();
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator alloc) {
      return delegate.newEngine(alloc);
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator alloc, String host, int port) {
      return delegate.newEngine(alloc, host, port);
    }

    @Override
    public SSLSessionContext sessionContext() {
      return delegate.sessionContext();
    }

    @Override
    protected SslHandler newHandler(ByteBufAllocator alloc, boolean startTls, Executor tasks) {
      return new CountedSslHandler(newEngine(alloc), startTls, tasks);
    }

    @Override
    protected SslHandler newHandler(
        ByteBufAllocator alloc, String host, int port, boolean startTls, Executor tasks) {
      return new CountedSslHandler(newEngine(alloc, host, port), startTls, tasks);
    }
  }

  private final class CountedSslHandler extends SslHandler {
    private CountedSslHandler(SSLEngine engine, boolean startTls, Executor tasks) {
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
