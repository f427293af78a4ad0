package io.tributary.testkit;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A TCP proxy to a database that can refuse or silently drop connections. */
public final class DatabaseProxy implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final Set<NetSocket> serverSockets = ConcurrentHashMap.newKeySet();
  private final URI target;

  /** Targets of new connections, in rotation. */
  private final List<URI> targets;

  private final AtomicInteger connectionCount = new AtomicInteger();
  private final NetClient client = vertx.createNetClient();
  private final Set<NetSocket> clientSockets = ConcurrentHashMap.newKeySet();
  private NetServer server;
  private final int port = TestResources.port();
  private volatile boolean dropping;

  /**
   * @param more other databases behind the same address, with the same login
   */
  public DatabaseProxy(String url, String... more) {
    target = URI.create(url);
    targets = Stream.concat(Stream.of(url), Stream.of(more)).map(URI::create).toList();
    accept();
  }

  /** Returns the database URL through the proxy. */
  public String url() {
    return target.toString().replace(":" + target.getPort() + "/", ":" + port + "/");
  }

  public void accept() {
    server =
        vertx
            .createNetServer()
            .connectHandler(this::forward)
            .listen(port, target.getHost())
            .await();
  }

  private void forward(NetSocket from) {
    from.pause();
    clientSockets.add(from);
    if (dropping) {
      return;
    }
    URI to = targets.get(connectionCount.getAndIncrement() % targets.size());
    client
        .connect(to.getPort(), to.getHost())
        .onSuccess(
            there -> {
              if (dropping) {
                return;
              }
              serverSockets.add(there);
              from.pipeTo(there).onComplete(r -> from.close());
              there.pipeTo(from).onComplete(r -> there.close());
            })
        .onFailure(t -> from.close());
  }

  /**
   * Drops all traffic silently, as if the machine were cut off. Open connections stay dead, and new
   * ones wait.
   */
  public void dropTraffic() {
    dropping = true;
    clientSockets.forEach(NetSocket::pause);
    serverSockets.forEach(NetSocket::pause);
  }

  /** Passes new connections; earlier ones stay cut off. */
  public void forwardNewConnections() {
    dropping = false;
  }

  public void disconnect() {
    server.close().await();
    clientSockets.forEach(NetSocket::close);
    clientSockets.clear();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
