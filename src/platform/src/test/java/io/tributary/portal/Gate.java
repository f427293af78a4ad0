package io.tributary.portal;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between a node and its database, and can be shut: then the database is away. */
final class Gate implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final NetClient client = vertx.createNetClient();
  private final Set<NetSocket> open = ConcurrentHashMap.newKeySet();
  private final NetServer server;
  private final URI behind;
  private volatile boolean shut;

  Gate(String dbUrl) {
    behind = URI.create(dbUrl);
    server = vertx.createNetServer().connectHandler(this::pass).listen(0, "127.0.0.1").await();
  }

  private void pass(NetSocket in) {
    if (shut) {
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

  /** The database's URL through the gate. */
  String url() {
    return behind.toString().replace(":" + behind.getPort() + "/", ":" + server.actualPort() + "/");
  }

  void shut() {
    shut = true;
    open.forEach(NetSocket::close);
    open.clear();
  }

  void open() {
    shut = false;
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
