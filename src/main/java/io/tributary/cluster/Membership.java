package io.tributary.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.config.SocketInterceptorConfig;
import com.hazelcast.config.XmlConfigBuilder;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import io.tributary.config.ClusterConfig;
import io.tributary.kernel.CannotListen;
import io.tributary.kernel.Ids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;

/** Makes this process a member: the file's settings, then what only the service may decide. */
final class Membership {
  /** Where Vert.x looks for a node's id among the attributes of a member. */
  private static final String NODE_ID = "__vertx.nodeId";

  private static final Duration DOOR_LIMIT = Duration.ofSeconds(3);
  private static final int NAME_BYTES = 8;

  private Membership() {}

  /** Blocks until it has joined those it can reach; there may be none. */
  static HazelcastInstance join(ClusterConfig settings, ClusterSecret secret, String node) {
    Config config = read(Path.of(settings.file()));
    MemberDoor door =
        new MemberDoor(
            secret.key(ClusterSecret.Purpose.DOOR),
            DOOR_LIMIT,
            new ListedMembers(settings.members()));
    // Also where the door would not stand, nodes with another secret are of another cluster.
    config.setClusterName(
        settings.name()
            + "-"
            + HexFormat.of().formatHex(secret.key(ClusterSecret.Purpose.NAME), 0, NAME_BYTES));
    config.setInstanceName("tributary-" + node + "-" + Ids.hex(4));
    config.setProperty("hazelcast.phone.home.enabled", "false");
    // The node stops it after itself.
    config.setProperty("hazelcast.shutdownhook.enabled", "false");
    config.setProperty(
        "hazelcast.socket.bind.any", Boolean.toString(settings.host().equals("0.0.0.0")));
    config.getJetConfig().setEnabled(false);
    config.getMemberAttributeConfig().setAttribute(NODE_ID, Ids.uuid().toString());
    network(config.getNetworkConfig(), settings, door);
    try {
      return HazelcastInstanceFactory.newHazelcastInstance(
          config, config.getInstanceName(), new GuardedMember(door));
    } catch (RuntimeException e) {
      throw CannotListen.or(e, settings.host(), settings.port(), "TRIBUTARY_CLUSTER_PORT");
    }
  }

  private static void network(NetworkConfig network, ClusterConfig settings, MemberDoor door) {
    network.setPort(settings.port()).setPortAutoIncrement(false).setReuseAddress(true);
    network
        .getMemberAddressProviderConfig()
        .setEnabled(true)
        .setImplementation(new FixedAddress(settings));
    network.setSocketInterceptorConfig(
        new SocketInterceptorConfig().setEnabled(true).setImplementation(door));
    network.getRestApiConfig().setEnabled(false);
    JoinConfig join = network.getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig().setEnabled(true).setMembers(settings.members());
  }

  static Config read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException("TRIBUTARY_CLUSTER_FILE: no such file: " + file);
    }
    try {
      return new XmlConfigBuilder(file.toString()).build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
