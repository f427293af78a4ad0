package io.tributary.cluster;

import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.spi.MemberAddressProvider;
import io.tributary.config.ClusterConfig;
import java.net.InetSocketAddress;

/** Where a member listens and how others reach it: what was told, and nothing guessed. */
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
        settings.reachedAt(), settings.publicPort() == 0 ? settings.port() : settings.publicPort());
  }

  @Override
  public InetSocketAddress getPublicAddress(EndpointQualifier endpoint) {
    return getPublicAddress();
  }
}
