package io.tributary.cluster;

import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.nio.MemberSocketInterceptor;

/**
 * Installs {@link MemberAuthenticator} as the socket interceptor of Hazelcast.
 *
 * <p>The open-source edition calls a socket interceptor, but its node extension never supplies one.
 * This class replaces that extension. It relies on Hazelcast internals: the Hazelcast version is
 * pinned, and a test checks that unauthenticated connections are refused.
 */
final class AuthenticatedNodeExtension extends DefaultNodeContext {
  private final MemberSocketInterceptor authenticator;

  AuthenticatedNodeExtension(MemberSocketInterceptor authenticator) {
    this.authenticator = authenticator;
  }

  @Override
  public NodeExtension createNodeExtension(Node node) {
    return new DefaultNodeExtension(node) {
      @Override
      public MemberSocketInterceptor getSocketInterceptor(EndpointQualifier endpoint) {
        return authenticator;
      }
    };
  }
}
