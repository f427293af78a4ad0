package io.tributary.delivery;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Environment;
import io.tributary.core.Tenant;
import io.tributary.outbound.SsrfGuard;
import io.tributary.outbound.SsrfPolicy;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Runs single attempts of the HTTP transport on one event loop, without a node. */
final class TransportRig implements AutoCloseable {
  static final String SECRET = "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY";
  static final String ID = "msg_2a1B3c4D5e6F7g8H9i0JkLmNoPq";

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final ServiceConfig config;
  private final HttpTransport transport;

  private TransportRig(Function<String, Future<List<InetAddress>>> lookup, String... settings) {
    Map<String, String> environment = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      environment.put(settings[i], settings[i + 1]);
    }
    try {
      config = ConfigLoader.load(Path.of("no-conf"), environment);
    } catch (ConfigException e) {
      throw new IllegalArgumentException(e);
    }
    SsrfPolicy rules = new SsrfPolicy(config.outbound());
    SsrfGuard guard = lookup == null ? SsrfGuard.of(vertx, rules) : new SsrfGuard(rules, lookup);
    transport = new HttpTransport(vertx, guard, config.outbound(), config.webhook());
  }

  /** Creates a rig; {@code settings} are pairs of variable and value. */
  static TransportRig with(String... settings) {
    return new TransportRig(null, settings);
  }

  /** Creates a rig with its own DNS lookup. */
  static TransportRig withLookup(
      Function<String, Future<List<InetAddress>>> lookup, String... settings) {
    return new TransportRig(lookup, settings);
  }

  Vertx vertx() {
    return vertx;
  }

  static EndpointSnapshot target(String url, Environment environment, Map<String, String> headers) {
    Optional<TargetUrl> to;
    try {
      to = Optional.of(TargetUrl.parse(url));
    } catch (TargetUrl.InvalidUrlException e) {
      to = Optional.empty();
    }
    return new EndpointSnapshot(
        "ep_test",
        DestinationKind.WEBHOOK,
        new Tenant(new UUID(0, 1), environment),
        to,
        0,
        false,
        false,
        List.of(
            new EndpointSnapshot.Key(
                WebhookSigner.decodeKey(SECRET).orElseThrow(), Optional.empty())),
        headers,
        MissingNode.getInstance(),
        true,
        new FailureStreak(Optional.empty(), Optional.empty()));
  }

  static Delivery delivery(byte[] body, Long sequence) {
    return new Delivery(
        ID,
        "ep_test",
        0,
        Optional.empty(),
        "daily.data.steps.created",
        new UUID(0, 2),
        sequence,
        Optional.empty(),
        Buffer.buffer(body));
  }

  Future<AttemptOutcome> send(EndpointSnapshot target, Delivery delivery) {
    Promise<AttemptOutcome> done = Promise.promise();
    context.runOnContext(v -> transport.send(target, delivery).onComplete(done));
    return done.future();
  }

  Future<AttemptOutcome> send(String url, byte[] body) {
    return send(target(url, Environment.SANDBOX, Map.of()), delivery(body, null));
  }

  AttemptOutcome attempt(String url, Environment environment) {
    return send(target(url, environment, Map.of()), delivery("{}".getBytes(), null)).await();
  }

  AttemptOutcome attempt(String url) {
    return send(url, "{}".getBytes()).await();
  }

  @Override
  public void close() {
    transport.close().await();
    vertx.close().await();
  }
}
