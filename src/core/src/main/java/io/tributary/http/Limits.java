package io.tributary.http;

import io.tributary.config.RateLimitConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.metrics.Meters;

/** What all event loops of a node share, so that it holds for the node. */
public record Limits(
    InFlightLimit requests,
    ConnectionLimit connections,
    Handshakes handshakes,
    KeyLimit keys,
    TurnedAway turnedAway,
    HttpMeters meters) {

  public static Limits of(ServiceConfig.Http settings, RateLimitConfig rate, Meters meters) {
    TurnedAway turnedAway = new TurnedAway(meters);
    InFlightLimit requests =
        new InFlightLimit(
            settings.maxInFlight(), settings.limits().fairFrom(), turnedAway, System::nanoTime);
    ConnectionLimit connections = new ConnectionLimit(settings.limits().connections());
    meters.gauge("tributary_http_in_flight", requests::count);
    meters.gauge("tributary_http_connections", connections::count);
    KeyLimit keys = new KeyLimit(rate, System::nanoTime, turnedAway);
    Handshakes handshakes = new Handshakes(settings.limits().connections(), turnedAway);
    return new Limits(requests, connections, handshakes, keys, turnedAway, new HttpMeters(meters));
  }
}
