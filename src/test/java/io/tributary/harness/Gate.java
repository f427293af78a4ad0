package io.tributary.harness;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A way to a database that can be shut and opened again. */
public final class Gate implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final URI behind;
  private final NetClient client = vertx.createNetClient();
  private final Set<NetSocket> through = ConcurrentHashMap.newKeySet();
  private NetServer server;
  private final int port = Scratch.port();

  public Gate(String url) {
    behind = URI.create(url);
    open();
  }

  /** The database as it is reached through the gate. */
  public String url() {
    return behind.toString().replace(":" + behind.getPort() + "/", ":" + port + "/");
  }

  public void open() {
    server =
        vertx.createNetServer().connectHandler(this::pass).listen(port, behind.getHost()).await();
  }

  private void pass(NetSocket from) {
    from.pause();
    through.add(from);
    client
        .connect(behind.getPort(), behind.getHost())
        .onSuccess(
            to -> {
              from.pipeTo(to).onComplete(r -> from.close());
              to.pipeTo(from).onComplete(r -> to.close());
            })
        .onFailure(t -> from.close());
  }

  public void shut() {
    server.close().await();
    through.forEach(NetSocket::close);
    through.clear();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
