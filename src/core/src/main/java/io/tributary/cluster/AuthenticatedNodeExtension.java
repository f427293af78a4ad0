package io.tributary.cluster;

import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.nio.MemberSocketInterceptor;

/**
 * Puts our door before the members' port. The open edition has the place for one and asks its
 * extension for it, but brings none: this is the extension that answers. It is the library's inner
 * side, so its version is pinned and a test sees strangers being refused.
 */
final class AuthenticatedNodeExtension extends DefaultNodeContext {
  private final MemberSocketInterceptor door;

  AuthenticatedNodeExtension(MemberSocketInterceptor door) {
    this.door = door;
  }

  @Override
  public NodeExtension createNodeExtension(Node node) {
    return new DefaultNodeExtension(node) {
      @Override
      public MemberSocketInterceptor getSocketInterceptor(EndpointQualifier endpoint) {
        return door;
      }
    };
  }
}
