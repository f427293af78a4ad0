package io.tributary.http;

import io.vertx.core.http.HttpServerRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** The address that a request comes from. */
public final class Remote {
  private Remote() {}

  /** The other end of the connection, which may be a proxy; null when it is gone. */
  public static String peer(HttpServerRequest request) {
    return request.remoteAddress() == null ? null : request.remoteAddress().hostAddress();
  }

  /**
   * Whose request it probably is: the peer, or whom a peer of the own network brings it from. Good
   * enough to be fair by, not to trust.
   */
  public static String client(HttpServerRequest request) {
    String peer = peer(request);
    return peer != null && isOwnNetwork(peer) ? forwarded(request) : peer;
  }

  private static boolean isOwnNetwork(String numeric) {
    try {
      InetAddress address = InetAddress.getByName(numeric);
      boolean uniqueLocal =
          address instanceof Inet6Address && (address.getAddress()[0] & 0xfe) == 0xfc;
      return uniqueLocal
          || address.isLoopbackAddress()
          || address.isSiteLocalAddress()
          || address.isLinkLocalAddress();
    } catch (UnknownHostException noAddress) {
      return false;
    }
  }

  /** What the nearest proxy has added to {@code x-forwarded-for}, else the peer. */
  public static String forwarded(HttpServerRequest request) {
    String header = request.getHeader("x-forwarded-for");
    String last = header == null ? "" : header.substring(header.lastIndexOf(',') + 1).strip();
    return last.matches("[0-9A-Fa-f.:]{2,45}") ? last : peer(request);
  }
}
