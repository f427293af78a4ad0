package io.tributary.outbound;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.SocketAddress;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Function;

/**
 * Resolves a destination to an address to which connections are allowed.
 *
 * <p>It resolves the name for each call and checks every address of it. The caller connects to the
 * returned address, so that no second lookup can lead to a different one (DNS rebinding).
 */
public final class SsrfGuard {
  /** Thrown if the policy denies an address. */
  public static final class BlockedAddressException extends RuntimeException {
    public BlockedAddressException() {
      super("address not allowed", null, false, false);
    }
  }

  private final SsrfPolicy policy;
  private final Function<String, Future<List<InetAddress>>> lookup;

  /**
   * @param lookup returns all addresses of a name; fails or returns none if the name does not exist
   */
  public SsrfGuard(SsrfPolicy rules, Function<String, Future<List<InetAddress>>> lookup) {
    this.policy = rules;
    this.lookup = lookup;
  }

  public static SsrfGuard of(Vertx vertx, SsrfPolicy rules) {
    return new SsrfGuard(rules, name -> resolveAll(vertx, name));
  }

  /**
   * Resolves a name with the resolver that Vert.x itself uses; it does not block and reads the
   * hosts file.
   */
  private static Future<List<InetAddress>> resolveAll(Vertx vertx, String name) {
    VertxInternal inner = (VertxInternal) vertx;
    // Uses a promise of the caller's context, because the resolver completes on any thread.
    Promise<List<InetAddress>> found = inner.getOrCreateContext().promise();
    inner
        .nameResolver()
        .resolveAll(
            name,
            r -> {
              if (r.failed()) {
                found.fail(r.cause());
              } else {
                found.complete(r.result().stream().map(InetSocketAddress::getAddress).toList());
              }
            });
    return found.future();
  }

  public SsrfPolicy policy() {
    return policy;
  }

  /**
   * Returns the address to connect to. Fails with {@link BlockedAddressException} or with the
   * failure of the lookup.
   *
   * @param sandbox whether the destination belongs to a sandbox
   */
  public Future<SocketAddress> resolve(TargetUrl to, boolean sandbox) {
    if (to.literal().isPresent()) {
      return choose(to, List.of(to.literal().get()), sandbox);
    }
    if (to.isLocalName() && !policy.allowsLocalNames(sandbox)) {
      return Future.failedFuture(new BlockedAddressException());
    }
    return lookup.apply(to.host()).compose(found -> choose(to, found, sandbox));
  }

  private Future<SocketAddress> choose(TargetUrl to, List<InetAddress> found, boolean sandbox) {
    if (found.isEmpty()) {
      return Future.failedFuture(new UnknownHostException(to.host()));
    }
    for (InetAddress address : found) {
      if (!policy.permits(address, sandbox)) {
        return Future.failedFuture(new BlockedAddressException());
      }
    }
    InetAddress chosen =
        found.stream()
            .filter(Inet4Address.class::isInstance)
            .findFirst()
            .orElseGet(found::getFirst);
    // Returns the numeric address, never the name. Connection pools use this text as their key, and
    // with a name they would reuse a connection to an address that the name no longer resolves to.
    return Future.succeededFuture(
        SocketAddress.inetSocketAddress(to.port(), chosen.getHostAddress()));
  }
}
