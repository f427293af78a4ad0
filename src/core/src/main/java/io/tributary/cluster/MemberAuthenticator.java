package io.tributary.cluster;

import com.hazelcast.nio.MemberSocketInterceptor;
import io.tributary.core.Encryption;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * Mutual challenge-response authentication on the member port.
 *
 * <p>Both ends of a new connection prove possession of the cluster secret before Hazelcast reads a
 * byte. Each end sends a random nonce, and each answers with a MAC over both nonces and its own
 * role. The nonces prevent replay, and the role prevents reflection of the peer's own answer. The
 * accepting end answers last, so that an unauthenticated client obtains no MAC for an offline
 * attack on the secret.
 */
final class MemberAuthenticator implements MemberSocketInterceptor {
  private static final byte[] HELLO = "TRIBCLU1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CONNECTING = "connecting".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ACCEPTING = "accepting".getBytes(StandardCharsets.US_ASCII);
  private static final int NONCE = 32;
  private static final int MAC = 32;

  private static final System.Logger LOG = System.getLogger(MemberAuthenticator.class.getName());
  private static final long LOG_INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

  private final byte[] key;
  private final Duration limit;
  private final AtomicLong lastLoggedAt =
      new AtomicLong(System.nanoTime() - 2 * LOG_INTERVAL_NANOS);
  private final LongAdder unloggedRefusals = new LongAdder();
  private final PendingHandshakeLimit pendingHandshakes;

  /**
   * @param limit time limit of the whole handshake
   * @param listed whether an address is in the member list
   */
  MemberAuthenticator(byte[] key, Duration limit, Predicate<InetAddress> listed) {
    this.key = key.clone();
    this.limit = limit;
    this.pendingHandshakes = new PendingHandshakeLimit(listed);
  }

  @Override
  public void init(Properties none) {}

  @Override
  public void onAccept(Socket socket) throws IOException {
    try {
      PendingHandshakeLimit.HandshakeSlot place =
          pendingHandshakes.acquire(socket.getInetAddress());
      if (place == null) {
        throw new IOException("too many unauthenticated connections");
      }
      try {
        accept(socket);
      } finally {
        place.release();
      }
    } catch (IOException e) {
      logRefused(socket, e);
      throw e;
    }
  }

  /** Logs refused connections at most once a minute. */
  private void logRefused(Socket socket, IOException why) {
    long now = System.nanoTime();
    long last = lastLoggedAt.get();
    unloggedRefusals.increment();
    if (now - last > LOG_INTERVAL_NANOS && lastLoggedAt.compareAndSet(last, now)) {
      LOG.log(
          Level.WARNING,
          "cluster: refused="
              + unloggedRefusals.sumThenReset()
              + " last="
              + socket.getInetAddress()
              + " why: "
              + why.getMessage());
    }
  }

  private void accept(Socket socket) throws IOException {
    MemberHandshake talk = new MemberHandshake(socket, limit);
    byte[] ours = Encryption.randomBytes(NONCE);
    talk.send(HELLO, ours);
    talk.readHello();
    byte[] theirs = talk.read(NONCE);
    talk.verifyMac(ClusterSecret.mac(key, CONNECTING, ours, theirs));
    talk.send(ClusterSecret.mac(key, ACCEPTING, ours, theirs));
    talk.clearTimeout();
  }

  @Override
  public void onConnect(Socket socket) throws IOException {
    MemberHandshake talk = new MemberHandshake(socket, limit);
    talk.readHello();
    byte[] theirs = talk.read(NONCE);
    byte[] ours = Encryption.randomBytes(NONCE);
    talk.send(HELLO, ours, ClusterSecret.mac(key, CONNECTING, theirs, ours));
    talk.verifyMac(ClusterSecret.mac(key, ACCEPTING, theirs, ours));
    talk.clearTimeout();
  }

  /** One handshake with a deadline. */
  private static final class MemberHandshake {
    private final Socket socket;
    private final InputStream in;
    private final long deadline;

    MemberHandshake(Socket socket, Duration limit) throws IOException {
      this.socket = socket;
      this.in = socket.getInputStream();
      this.deadline = System.nanoTime() + limit.toNanos();
    }

    void send(byte[]... parts) throws IOException {
      byte[] all = new byte[0];
      for (byte[] part : parts) {
        byte[] longer = java.util.Arrays.copyOf(all, all.length + part.length);
        System.arraycopy(part, 0, longer, all.length, part.length);
        all = longer;
      }
      socket.getOutputStream().write(all);
      socket.getOutputStream().flush();
    }

    byte[] read(int count) throws IOException {
      byte[] out = new byte[count];
      for (int have = 0; have < count; ) {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new IOException("the peer did not authenticate in time");
        }
        socket.setSoTimeout((int) left);
        int more = in.read(out, have, count - have);
        if (more < 0) {
          throw new IOException("the peer closed the connection: the cluster secrets may differ");
        }
        have += more;
      }
      return out;
    }

    void readHello() throws IOException {
      if (!MessageDigest.isEqual(HELLO, read(HELLO.length))) {
        throw new IOException("the peer is not a node of this version");
      }
    }

    void verifyMac(byte[] expected) throws IOException {
      if (!MessageDigest.isEqual(expected, read(MAC))) {
        throw new IOException("the peer has a different cluster secret");
      }
    }

    void clearTimeout() throws IOException {
      socket.setSoTimeout(0);
    }
  }
}
