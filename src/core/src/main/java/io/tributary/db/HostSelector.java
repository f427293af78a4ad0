package io.tributary.db;

import io.vertx.pgclient.PgConnectOptions;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The servers that may have the database, and the one among them that is believed to take writes.
 * Who connects asks for it each time; {@link DatabaseHealth} finds out and moves on.
 */
final class HostSelector {
  // What stands before the hosts, the hosts, and what follows.
  private static final Pattern URL =
      Pattern.compile("(postgres(?:ql)?://(?:[^@/]*@)?)([^/?]*)(.*)");

  private final List<PgConnectOptions> all;
  private volatile int chosen;

  private HostSelector(List<PgConnectOptions> all) {
    this.all = all;
  }

  /**
   * @param url postgresql://user:password@host:port,host:port/database; one host or several
   * @throws IllegalArgumentException for anything else, without the URL, which is a secret
   */
  static HostSelector of(String url) {
    Matcher m = URL.matcher(url);
    if (!m.matches()) {
      throw new IllegalArgumentException("the database's URL must begin with postgresql://");
    }
    return new HostSelector(
        Arrays.stream(m.group(2).split(",", -1))
            .map(host -> PgConnectOptions.fromUri(m.group(1) + host + m.group(3)))
            .toList());
  }

  int chosen() {
    return chosen;
  }

  boolean several() {
    return all.size() > 1;
  }

  PgConnectOptions at(int server) {
    return new PgConnectOptions(all.get(server));
  }

  /** The one that is believed to take writes. */
  PgConnectOptions now() {
    return at(chosen);
  }

  /** This one does not take writes; the next one may. */
  void leave(int server) {
    if (chosen == server) {
      chosen = (server + 1) % all.size();
    }
  }

  String user() {
    return all.getFirst().getUser();
  }

  String password() {
    return all.getFirst().getPassword();
  }

  /**
   * For what connects once, before Vert.x is there. Its statements have no limit, so the system is
   * to find out about another end that is gone.
   */
  String jdbc() {
    return all.stream()
        .map(o -> o.getHost() + ":" + o.getPort())
        .collect(Collectors.joining(",", "jdbc:postgresql://", "/" + all.getFirst().getDatabase()))
        .concat("?tcpKeepAlive=true&connectTimeout=10")
        .concat(all.size() > 1 ? "&targetServerType=primary" : "");
  }
}
