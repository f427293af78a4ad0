package io.tributary.db;

import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.function.IntConsumer;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Migrates the schema to the version of this build, with Flyway.
 *
 * <p>Flyway's advisory lock serializes nodes that start at the same time. Nodes of the previous
 * version may be running meanwhile. A migration waits for a table lock only briefly, because other
 * statements queue behind it, and is then retried. Blocks: call it before Vert.x serves, or on a
 * worker thread.
 */
public final class Migrations {
  private static final System.Logger LOG = System.getLogger(Migrations.class.getName());

  /**
   * Lock timeout; longer than the server takes to cancel its own autovacuum in favor of a waiting
   * statement.
   */
  private static final LockTimeout LOCK_TIMEOUT = new LockTimeout(Duration.ofSeconds(3));

  private static final int MAX_ATTEMPTS = 20;

  /**
   * Number of one-second attempts to get Flyway's lock. Flyway does not log that it waits, so the
   * wait is short and {@code run} logs between the attempts.
   */
  private static final int FLYWAY_LOCK_RETRIES = 2;

  /** Maximum wait for another node's migration; exceeds the duration of every migration. */
  private static final Duration OTHER_NODE_TIMEOUT = Duration.ofHours(1);

  /** Part of Flyway's message about its lock; the exception has no SQLSTATE. */
  private static final String FLYWAY_LOCK_MESSAGE = "advisory lock";

  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** SQLSTATEs of lock timeouts and deadlocks. */
  private static final Set<String> CONTENTION_STATES = Set.of("55P03", "40P01");

  /**
   * SQLSTATEs of a server that starts, recovers, stops, has no connection left or is read-only. A
   * start waits for these and for class 08 (connection failed or lost).
   */
  private static final Set<String> UNAVAILABLE_STATES =
      Set.of("57P01", "57P02", "57P03", "53300", "25006");

  private Migrations() {}

  /**
   * Migrates to the latest version.
   *
   * @param url postgresql://user:password@host:port/database; of several hosts the primary is used
   * @param limit how long to wait for a server that is unreachable or read-only
   * @return number of migrations that the last attempt applied
   * @throws IllegalStateException if the schema cannot be migrated
   */
  public static int run(String url, Duration limit) {
    return run(url, "latest", limit, LOCK_TIMEOUT, Migrations::pause);
  }

  /** Migrates without waiting for the server. */
  public static int run(String url) {
    return run(url, "latest");
  }

  /** Migrates up to the given version; for tests of single migrations. */
  static int run(String url, String target) {
    return run(url, target, LOCK_TIMEOUT, Migrations::pause);
  }

  static int run(String url, String target, LockTimeout lockTimeout, IntConsumer pause) {
    return run(url, target, Duration.ZERO, lockTimeout, pause);
  }

  /**
   * @param pause runs before each further attempt, with the number of that attempt
   */
  private static int run(
      String url, String target, Duration limit, LockTimeout lockTimeout, IntConsumer pause) {
    Flyway flyway = flyway(HostSelector.of(url), target, lockTimeout);
    StartupDeadline start = StartupDeadline.in(limit);
    StartupDeadline others = StartupDeadline.in(OTHER_NODE_TIMEOUT);
    int crossed = 0;
    String said = "";
    for (int next = 2; ; next++) {
      try {
        return flyway.migrate().migrationsExecuted;
      } catch (FlywayException e) {
        String state = sqlState(e);
        boolean again;
        String why;
        if (CONTENTION_STATES.contains(state)) {
          again = ++crossed < MAX_ATTEMPTS;
          why = "a migration waits for tables locked by other sessions, retrying: try=" + next;
        } else if (state.isEmpty()
            && String.valueOf(e.getMessage()).contains(FLYWAY_LOCK_MESSAGE)) {
          again = !others.isExpired();
          why = "start waits for another node that is migrating the database schema:";
        } else {
          again =
              !start.isExpired() && (state.startsWith("08") || UNAVAILABLE_STATES.contains(state));
          why = "start waits for a reachable database that accepts writes:";
        }
        if (!again) {
          throw new IllegalStateException(
              "the database schema cannot be migrated: " + e.getMessage(), e);
        }
        if (!why.equals(said)) {
          said = why;
          LOG.log(Level.WARNING, why + " state=" + state);
        }
        pause.accept(next);
      }
    }
  }

  private static Flyway flyway(HostSelector servers, String target, LockTimeout lockTimeout) {
    return Flyway.configure()
        .dataSource(servers.jdbcUrl(), servers.user(), servers.password())
        .locations("classpath:db")
        .loggers("auto")
        .target(target)
        .callbacks(lockTimeout)
        .lockRetryCount(FLYWAY_LOCK_RETRIES)
        // A database between two releases may lack a migration with a lower number than one that is
        // applied. The migrations are independent of each other, so it is applied late instead of
        // never.
        .outOfOrder(true)
        .load();
  }

  /** Returns the innermost SQLSTATE; empty if there is none. */
  private static String sqlState(Throwable fault) {
    String state = "";
    for (Throwable at = fault; at != null; at = at.getCause()) {
      if (at instanceof SQLException sql && sql.getSQLState() != null) {
        state = sql.getSQLState();
      }
    }
    return state;
  }

  private static void pause(int next) {
    try {
      StartupDeadline.in(PAUSE).pause(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during the database schema migration", e);
    }
  }
}
