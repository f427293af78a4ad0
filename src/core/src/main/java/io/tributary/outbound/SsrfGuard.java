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
 * Turns a destination into an address that may be connected to, anew for each call. Every address
 * of a name is checked, and the caller connects to the one returned, so that no second lookup can
 * lead elsewhere.
 */
public final class SsrfGuard {
  /** An address that the rules deny. */
  public static final class Blocked extends RuntimeException {
    public Blocked() {
      super("address not allowed", null, false, false);
    }
  }

  private final SsrfPolicy rules;
  private final Function<String, Future<List<InetAddress>>> lookup;

  /**
   * @param lookup all addresses of a name; fails or is empty when there are none
   */
  public SsrfGuard(SsrfPolicy rules, Function<String, Future<List<InetAddress>>> lookup) {
    this.rules = rules;
    this.lookup = lookup;
  }

  public static SsrfGuard on(Vertx vertx, SsrfPolicy rules) {
    return new SsrfGuard(rules, name -> all(vertx, name));
  }

  /** The resolver that Vert.x itself connects with; it never blocks and reads the hosts file. */
  private static Future<List<InetAddress>> all(Vertx vertx, String name) {
    VertxInternal inner = (VertxInternal) vertx;
    // A promise of the caller's context: the resolver answers on a thread of its own choice.
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

  public SsrfPolicy rules() {
    return rules;
  }

  /**
   * The address to connect to. Fails with {@link Blocked}, or with what the lookup failed with.
   *
   * @param sandbox whether the destination belongs to a sandbox
   */
  public Future<SocketAddress> address(TargetUrl to, boolean sandbox) {
    if (to.literal().isPresent()) {
      return checked(to, List.of(to.literal().get()), sandbox);
    }
    if (to.localName() && !rules.mayBeLocal(sandbox)) {
      return Future.failedFuture(new Blocked());
    }
    return lookup.apply(to.host()).compose(found -> checked(to, found, sandbox));
  }

  private Future<SocketAddress> checked(TargetUrl to, List<InetAddress> found, boolean sandbox) {
    if (found.isEmpty()) {
      return Future.failedFuture(new UnknownHostException(to.host()));
    }
    for (InetAddress address : found) {
      if (!rules.permits(address, sandbox)) {
        return Future.failedFuture(new Blocked());
      }
    }
    InetAddress chosen =
        found.stream()
            .filter(Inet4Address.class::isInstance)
            .findFirst()
            .orElseGet(found::getFirst);
    // By its number, never by name: pools know addresses by this text, and a name would let a
    // connection live on that leads where the name no longer does.
    return Future.succeededFuture(
        SocketAddress.inetSocketAddress(to.port(), chosen.getHostAddress()));
  }
}
