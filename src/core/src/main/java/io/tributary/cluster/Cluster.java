package io.tributary.cluster;

import io.tributary.config.ClusterConfig;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import java.time.Duration;
import java.util.UUID;

/** The bus of this node: its own, or one with all nodes of the cluster. */
public interface Cluster {
  Vertx vertx();

  /** Nodes that this one sees, itself included. */
  int members();

  /**
   * Closes the bus and says goodbye. Blocks.
   *
   * @param limit after it the rest is left as it is
   */
  void leave(Duration limit);

  /** Ends as a killed process would: nobody is told. Blocks; for tests. */
  void drop();

  /**
   * Opens a bus with the nodes of the cluster. None need be there: they are found when they come.
   * Blocks.
   *
   * @param installation of the database that all of them use
   * @param node its name
   * @throws io.tributary.core.PortUnavailable when a port is taken
   * @throws RuntimeException when a file is missing
   */
  static Cluster join(
      ClusterConfig settings, UUID installation, String node, VertxBuilder builder) {
    return ClusteredNode.open(
        settings, new ClusterSecret(settings.secret(), installation), node, builder);
  }

  /**
   * Whether a fault of the cluster may be gone soon, as when another member stood still while it
   * was asked, or a bus that this process has left but that is not closed yet. Only for nodes that
   * have others: this loads the cluster's library.
   */
  static boolean passing(Throwable fault) {
    return ClusteredNode.passing(fault);
  }

  /** A node without others loads nothing of the cluster's library. */
  record Alone(Vertx vertx) implements Cluster {
    private static final Duration DROP_LIMIT = Duration.ofSeconds(20);

    @Override
    public int members() {
      return 1;
    }

    @Override
    public void leave(Duration limit) {
      TerminationWait.await(vertx.close(), limit, "bus");
    }

    @Override
    public void drop() {
      leave(DROP_LIMIT);
    }
  }
}
