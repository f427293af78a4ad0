package io.tributary.lab.exchange;

import io.tributary.lab.protocol.mllp.MllpEvents;
import io.tributary.lab.protocol.mllp.MllpServer;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Listeners to which laboratories connect on this node. An event-loop verticle. */
final class ListenerVerticle extends VerticleBase {
  private static final long GRACE_MILLIS = 5_000;

  private final LabConnections links;
  private final LabMessageReceiver inbox;
  private final MllpEvents events;
  private final Map<String, Integer> ports;
  private final List<MllpServer> servers = new ArrayList<>();
  private final List<FhirResultEndpoint> fhirEndpoints = new ArrayList<>();

  /**
   * @param ports receives the port of each link
   */
  ListenerVerticle(
      LabConnections links,
      LabMessageReceiver inbox,
      MllpEvents events,
      ConcurrentHashMap<String, Integer> ports) {
    this.links = links;
    this.inbox = inbox;
    this.events = events;
    this.ports = ports;
  }

  @Override
  public Future<?> start() {
    List<Future<?>> started = new ArrayList<>();
    for (LabConnectionProfile link : links.all()) {
      if (link.kind() == LabConnectionProfile.LabTransportKind.FHIR) {
        if (link.resultListener().isPresent()) {
          FhirResultEndpoint door = new FhirResultEndpoint(vertx, link, inbox, events);
          fhirEndpoints.add(door);
          started.add(door.start().onSuccess(v -> ports.put(link.name(), door.port())));
        }
        continue;
      }
      link.resultListener()
          .ifPresent(
              at -> {
                MllpServer server = new MllpServer(vertx, at, inbox.handlerFor(link), events);
                servers.add(server);
                started.add(server.start().onSuccess(v -> ports.put(link.name(), server.port())));
              });
    }
    return Future.all(started);
  }

  @Override
  public Future<?> stop() {
    List<Future<?>> ended = new ArrayList<>();
    servers.forEach(s -> ended.add(s.stop(GRACE_MILLIS)));
    fhirEndpoints.forEach(d -> ended.add(d.stop(GRACE_MILLIS)));
    return Future.join(ended);
  }
}
