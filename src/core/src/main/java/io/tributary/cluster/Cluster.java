package io.tributary.cluster;

import io.tributary.config.ClusterConfig;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import java.time.Duration;
import java.util.UUID;

/** Event bus of this node: local, or shared with all nodes of the cluster. */
public interface Cluster {
  Vertx vertx();

  /** Returns the number of nodes that this node sees, including itself. */
  int members();

  /**
   * Closes the bus and leaves the cluster. Blocks.
   *
   * @param limit maximum wait; what is still open then is abandoned
   */
  void leave(Duration limit);

  /**
   * Leaves without notifying the other members, as if the process had been killed. Blocks; for
   * tests.
   */
  void terminate();

  /**
   * Joins the cluster and opens its event bus. Other nodes need not be running; they are found when
   * they start. Blocks.
   *
   * @param installation ID of the database that all nodes share
   * @param node name of the node
   * @throws io.tributary.core.PortUnavailable if a port is in use
   * @throws RuntimeException if a file is missing
   */
  static Cluster join(
      ClusterConfig settings, UUID installation, String node, VertxBuilder builder) {
    return ClusteredNode.open(
        settings, new ClusterSecret(settings.secret(), installation), node, builder);
  }

  /**
   * Returns whether a cluster failure is transient.
   *
   * <p>Examples are a member that stalled during a request, and a bus of this process that is not
   * closed yet.
   *
   * <p>Only for clustered nodes: this loads the Hazelcast classes.
   */
  static boolean isTransient(Throwable fault) {
    return ClusteredNode.isTransient(fault);
  }

  /** Local event bus of a single node. It loads no Hazelcast classes. */
  record LocalCluster(Vertx vertx) implements Cluster {
    private static final Duration TERMINATE_TIMEOUT = Duration.ofSeconds(20);

    @Override
    public int members() {
      return 1;
    }

    @Override
    public void leave(Duration limit) {
      TerminationWait.await(vertx.close(), limit, "bus");
    }

    @Override
    public void terminate() {
      leave(TERMINATE_TIMEOUT);
    }
  }
}
