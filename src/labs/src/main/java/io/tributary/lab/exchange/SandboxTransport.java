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
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final LabExchangeConfig settings;
  private final SimulatorLocator simulator;
  private final MllpMessageHandler unasked;
  private final MllpEvents events;
  private Optional<MllpTransport> wire = Optional.empty();
  private SimulatorLocator.Place at;

  SandboxTransport(
      Vertx vertx,
      LabExchangeConfig settings,
      SimulatorLocator simulator,
      MllpMessageHandler unasked,
      MllpEvents events) {
    this.vertx = vertx;
    this.settings = settings;
    this.simulator = simulator;
    this.unasked = unasked;
    this.events = events;
  }

  @Override
  public void start() {
    // The simulator starts with the first message.
  }

  @Override
  public Future<LabAck> send(String controlId, byte[] message) {
    return simulator.where().compose(place -> at(place).send(controlId, message));
  }

  private MllpTransport at(SimulatorLocator.Place place) {
    if (wire.isEmpty() || !place.equals(at)) {
      wire.ifPresent(MllpTransport::close);
      MllpClientOptions to =
          MllpClientOptions.to(place.host(), place.mllpPort(), Optional.empty())
              .withTimes(
                  settings.answerTimeout(), settings.answerTimeout(), FIRST_PAUSE, LONGEST_PAUSE);
      MllpTransport next = new MllpTransport(vertx, to, unasked, events);
      next.start();
      at = place;
      wire = Optional.of(next);
    }
    return wire.get();
  }

  @Override
  public boolean isConnected() {
    return wire.map(MllpTransport::isConnected).orElse(false);
  }

  @Override
  public Future<Void> close() {
    return wire.map(MllpTransport::close).orElseGet(Future::succeededFuture);
  }
}
