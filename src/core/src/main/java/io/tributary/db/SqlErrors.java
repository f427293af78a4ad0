package io.tributary.db;

import io.tributary.core.ServiceException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeoutException;

/** Classifies the exceptions of the database clients. */
public final class SqlErrors {
  private SqlErrors() {}

  /** Returns whether the exception is a violation of the named unique constraint or index. */
  public static boolean breaches(Throwable t, String constraint) {
    return cause(t) instanceof PgException pg
        && "23505".equals(pg.getSqlState())
        && constraint.equals(pg.getConstraint());
  }

  /** Returns whether a foreign key was violated, because the referenced row is gone. */
  public static boolean orphaned(Throwable t) {
    return cause(t) instanceof PgException pg && "23503".equals(pg.getSqlState());
  }

  /**
   * Returns whether the transaction failed because of a serialization failure or deadlock, and may
   * be retried.
   */
  public static boolean contention(Throwable t) {
    return cause(t) instanceof PgException pg && worthRetry(pg);
  }

  /** Returns whether a retry may succeed: contention, or an unavailable database. */
  public static boolean passing(Throwable t) {
    return contention(t)
        || t instanceof ServiceException r && r.reason() == ServiceException.Reason.UNAVAILABLE;
  }

  /**
   * Returns whether a start failed because the database is unavailable, as a translated or as an
   * original exception.
   */
  public static boolean endsStarts(Throwable t) {
    boolean ofDatabase =
        cause(t) instanceof PgException || anyIn(t, ClosedConnectionException.class);
    return passing(t) || ofDatabase && passing(translated(t));
  }

  static Throwable cause(Throwable t) {
    Throwable at = t;
    while (!(at instanceof PgException) && at.getCause() != null && at.getCause() != at) {
      at = at.getCause();
    }
    return at instanceof PgException ? at : t;
  }

  static boolean worthRetry(PgException pg) {
    return "40001".equals(pg.getSqlState()) || "40P01".equals(pg.getSqlState());
  }

  /**
   * Returns whether the server had no connection left. It refused before it ran a statement, so a
   * retry is safe.
   */
  static boolean full(Throwable t) {
    return cause(t) instanceof PgException pg && "53300".equals(pg.getSqlState());
  }

  /** Returns whether the server is read-only, like a standby. */
  static boolean readOnly(Throwable t) {
    return cause(t) instanceof PgException pg && "25006".equals(pg.getSqlState());
  }

  /**
   * Returns whether the server is reachable but overloaded or out of space. A server that refuses
   * this node does not count.
   */
  static boolean atWork(PgException pg) {
    Trouble trouble = trouble(pg);
    return trouble == Trouble.BUSY || trouble == Trouble.NO_ROOM;
  }

  /** Class of database failure, with the message for callers. */
  private enum Trouble {
    /** Connection refused or lost, or the server starts, recovers or stops. */
    AWAY("the database cannot be reached; try again", 1),
    /** A statement, a lock or the wait for a connection timed out, or no connection is left. */
    BUSY("the database is busy; try again", 1),
    /** The disk or the memory is full. */
    NO_ROOM("the database has no room; try again", 5),
    NO_WRITES("the database takes no writes now; try again", 1),
    /** The statement itself is at fault. */
    NONE("", 0);

    private final String told;
    private final Duration wait;

    Trouble(String told, int seconds) {
      this.told = told;
      this.wait = Duration.ofSeconds(seconds);
    }
  }

  private static Trouble trouble(String state) {
    return switch (state) {
      // Statement timeout or cancellation, lock timeout, too many connections.
      case "57014", "55P03", "53300" -> Trouble.BUSY;
      case "25006" -> Trouble.NO_WRITES;
      // Idle-in-transaction timeout of this session.
      case "25P03" -> Trouble.AWAY;
      default ->
          switch (state.substring(0, Math.min(2, state.length()))) {
            case "53" -> Trouble.NO_ROOM;
            case "08", "57", "58" -> Trouble.AWAY;
            default -> Trouble.NONE;
          };
    };
  }

  private static Trouble trouble(Throwable t) {
    if (cause(t) instanceof PgException pg) {
      return trouble(String.valueOf(pg.getSqlState()));
    }
    // JDBC exceptions, from code that runs before Vert.x starts.
    if (t instanceof SQLException sql && sql.getSQLState() != null) {
      return trouble(sql.getSQLState());
    }
    if (ofFile(t)) {
      return Trouble.NONE;
    }
    if (anyIn(t, IOException.class) || anyIn(t, ClosedConnectionException.class)) {
      return Trouble.AWAY;
    }
    return anyIn(t, TimeoutException.class) ? Trouble.BUSY : ofClient(t);
  }

  /**
   * Returns whether work inside a transaction failed on a local file, or on bytes that cannot be
   * read or written. Exceptions of sockets are not wrapped like this.
   */
  private static boolean ofFile(Throwable t) {
    return anyIn(t, UncheckedIOException.class) || anyIn(t, FileSystemException.class);
  }

  /** Classifies exceptions of the SQL client that differ only in their message. */
  private static Trouble ofClient(Throwable t) {
    String text = String.valueOf(t.getMessage()).toLowerCase(Locale.ROOT);
    if (!t.getClass().getName().startsWith("io.vertx.")) {
      return Trouble.NONE;
    }
    if (text.contains("timeout") || text.contains("timed out") || text.contains("queue")) {
      return Trouble.BUSY;
    }
    return text.contains("closed") || text.contains("pool") ? Trouble.AWAY : Trouble.NONE;
  }

  /** Translates an unavailable database into a 503; all other exceptions are returned unchanged. */
  public static RuntimeException translated(Throwable t) {
    if (t instanceof ServiceException refusal) {
      return refusal;
    }
    if (anyIn(t, InterruptedException.class)) {
      // Interrupted. Jobs and requests to leased actors are retried after a 503. A command must not
      // be, because it may have been committed: the bus finds the interruption in the cause and
      // replies with a fault.
      return ServiceException.unavailable("this work ends here; try again", Trouble.AWAY.wait, t);
    }
    Trouble trouble = trouble(t);
    if (trouble != Trouble.NONE) {
      return ServiceException.unavailable(trouble.told, trouble.wait);
    }
    return t instanceof RuntimeException r ? r : new IllegalStateException(t);
  }

  private static boolean anyIn(Throwable t, Class<?> type) {
    for (Throwable at = t; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return true;
      }
    }
    return false;
  }
}
