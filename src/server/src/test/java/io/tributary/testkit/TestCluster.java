package io.tributary.testkit;

import io.tributary.bus.Address;
import io.tributary.provider.ThrottleMessages;
import io.vertx.core.Future;
import io.vertx.core.internal.VertxInternal;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Nodes of one cluster in this process, on a shared database with a separate proxy for each node. A
 * node can be stopped or crashed, lose its database, or be cut off from the others.
 */
public final class TestCluster implements AutoCloseable {
  private static final String SECRET = "what-the-nodes-of-this-test-share-alone";

  private final Path scratch = TestResources.directory("cluster");
  private final String database = TestNode.newMigratedDatabase();
  private final Connection sql;
  private final List<String> commonSettings = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final List<DatabaseProxy> proxies = new ArrayList<>();
  private final List<TestNode> nodes = new ArrayList<>();
  private final Set<TestNode> running = new HashSet<>();

  /**
   * Starts {@code count} nodes. {@code settings} are pairs of variable and value for all of them.
   */
  public TestCluster(int count, String... settings) throws SQLException {
    sql = TestPostgres.connect(database);
    for (int i = 0; i < 2 * count; i++) {
      ports.add(TestResources.port());
    }
    List<String> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add("127.0.0.1:" + ports.get(2 * i));
    }
    commonSettings.addAll(
        List.of(
            "TRIBUTARY_CLUSTER_ENABLED", "true",
            "TRIBUTARY_CLUSTER_SECRET", SECRET,
            "TRIBUTARY_CLUSTER_MEMBERS_FILE", clusterFile().toString(),
            "TRIBUTARY_CLUSTER_MEMBERS", String.join(",", members),
            "TRIBUTARY_LEASE_TTL", "2s",
            "TRIBUTARY_LEASE_RENEW_INTERVAL", "200ms",
            "TRIBUTARY_LEASE_SAFETY_MARGIN", "500ms",
            "TRIBUTARY_DB_POOL_SIZE", "4"));
    commonSettings.addAll(List.of(settings));
    for (int i = 0; i < count; i++) {
      proxies.add(new DatabaseProxy(database));
      nodes.add(null);
      start(i);
    }
  }

  /**
   * Returns the service's cluster.xml. The published test kit contains a copy; the service's own
   * build reads the original.
   */
  private Path clusterFile() {
    try (InputStream packed = TestCluster.class.getResourceAsStream("cluster.xml")) {
      if (packed == null) {
        return Path.of("conf/cluster.xml");
      }
      Path file = scratch.resolve("cluster.xml");
      Files.copy(packed, file, StandardCopyOption.REPLACE_EXISTING);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts this node, also after it ended. */
  public TestNode start(int i) {
    Map<String, String> settings = new HashMap<>();
    for (int k = 0; k < commonSettings.size(); k += 2) {
      settings.put(commonSettings.get(k), commonSettings.get(k + 1));
    }
    settings.put("TRIBUTARY_NODE_NAME", name(i));
    settings.put("TRIBUTARY_CLUSTER_PORT", ports.get(2 * i).toString());
    settings.put("TRIBUTARY_CLUSTER_BUS_PORT", ports.get(2 * i + 1).toString());
    String[] pairs =
        settings.entrySet().stream()
            .flatMap(e -> java.util.stream.Stream.of(e.getKey(), e.getValue()))
            .toArray(String[]::new);
    String url = proxies.get(i).url();
    nodes.set(
        i,
        i == 0 && firstNode() == null
            ? TestNode.startAt(url, pairs)
            : firstNode().startWithDatabase(url, pairs));
    running.add(node(i));
    return node(i);
  }

  private TestNode firstNode() {
    return nodes.stream().filter(n -> n != null).findFirst().orElse(null);
  }

  public static String name(int i) {
    return "member-" + i;
  }

  public TestNode node(int i) {
    return nodes.get(i);
  }

  public int memberCount(int i) {
    return node(i).get("/health/ready").json().get("members").asInt();
  }

  /** Stops the node as if its process were killed. */
  public void crash(int i) {
    running.remove(node(i));
    node(i).crash();
  }

  /** Shuts the node down gracefully. */
  public void stop(int i) {
    running.remove(node(i));
    node(i).close();
  }

  /** Closes this node's database proxy and breaks its open connections. */
  public void loseDatabase(int i) {
    proxies.get(i).disconnect();
  }

  public void restoreDatabase(int i) {
    proxies.get(i).accept();
  }

  /** Isolates the node from the others in both directions. */
  public void isolate(int i) {
    ((HazelcastClusterManager) ((VertxInternal) node(i).vertx()).clusterManager())
        .getHazelcastInstance()
        .getLifecycleService()
        .terminate();
  }

  /** Returns the current owner of an actor; empty between two owners. */
  public String owner(String lease) {
    return queryText(
        "select owner from actor_lease where expires_at >= now() and name = '" + lease + "'");
  }

  public long epoch(String lease) {
    return Long.parseLong(queryText("select epoch from actor_lease where name = '" + lease + "'"));
  }

  /** Requests permits from the owner of a provider's throttle, as pulls of this node do. */
  public Future<ThrottleMessages.PermitsGranted> requestPermits(
      int from, String slug, UUID app, int calls) {
    return node(from)
        .node()
        .bus()
        .request(
            Address.throttle(slug, epoch("throttle:" + slug)),
            new ThrottleMessages.PermitRequest(app, UUID.randomUUID(), calls, false, false),
            Duration.ofSeconds(10));
  }

  public String queryText(String query) {
    try (var s = sql.createStatement();
        ResultSet r = s.executeQuery(query)) {
      return r.next() ? r.getString(1) : "";
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws SQLException {
    running.forEach(TestNode::close);
    proxies.forEach(DatabaseProxy::close);
    TestResources.delete(scratch);
    sql.close();
  }
}
