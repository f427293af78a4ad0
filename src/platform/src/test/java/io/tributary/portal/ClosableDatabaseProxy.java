package io.tributary.portal;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy between a node and its database that can be closed to simulate an outage. */
final class ClosableDatabaseProxy implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final NetClient client = vertx.createNetClient();
  private final Set<NetSocket> open = ConcurrentHashMap.newKeySet();
  private final NetServer server;
  private final URI behind;
  private volatile boolean closed;

  ClosableDatabaseProxy(String dbUrl) {
    behind = URI.create(dbUrl);
    server = vertx.createNetServer().connectHandler(this::forward).listen(0, "127.0.0.1").await();
  }

  private void forward(NetSocket in) {
    if (closed) {
      in.close();
      return;
    }
    in.pause();
    client
        .connect(behind.getPort(), behind.getHost())
        .onFailure(t -> in.close())
        .onSuccess(
            out -> {
              open.add(in);
              in.closeHandler(v -> out.close());
              out.closeHandler(v -> in.close());
              in.pipeTo(out);
              out.pipeTo(in);
            });
  }

  /** Returns the database URL through the proxy. */
  String url() {
    return behind.toString().replace(":" + behind.getPort() + "/", ":" + server.actualPort() + "/");
  }

  void closeConnections() {
    closed = true;
    open.forEach(NetSocket::close);
    open.clear();
  }

  void open() {
    closed = false;
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
