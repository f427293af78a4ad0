package io.tributary.cluster;

import com.hazelcast.config.InvalidConfigurationException;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import io.tributary.config.ClusterConfig;
import io.tributary.core.PortUnavailable;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Clustered event bus: Hazelcast membership, and a TLS bus that only members can join. */
final class ClusteredNode implements Cluster {
  private static final System.Logger LOG = System.getLogger(ClusteredNode.class.getName());

  /**
   * Ping interval and reply timeout of bus connections: a connection whose peer is silent for this
   * long is closed.
   */
  private static final long PING_MS = 5_000;

  private static final int CONNECT_MS = 2_000;
  private static final Duration TERMINATE_TIMEOUT = Duration.ofSeconds(20);

  /** Bus ports that this process has left but that are not closed yet. */
  private static final Set<Integer> CLOSING_PORTS = ConcurrentHashMap.newKeySet();

  private final HazelcastInstance hazelcast;
  private final Vertx vertx;
  private final int busPort;

  private ClusteredNode(HazelcastInstance members, Vertx vertx, int busPort) {
    this.hazelcast = members;
    this.vertx = vertx;
    this.busPort = busPort;
  }

  /** Thrown when an earlier start of this process still holds the bus port. */
  private static final class BusStillClosingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private BusStillClosingException(int port) {
      super("the bus of a previous start attempt is still closing: port " + port);
    }
  }

  static ClusteredNode open(
      ClusterConfig settings, ClusterSecret secret, String node, VertxBuilder builder) {
    if (CLOSING_PORTS.contains(settings.busPort())) {
      throw new BusStillClosingException(settings.busPort());
    }
    long began = System.nanoTime();
    EventBusOptions bus = busOptions(settings, BusCertificates.of(settings, secret, node));
    HazelcastInstance members = HazelcastBootstrap.join(settings, secret, node);
    try {
      Vertx vertx =
          builder
              .with(new VertxOptions().setEventBusOptions(bus))
              .withClusterManager(new HazelcastClusterManager(members))
              .buildClustered()
              .await();
      LOG.log(
          Level.INFO,
          "cluster="
              + settings.name()
              + " node="
              + node
              + " members="
              + members.getCluster().getMembers().size()
              + " joined in "
              + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began)
              + " ms");
      return new ClusteredNode(members, vertx, settings.busPort());
    } catch (Exception e) {
      // Catches Exception, because await() also rethrows checked network exceptions.
      members.getLifecycleService().terminate();
      throw PortUnavailable.translate(
          e, settings.host(), settings.busPort(), "TRIBUTARY_CLUSTER_BUS_PORT");
    }
  }

  static boolean isTransient(Throwable fault) {
    for (Throwable at = fault; at != null; at = at.getCause()) {
      if (at instanceof BusStillClosingException
          || at instanceof HazelcastInstanceNotActiveException
          || at instanceof HazelcastException && !(at instanceof InvalidConfigurationException)) {
        return true;
      }
    }
    return false;
  }

  private static EventBusOptions busOptions(ClusterConfig settings, BusCertificates certificates) {
    EventBusOptions bus = new EventBusOptions();
    bus.setHost(settings.host())
        .setPort(settings.busPort())
        .setClusterPublicHost(settings.advertisedHost())
        .setClusterPublicPort(
            settings.publicBusPort() == 0 ? settings.busPort() : settings.publicBusPort())
        .setClusterPingInterval(PING_MS)
        .setClusterPingReplyInterval(PING_MS)
        .setConnectTimeout(CONNECT_MS)
        .setSsl(true)
        .setEnabledSecureTransportProtocols(Set.of("TLSv1.3"))
        .setClientAuth(ClientAuth.REQUIRED)
        // The default for the event bus is to trust every certificate.
        .setTrustAll(false)
        .setKeyCertOptions(certificates.keyCert())
        .setTrustOptions(certificates.trust());
    return bus;
  }

  @Override
  public Vertx vertx() {
    return vertx;
  }

  @Override
  public int members() {
    try {
      return hazelcast.getCluster().getMembers().size();
    } catch (HazelcastInstanceNotActiveException stopped) {
      return 0;
    }
  }

  @Override
  public void leave(Duration limit) {
    close(limit);
    // cluster.xml sets the time limit of this shutdown.
    hazelcast.shutdown();
  }

  @Override
  public void terminate() {
    hazelcast.getLifecycleService().terminate();
    close(TERMINATE_TIMEOUT);
  }

  private void close(Duration limit) {
    CLOSING_PORTS.add(busPort);
    TerminationWait.await(
        vertx.close().onComplete(v -> CLOSING_PORTS.remove(busPort)), limit, "bus");
  }
}
