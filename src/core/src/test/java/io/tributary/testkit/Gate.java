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

/** A way to a database that can be shut, or swallow everything, and be opened again. */
public final class Gate implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final Set<NetSocket> behind = ConcurrentHashMap.newKeySet();
  private final URI target;

  /** Where one connection after another leads, in turn. */
  private final List<URI> targets;

  private final AtomicInteger passed = new AtomicInteger();
  private final NetClient client = vertx.createNetClient();
  private final Set<NetSocket> through = ConcurrentHashMap.newKeySet();
  private NetServer server;
  private final int port = Scratch.port();
  private volatile boolean silent;

  /**
   * @param more other databases behind the same address, with the same login
   */
  public Gate(String url, String... more) {
    target = URI.create(url);
    targets = Stream.concat(Stream.of(url), Stream.of(more)).map(URI::create).toList();
    open();
  }

  /** The database as it is reached through the gate. */
  public String url() {
    return target.toString().replace(":" + target.getPort() + "/", ":" + port + "/");
  }

  public void open() {
    server =
        vertx.createNetServer().connectHandler(this::pass).listen(port, target.getHost()).await();
  }

  private void pass(NetSocket from) {
    from.pause();
    through.add(from);
    if (silent) {
      return;
    }
    URI to = targets.get(passed.getAndIncrement() % targets.size());
    client
        .connect(to.getPort(), to.getHost())
        .onSuccess(
            there -> {
              if (silent) {
                return;
              }
              behind.add(there);
              from.pipeTo(there).onComplete(r -> from.close());
              there.pipeTo(from).onComplete(r -> there.close());
            })
        .onFailure(t -> from.close());
  }

  /**
   * From now on nothing comes back, and nobody is told: as when a machine is cut off. What was
   * connected stays so for ever, what connects waits.
   */
  public void swallow() {
    silent = true;
    through.forEach(NetSocket::pause);
    behind.forEach(NetSocket::pause);
  }

  /** What connects from now on gets through; what was connected before stays cut off. */
  public void passNew() {
    silent = false;
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
