package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.lab.protocol.mllp.MllpClientOptions;
import io.tributary.lab.protocol.mllp.MllpEvents;
import io.tributary.lab.protocol.mllp.MllpMessageHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/**
 * Transport to the simulator at its current address. The simulator starts with the first message
 * and may have another address after a restart.
 */
final class SandboxTransport implements LabTransport {
  private static final Duration INITIAL_RECONNECT_DELAY = Duration.ofMillis(200);
  private static final Duration MAX_RECONNECT_DELAY = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final LabExchangeConfig settings;
  private final SimulatorLocator simulator;
  private final MllpMessageHandler unsolicitedHandler;
  private final MllpEvents events;
  private Optional<MllpTransport> transport = Optional.empty();
  private SimulatorLocator.SimulatorEndpoints connectedPlace;

  SandboxTransport(
      Vertx vertx,
      LabExchangeConfig settings,
      SimulatorLocator simulator,
      MllpMessageHandler unasked,
      MllpEvents events) {
    this.vertx = vertx;
    this.settings = settings;
    this.simulator = simulator;
    this.unsolicitedHandler = unasked;
    this.events = events;
  }

  @Override
  public void start() {
    // The simulator starts with the first message.
  }

  @Override
  public Future<LabAck> send(String controlId, byte[] message) {
    return simulator.locate().compose(place -> transportTo(place).send(controlId, message));
  }

  private MllpTransport transportTo(SimulatorLocator.SimulatorEndpoints place) {
    if (transport.isEmpty() || !place.equals(connectedPlace)) {
      transport.ifPresent(MllpTransport::close);
      MllpClientOptions to =
          MllpClientOptions.of(place.host(), place.mllpPort(), Optional.empty())
              .withTimeouts(
                  settings.ackTimeout(),
                  settings.ackTimeout(),
                  INITIAL_RECONNECT_DELAY,
                  MAX_RECONNECT_DELAY);
      MllpTransport next = new MllpTransport(vertx, to, unsolicitedHandler, events);
      next.start();
      connectedPlace = place;
      transport = Optional.of(next);
    }
    return transport.get();
  }

  @Override
  public boolean isConnected() {
    return transport.map(MllpTransport::isConnected).orElse(false);
  }

  @Override
  public Future<Void> close() {
    return transport.map(MllpTransport::close).orElseGet(Future::succeededFuture);
  }
}
