package io.tributary.lease;

import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells the operator of nodes that use one database and cannot talk to each other. They share the
 * work, but each can ask only those actors that it has itself.
 */
final class SplitBrainDetector {
  private static final System.Logger LOG = System.getLogger(SplitBrainDetector.class.getName());
  private static final String NODE = "node:";

  private final String self;
  private Set<String> told = Set.of();

  SplitBrainDetector(String self) {
    this.self = self;
  }

  /**
   * Once for each node that comes.
   *
   * @param clustered whether this node has a bus with others
   * @return nodes that live, this one included
   */
  long seen(Collection<LeaseStore.Held> live, boolean clustered) {
    Set<String> nodes = new TreeSet<>();
    for (LeaseStore.Held h : live) {
      if (h.name().startsWith(NODE)) {
        nodes.add(h.owner());
      }
    }
    nodes.add(self);
    if (!clustered && nodes.size() > 1 && !told.containsAll(nodes)) {
      LOG.log(
          Level.WARNING,
          "nodes="
              + nodes
              + " use this database, and this one is in no cluster: it cannot ask the others, and"
              + " links of providers that they keep the pace of fail here with 503; set"
              + " TRIBUTARY_CLUSTER_ENABLED on all of them");
    }
    told = nodes;
    return nodes.size();
  }
}
