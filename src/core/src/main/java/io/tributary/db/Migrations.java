package io.tributary.db;

import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.function.IntConsumer;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Brings the schema to this build's version, under Flyway's lock so that nodes that start together
 * take turns. Nodes of the version before may be at work meanwhile: one that holds a table is
 * waited for only shortly, as others wait behind us, and then again. Blocking: call it before
 * Vert.x serves, or on a worker.
 */
public final class Migrations {
  private static final System.Logger LOG = System.getLogger(Migrations.class.getName());

  /** Longer than the server waits before it breaks its own vacuum off for us. */
  private static final LockTimeout PATIENCE = new LockTimeout(Duration.ofSeconds(3));

  private static final int TRIES = 20;

  /** How often Flyway asks for its lock, once a second; it does not say that it waits. */
  private static final int TURNS = 2;

  /** Longer than any migration takes. */
  private static final Duration OTHERS = Duration.ofHours(1);

  /** What Flyway says of its lock; there is no state. */
  private static final String LOCK = "advisory lock";

  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** A lock that did not come, and two that wait for each other. */
  private static final Set<String> CROSSED = Set.of("55P03", "40P01");

  /**
   * A server that starts, recovers, stops, has no connection left or takes no writes. With those of
   * class 08, not reached or lost, what a start waits for.
   */
  private static final Set<String> NOT_YET = Set.of("57P01", "57P02", "57P03", "53300", "25006");

  private Migrations() {}

  /**
   * @param url postgresql://user:password@host:port/database, of several hosts the one that takes
   *     writes
   * @param limit how long a server that cannot be reached, or takes no writes, is waited for
   * @return number of migrations that the last try applied
   * @throws IllegalStateException when the schema cannot be brought up
   */
  public static int run(String url, Duration limit) {
    return run(url, "latest", limit, PATIENCE, Migrations::pause);
  }

  /** Of a server that is there. */
  public static int run(String url) {
    return run(url, "latest");
  }

  /** Up to a version only: what a test of a migration starts from. */
  static int run(String url, String target) {
    return run(url, target, PATIENCE, Migrations::pause);
  }

  static int run(String url, String target, LockTimeout patience, IntConsumer pause) {
    return run(url, target, Duration.ZERO, patience, pause);
  }

  /**
   * @param pause runs before each further try, with its number
   */
  private static int run(
      String url, String target, Duration limit, LockTimeout patience, IntConsumer pause) {
    Flyway flyway = flyway(HostSelector.of(url), target, patience);
    StartupDeadline start = StartupDeadline.in(limit);
    StartupDeadline others = StartupDeadline.in(OTHERS);
    int crossed = 0;
    String said = "";
    for (int next = 2; ; next++) {
      try {
        return flyway.migrate().migrationsExecuted;
      } catch (FlywayException e) {
        String state = state(e);
        boolean again;
        String why;
        if (CROSSED.contains(state)) {
          again = ++crossed < TRIES;
          why = "a migration waits for tables that others hold, tried again: try=" + next;
        } else if (state.isEmpty() && String.valueOf(e.getMessage()).contains(LOCK)) {
          again = !others.isOver();
          why = "start waits for another node that brings the database schema up:";
        } else {
          again = !start.isOver() && (state.startsWith("08") || NOT_YET.contains(state));
          why = "start waits for a database that can be reached and takes writes:";
        }
        if (!again) {
          throw new IllegalStateException(
              "the database schema cannot be brought up: " + e.getMessage(), e);
        }
        if (!why.equals(said)) {
          said = why;
          LOG.log(Level.WARNING, why + " state=" + state);
        }
        pause.accept(next);
      }
    }
  }

  private static Flyway flyway(HostSelector servers, String target, LockTimeout patience) {
    return Flyway.configure()
        .dataSource(servers.jdbc(), servers.user(), servers.password())
        .locations("classpath:db")
        .javaMigrations(new V002_1__PackSamples())
        .loggers("auto")
        .target(target)
        .callbacks(patience)
        .lockRetryCount(TURNS)
        // A database of a state between two releases may lack one that a later number is beside
        // already. Each stands for itself, so it is applied late rather than never.
        .outOfOrder(true)
        .load();
  }

  /** The innermost SQL state, or nothing. */
  private static String state(Throwable fault) {
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
      throw new IllegalStateException("interrupted while the database schema is brought up", e);
    }
  }
}
