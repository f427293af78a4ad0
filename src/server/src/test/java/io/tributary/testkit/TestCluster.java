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
 * Nodes of one cluster in this process, on one database, each with a way to it of its own. A node
 * can be ended with or without goodbye, lose its database, or lose the others.
 */
public final class TestCluster implements AutoCloseable {
  private static final String SECRET = "what-the-nodes-of-this-test-share-alone";

  private final Path scratch = Scratch.directory("cluster");
  private final String database = TestNode.freshDatabase();
  private final Connection sql;
  private final List<String> common = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final List<Gate> gates = new ArrayList<>();
  private final List<TestNode> nodes = new ArrayList<>();
  private final Set<TestNode> running = new HashSet<>();

  /** Starts so many nodes. {@code settings} are pairs of variable and value for all of them. */
  public TestCluster(int count, String... settings) throws SQLException {
    sql = Pg.connect(database);
    for (int i = 0; i < 2 * count; i++) {
      ports.add(Scratch.port());
    }
    List<String> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add("127.0.0.1:" + ports.get(2 * i));
    }
    common.addAll(
        List.of(
            "TRIBUTARY_CLUSTER_ENABLED", "true",
            "TRIBUTARY_CLUSTER_SECRET", SECRET,
            "TRIBUTARY_CLUSTER_FILE", memberList().toString(),
            "TRIBUTARY_CLUSTER_MEMBERS", String.join(",", members),
            "TRIBUTARY_LEASE_TTL", "2s",
            "TRIBUTARY_LEASE_RENEW_EVERY", "200ms",
            "TRIBUTARY_LEASE_SAFETY", "500ms",
            "TRIBUTARY_DB_POOL_SIZE", "4"));
    common.addAll(List.of(settings));
    for (int i = 0; i < count; i++) {
      gates.add(new Gate(database));
      nodes.add(null);
      start(i);
    }
  }

  /** That of the service, which the harness has with it; its own build may lack the copy. */
  private Path memberList() {
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

  /** Starts this node, the first time or again. */
  public TestNode start(int i) {
    Map<String, String> settings = new HashMap<>();
    for (int k = 0; k < common.size(); k += 2) {
      settings.put(common.get(k), common.get(k + 1));
    }
    settings.put("TRIBUTARY_NODE_NAME", name(i));
    settings.put("TRIBUTARY_CLUSTER_PORT", ports.get(2 * i).toString());
    settings.put("TRIBUTARY_CLUSTER_BUS_PORT", ports.get(2 * i + 1).toString());
    String[] pairs =
        settings.entrySet().stream()
            .flatMap(e -> java.util.stream.Stream.of(e.getKey(), e.getValue()))
            .toArray(String[]::new);
    String url = gates.get(i).url();
    nodes.set(i, i == 0 && first() == null ? TestNode.at(url, pairs) : first().on(url, pairs));
    running.add(node(i));
    return node(i);
  }

  private TestNode first() {
    return nodes.stream().filter(n -> n != null).findFirst().orElse(null);
  }

  public static String name(int i) {
    return "member-" + i;
  }

  public TestNode node(int i) {
    return nodes.get(i);
  }

  public int members(int i) {
    return node(i).get("/health/ready").json().get("members").asInt();
  }

  /** Ends it as a killed process would. */
  public void crash(int i) {
    running.remove(node(i));
    node(i).crash();
  }

  /** Ends it with goodbye. */
  public void stop(int i) {
    running.remove(node(i));
    node(i).close();
  }

  /** Its database is away, for this node only; all that was under way is lost. */
  public void loseDatabase(int i) {
    gates.get(i).shut();
  }

  public void findDatabase(int i) {
    gates.get(i).open();
  }

  /** From now on it finds no other node, and they do not find it. */
  public void cutOff(int i) {
    ((HazelcastClusterManager) ((VertxInternal) node(i).vertx()).clusterManager())
        .getHazelcastInstance()
        .getLifecycleService()
        .terminate();
  }

  /** Who owns this actor now; empty between two owners. */
  public String owner(String lease) {
    return text(
        "select owner from actor_lease where expires_at >= now() and name = '" + lease + "'");
  }

  public long epoch(String lease) {
    return Long.parseLong(text("select epoch from actor_lease where name = '" + lease + "'"));
  }

  /** Asks the owner of a provider's pace for calls, as pulls of this node do. */
  public Future<ThrottleMessages.CallsGranted> ask(int from, String slug, UUID app, int calls) {
    return node(from)
        .node()
        .bus()
        .request(
            Address.throttle(slug, epoch("throttle:" + slug)),
            new ThrottleMessages.AskCalls(app, UUID.randomUUID(), calls, false, false),
            Duration.ofSeconds(10));
  }

  public String text(String query) {
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
    gates.forEach(Gate::close);
    Scratch.delete(scratch);
    sql.close();
  }
}
