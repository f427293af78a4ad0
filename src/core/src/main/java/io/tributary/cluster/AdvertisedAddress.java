package io.tributary.cluster;

import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.spi.MemberAddressProvider;
import io.tributary.config.ClusterConfig;
import java.net.InetSocketAddress;

/**
 * Bind address and advertised address of a cluster member, taken from the settings without
 * autodetection.
 */
record AdvertisedAddress(ClusterConfig settings) implements MemberAddressProvider {
  @Override
  public InetSocketAddress getBindAddress() {
    return new InetSocketAddress(settings.host(), settings.port());
  }

  @Override
  public InetSocketAddress getBindAddress(EndpointQualifier endpoint) {
    return getBindAddress();
  }

  @Override
  public InetSocketAddress getPublicAddress() {
    return new InetSocketAddress(
        settings.advertisedHost(),
        settings.publicPort() == 0 ? settings.port() : settings.publicPort());
  }

  @Override
  public InetSocketAddress getPublicAddress(EndpointQualifier endpoint) {
    return getPublicAddress();
  }
}
