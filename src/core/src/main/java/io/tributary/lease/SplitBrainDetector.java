package io.tributary.lease;

import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Logs a warning if nodes share a database but are not in a cluster. They share the work, but each
 * can reach only its own actors.
 */
final class SplitBrainDetector {
  private static final System.Logger LOG = System.getLogger(SplitBrainDetector.class.getName());
  private static final String NODE = "node:";

  private final String self;
  private Set<String> reported = Set.of();

  SplitBrainDetector(String self) {
    this.self = self;
  }

  /**
   * Counts the live nodes. The warning is repeated only for nodes not seen before.
   *
   * @param clustered whether this node's bus is clustered
   * @return number of live nodes, including this one
   */
  long countNodes(Collection<LeaseStore.LeaseRow> live, boolean clustered) {
    Set<String> nodes = new TreeSet<>();
    for (LeaseStore.LeaseRow h : live) {
      if (h.name().startsWith(NODE)) {
        nodes.add(h.owner());
      }
    }
    nodes.add(self);
    if (!clustered && nodes.size() > 1 && !reported.containsAll(nodes)) {
      LOG.log(
          Level.WARNING,
          "nodes="
              + nodes
              + " use this database, but this node is not in a cluster: it cannot reach the others,"
              + " and connecting users to providers whose rate limits they hold fails here with"
              + " 503; set TRIBUTARY_CLUSTER_ENABLED on all of them");
    }
    reported = nodes;
    return nodes.size();
  }
}
