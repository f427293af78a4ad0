package io.tributary.db;

import io.vertx.pgclient.PgConnectOptions;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Configured database servers, and the one that is currently assumed to be the primary.
 *
 * <p>Each new connection uses the current choice. {@link DatabaseHealth} detects failures and moves
 * on to the next server.
 */
final class HostSelector {
  // Groups: prefix with credentials, hosts, database and parameters.
  private static final Pattern URL =
      Pattern.compile("(postgres(?:ql)?://(?:[^@/]*@)?)([^/?]*)(.*)");

  private final List<PgConnectOptions> hosts;
  private volatile int currentIndex;

  private HostSelector(List<PgConnectOptions> all) {
    this.hosts = all;
  }

  /**
   * Parses a database URL.
   *
   * @param url postgresql://user:password@host:port,host:port/database; one host or several
   * @throws IllegalArgumentException for an invalid URL; the message omits the URL, which is a
   *     secret
   */
  static HostSelector of(String url) {
    Matcher m = URL.matcher(url);
    if (!m.matches()) {
      throw new IllegalArgumentException("the database URL must start with postgresql://");
    }
    return new HostSelector(
        Arrays.stream(m.group(2).split(",", -1))
            .map(host -> PgConnectOptions.fromUri(m.group(1) + host + m.group(3)))
            .toList());
  }

  int currentIndex() {
    return currentIndex;
  }

  boolean hasSeveral() {
    return hosts.size() > 1;
  }

  PgConnectOptions at(int server) {
    return new PgConnectOptions(hosts.get(server));
  }

  /** Returns the connect options of the assumed primary. */
  PgConnectOptions current() {
    return at(currentIndex);
  }

  /** Moves on to the next server after this one failed. */
  void skip(int server) {
    if (currentIndex == server) {
      currentIndex = (server + 1) % hosts.size();
    }
  }

  String user() {
    return hosts.getFirst().getUser();
  }

  String password() {
    return hosts.getFirst().getPassword();
  }

  /** Returns {@code host:port,host:port/database}. */
  String address() {
    return hosts.stream()
        .map(o -> o.getHost() + ":" + o.getPort())
        .collect(Collectors.joining(",", "", "/" + hosts.getFirst().getDatabase()));
  }

  /**
   * Returns a JDBC URL for single connections before Vert.x starts.
   *
   * <p>Their statements have no timeout, so TCP keepalive must detect a dead server.
   */
  String jdbcUrl() {
    return "jdbc:postgresql://"
        .concat(address())
        .concat("?tcpKeepAlive=true&connectTimeout=10")
        .concat(hosts.size() > 1 ? "&targetServerType=primary" : "");
  }
}
