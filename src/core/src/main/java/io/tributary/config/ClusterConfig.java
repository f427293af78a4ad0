package io.tributary.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * How nodes of one database reach each other. A node alone needs nothing of this.
 *
 * @param enabled whether this node looks for others
 * @param name of the cluster; nodes of another name are not its members
 * @param secret the same on all nodes, at least 32 characters: who has it is a member
 * @param host address that both ports listen on; 0.0.0.0 = all, then the public host must be told
 * @param port members find each other here
 * @param busPort messages of other nodes come in here, over TLS
 * @param publicHost how other nodes reach this one; empty = the host
 * @param publicPort the port as others reach it; 0 = the same
 * @param publicBusPort the bus port as others reach it; 0 = the same
 * @param members where others may be, {@code host:port} of their member ports; this node may be
 *     among them
 * @param file settings of the member list itself
 * @param keyFile private key of this node in PEM (PKCS 8) for the bus; empty = made from the secret
 * @param certFile its certificate with what leads to the authority, in PEM
 * @param caFile the authority that certificates of other nodes must come from, in PEM
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
    String file,
    String keyFile,
    String certFile,
    String caFile) {
  private static final int SHORTEST_SECRET = 32;
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
          .that("secret", secret.length() >= SHORTEST_SECRET, "must have at least 32 characters")
          .that("host", !host.isEmpty(), "must be given")
          .that(
              "public_host",
              !everywhere || !publicHost.isEmpty(),
              "must be given with host 0.0.0.0")
          .that("bus_port", port != busPort, "must be another one than port")
          .that("members", members.stream().allMatch(ClusterConfig::address), "must be host:port")
          .that("file", !file.isEmpty(), "must be given")
          .that("key_file", files == 0 || files == 3, "goes with cert_file and ca_file");
    }
    check.done();
  }

  private static int count(String file) {
    return file.isEmpty() ? 0 : 1;
  }

  private static boolean address(String member) {
    return MEMBER.matcher(member).matches();
  }

  /** Of a node that was told nothing. */
  static ClusterConfig alone() {
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

  /** How other nodes reach this one. */
  public String reachedAt() {
    return publicHost.isEmpty() ? host : publicHost;
  }

  /** Whether the bus has certificates of the operator. */
  public boolean ownCertificates() {
    return !keyFile.isEmpty();
  }

  @Override
  public String toString() {
    return "Cluster[" + name + ", " + host + ":" + port + ", members " + members + ", secret ***]";
  }
}
