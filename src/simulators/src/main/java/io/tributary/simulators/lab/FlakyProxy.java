package io.tributary.simulators.lab;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.function.DoubleSupplier;

/**
 * Proxy before the laboratory's own port that breaks connections. A connection breaks either before
 * a message passes, so that the laboratory never receives it, or afterwards, so that the response
 * is lost.
 */
final class FlakyProxy {
  private final NetServer server;
  private final NetClient client;
  private final DoubleSupplier dropRate;
  private int dropped;

  FlakyProxy(Vertx vertx, DoubleSupplier rate) {
    this.server = vertx.createNetServer();
    this.client = vertx.createNetClient();
    this.dropRate = rate;
  }

  Future<Integer> listen(String host, int port, int behind) {
    return server
        .connectHandler(
            caller -> {
              caller.pause();
              client
                  .connect(behind, "127.0.0.1")
                  .onFailure(t -> caller.close())
                  .onSuccess(lab -> connect(caller, lab));
            })
        .listen(port, host)
        .map(NetServer::actualPort);
  }

  private void connect(NetSocket caller, NetSocket lab) {
    caller.closeHandler(v -> lab.close());
    lab.closeHandler(v -> caller.close());
    caller.exceptionHandler(t -> lab.close());
    lab.exceptionHandler(t -> caller.close());
    caller.handler(chunk -> forward(chunk, caller, lab));
    lab.handler(chunk -> forward(chunk, lab, caller));
    caller.resume();
  }

  private void forward(Buffer chunk, NetSocket from, NetSocket to) {
    if (LabFaultRates.occurs(dropRate.getAsDouble())) {
      dropped++;
      from.close();
      to.close();
      return;
    }
    to.write(chunk);
    if (to.writeQueueFull()) {
      from.pause();
      to.drainHandler(v -> from.resume());
    }
  }

  int dropped() {
    return dropped;
  }

  Future<Void> close() {
    return server.close().eventually(client::close);
  }
}
