package io.tributary.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.config.SocketInterceptorConfig;
import com.hazelcast.config.XmlConfigBuilder;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import io.tributary.config.ClusterConfig;
import io.tributary.core.Ids;
import io.tributary.core.PortUnavailable;
import io.tributary.core.SafeErrorMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;

/**
 * Starts the Hazelcast member: settings from the file, overridden by those that only the service
 * may decide.
 */
final class HazelcastBootstrap {
  private static final System.Logger LOG = System.getLogger(HazelcastBootstrap.class.getName());

  /** Member attribute in which Vert.x expects the node ID. */
  private static final String NODE_ID = "__vertx.nodeId";

  private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(3);
  private static final int NAME_BYTES = 8;
  private static final int MAX_ATTEMPTS = 5;

  /** Smallest clock change that counts as a jump; smaller corrections do not abort a join. */
  private static final Duration CLOCK_JUMP_THRESHOLD = Duration.ofSeconds(3);

  private HazelcastBootstrap() {}

  /**
   * Joins the members that can be reached; there may be none. Blocks.
   *
   * <p>Hazelcast times out a join by the wall clock, so a clock that jumps meanwhile aborts it.
   * Such a join is retried. All other failures are thrown.
   */
  static HazelcastInstance join(ClusterConfig settings, ClusterSecret secret, String node) {
    for (int next = 2; ; next++) {
      MemberAuthenticator authenticator =
          new MemberAuthenticator(
              secret.deriveKey(ClusterSecret.Purpose.DOOR),
              HANDSHAKE_TIMEOUT,
              new MemberAddressResolver(settings.members()));
      Config config = buildConfig(settings, secret, node, authenticator);
      Clocks begun = Clocks.now();
      try {
        return HazelcastInstanceFactory.newHazelcastInstance(
            config, config.getInstanceName(), new AuthenticatedNodeExtension(authenticator));
      } catch (RuntimeException e) {
        RuntimeException why =
            PortUnavailable.translate(
                e, settings.host(), settings.port(), "TRIBUTARY_CLUSTER_PORT");
        Duration jumped = begun.wallClockJump(Clocks.now());
        if (why instanceof PortUnavailable
            || next > MAX_ATTEMPTS
            || jumped.compareTo(CLOCK_JUMP_THRESHOLD) < 0) {
          throw why;
        }
        LOG.log(
            Level.WARNING,
            "cluster not joined: the clock jumped by %ss, retrying: try=%d %s"
                .formatted(jumped.toSeconds(), next, SafeErrorMessage.of(e)));
      }
    }
  }

  /**
   * Readings of the wall clock and of the monotonic clock.
   *
   * @param millis wall clock
   * @param nanos monotonic clock
   */
  record Clocks(long millis, long nanos) {
    static Clocks now() {
      return new Clocks(System.currentTimeMillis(), System.nanoTime());
    }

    /** Returns by how much the wall clock jumped between the two readings, in either direction. */
    Duration wallClockJump(Clocks later) {
      return Duration.ofMillis(later.millis - millis).minusNanos(later.nanos - nanos).abs();
    }
  }

  private static Config buildConfig(
      ClusterConfig settings,
      ClusterSecret secret,
      String node,
      MemberAuthenticator authenticator) {
    Config config = readConfig(Path.of(settings.membersFile()));
    // Second safeguard besides the authenticator: nodes with another secret get another cluster
    // name.
    config.setClusterName(
        settings.name()
            + "-"
            + HexFormat.of()
                .formatHex(secret.deriveKey(ClusterSecret.Purpose.NAME), 0, NAME_BYTES));
    config.setInstanceName("tributary-" + node + "-" + Ids.randomHex(4));
    config.setProperty("hazelcast.phone.home.enabled", "false");
    // The node itself shuts Hazelcast down at the end of its own drain.
    config.setProperty("hazelcast.shutdownhook.enabled", "false");
    config.setProperty(
        "hazelcast.socket.bind.any", Boolean.toString(settings.host().equals("0.0.0.0")));
    config.getJetConfig().setEnabled(false);
    config.getMemberAttributeConfig().setAttribute(NODE_ID, Ids.uuid().toString());
    configureNetwork(config.getNetworkConfig(), settings, authenticator);
    return config;
  }

  private static void configureNetwork(
      NetworkConfig network, ClusterConfig settings, MemberAuthenticator authenticator) {
    network.setPort(settings.port()).setPortAutoIncrement(false).setReuseAddress(true);
    network
        .getMemberAddressProviderConfig()
        .setEnabled(true)
        .setImplementation(new AdvertisedAddress(settings));
    network.setSocketInterceptorConfig(
        new SocketInterceptorConfig().setEnabled(true).setImplementation(authenticator));
    network.getRestApiConfig().setEnabled(false);
    JoinConfig join = network.getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig().setEnabled(true).setMembers(settings.members());
  }

  static Config readConfig(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException("TRIBUTARY_CLUSTER_MEMBERS_FILE: no such file: " + file);
    }
    try {
      return new XmlConfigBuilder(file.toString()).build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
