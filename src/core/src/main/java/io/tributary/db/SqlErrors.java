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

/** Sorts what the database client throws. */
public final class SqlErrors {
  private SqlErrors() {}

  /** Whether this is a breach of the named unique index or constraint. */
  public static boolean breaches(Throwable t, String constraint) {
    return cause(t) instanceof PgException pg
        && "23505".equals(pg.getSqlState())
        && constraint.equals(pg.getConstraint());
  }

  /** Whether a foreign key was breached: what a row points to is gone. */
  public static boolean orphaned(Throwable t) {
    return cause(t) instanceof PgException pg && "23503".equals(pg.getSqlState());
  }

  /** Lost against another transaction, again and again: worth another try later. */
  public static boolean contention(Throwable t) {
    return cause(t) instanceof PgException pg && worthRetry(pg);
  }

  /** Whether the same work is worth another try: contention, or a database that does not serve. */
  public static boolean passing(Throwable t) {
    return contention(t)
        || t instanceof ServiceException r && r.reason() == ServiceException.Reason.UNAVAILABLE;
  }

  /** Whether a start met a database that does not serve, translated or as its client told. */
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
   * Whether the server had no connection left. It was refused before anything was asked, so asking
   * again does nothing twice.
   */
  static boolean full(Throwable t) {
    return cause(t) instanceof PgException pg && "53300".equals(pg.getSqlState());
  }

  /** Whether the server takes no writes, as a standby. */
  static boolean readOnly(Throwable t) {
    return cause(t) instanceof PgException pg && "25006".equals(pg.getSqlState());
  }

  /**
   * Whether the server is there and only has too much to do. What refuses us is as good as away.
   */
  static boolean atWork(PgException pg) {
    Trouble trouble = trouble(pg);
    return trouble == Trouble.BUSY || trouble == Trouble.NO_ROOM;
  }

  /** Why the database does not serve now, and what callers are told. */
  private enum Trouble {
    /** Connection refused or lost; a server that starts, recovers or stops. */
    AWAY("the database cannot be reached; try again", 1),
    /** A statement, a lock or the wait for a connection took too long; no connection is left. */
    BUSY("the database is busy; try again", 1),
    /** The disk is full, or the memory. */
    NO_ROOM("the database has no room; try again", 5),
    NO_WRITES("the database takes no writes now; try again", 1),
    /** A fault of the statement's own. */
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
      // Broken off for its time or by an administrator, a lock that did not come, no connection.
      case "57014", "55P03", "53300" -> Trouble.BUSY;
      case "25006" -> Trouble.NO_WRITES;
      // This session stood still within a transaction for too long.
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
    // Of what speaks to the database before Vert.x is there.
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
   * Whether work within a transaction met a disk that gives out, or bytes that cannot be read or
   * written. What sockets throw comes without such a wrapping.
   */
  private static boolean ofFile(Throwable t) {
    return anyIn(t, UncheckedIOException.class) || anyIn(t, FileSystemException.class);
  }

  /** What the client itself says has no type but its text. */
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

  /** A database that does not serve now as a refusal with 503; every other fault as it was. */
  public static RuntimeException translated(Throwable t) {
    if (t instanceof ServiceException refusal) {
      return refusal;
    }
    if (anyIn(t, InterruptedException.class)) {
      // Jobs are tried again and actors are asked again. A command that may be committed must not
      // be: the bus finds the interruption within, and tells of a fault.
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
