package io.tributary.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Settings that connect the nodes of one database. A single node needs none of them.
 *
 * @param enabled whether this node joins a cluster
 * @param name cluster name; nodes with another name are not members
 * @param secret shared secret, the same on all nodes, at least 32 characters; it grants membership
 * @param host bind address of both ports; 0.0.0.0 = all interfaces, which requires {@code
 *     publicHost}
 * @param port port of the member list (Hazelcast)
 * @param busPort port of the event bus, over TLS
 * @param publicHost host at which other nodes reach this one; empty = {@code host}
 * @param publicPort advertised member port; 0 = {@code port}
 * @param publicBusPort advertised bus port; 0 = {@code busPort}
 * @param members member ports of other nodes, as {@code host:port}; may include this node
 * @param membersFile Hazelcast configuration file
 * @param keyFile private key of this node for the bus, PEM (PKCS 8); empty = derived from the
 *     secret
 * @param certFile certificate of this node with its chain, in PEM
 * @param caFile certificate authority of the other nodes' certificates, in PEM
 */
public record ClusterConfig(
    boolean enabled,
    String name,
    String secret,
    String host,
    int port,
    int busPort,
    String publicHost,
    int publicPort,
    int publicBusPort,
    List<String> members,
    String membersFile,
    String keyFile,
    String certFile,
    String caFile) {
  private static final int MIN_SECRET_LENGTH = 32;
  private static final Pattern MEMBER =
      Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?");

  public ClusterConfig {
    members = List.copyOf(members);
    ConfigValidator check =
        ConfigValidator.of("cluster")
            .matches("name", name, "[A-Za-z0-9._-]{1,100}")
            .range("port", port, 1, 65535)
            .range("bus_port", busPort, 1, 65535)
            .range("public_port", publicPort, 0, 65535)
            .range("public_bus_port", publicBusPort, 0, 65535);
    if (enabled) {
      boolean everywhere = host.equals("0.0.0.0") || host.equals("::");
      int files = count(keyFile) + count(certFile) + count(caFile);
      check
          .require(
              "secret", secret.length() >= MIN_SECRET_LENGTH, "must have at least 32 characters")
          .require("host", !host.isEmpty(), "is required")
          .require(
              "public_host", !everywhere || !publicHost.isEmpty(), "is required if host is 0.0.0.0")
          .require("bus_port", port != busPort, "must differ from port")
          .require(
              "members",
              members.stream().allMatch(ClusterConfig::address),
              "must be a list of host:port")
          .require("members_file", !membersFile.isEmpty(), "is required")
          .require(
              "key_file",
              files == 0 || files == 3,
              "must be set together with cert_file and ca_file");
    }
    check.throwIfInvalid();
  }

  private static int count(String file) {
    return file.isEmpty() ? 0 : 1;
  }

  private static boolean address(String member) {
    return MEMBER.matcher(member).matches();
  }

  /** Returns the settings of a single node. */
  static ClusterConfig singleNode() {
    return new ClusterConfig(
        false,
        "tributary",
        "",
        "127.0.0.1",
        5701,
        5702,
        "",
        0,
        0,
        List.of(),
        "cluster.xml",
        "",
        "",
        "");
  }

  /** Returns the host at which other nodes reach this one. */
  public String advertisedHost() {
    return publicHost.isEmpty() ? host : publicHost;
  }

  /** Returns whether the operator provides the certificates of the bus. */
  public boolean hasOperatorCertificates() {
    return !keyFile.isEmpty();
  }

  @Override
  public String toString() {
    return "Cluster[" + name + ", " + host + ":" + port + ", members " + members + ", secret ***]";
  }
}
