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
  public static boolean violatesUnique(Throwable t, String constraint) {
    return pgCause(t) instanceof PgException pg
        && "23505".equals(pg.getSqlState())
        && constraint.equals(pg.getConstraint());
  }

  /** Returns whether a foreign key was violated, because the referenced row is gone. */
  public static boolean violatesForeignKey(Throwable t) {
    return pgCause(t) instanceof PgException pg && "23503".equals(pg.getSqlState());
  }

  /**
   * Returns whether the transaction failed because of a serialization failure or deadlock, and may
   * be retried.
   */
  public static boolean isContention(Throwable t) {
    return pgCause(t) instanceof PgException pg && isRetriable(pg);
  }

  /** Returns whether a retry may succeed: contention, or an unavailable database. */
  public static boolean isTransient(Throwable t) {
    return isContention(t)
        || t instanceof ServiceException r && r.reason() == ServiceException.Reason.UNAVAILABLE;
  }

  /**
   * Returns whether a start failed because the database is unavailable, as a translated or as an
   * original exception.
   */
  public static boolean isTransientAtStart(Throwable t) {
    boolean ofDatabase =
        pgCause(t) instanceof PgException || hasCause(t, ClosedConnectionException.class);
    return isTransient(t) || ofDatabase && isTransient(translate(t));
  }

  static Throwable pgCause(Throwable t) {
    Throwable at = t;
    while (!(at instanceof PgException) && at.getCause() != null && at.getCause() != at) {
      at = at.getCause();
    }
    return at instanceof PgException ? at : t;
  }

  static boolean isRetriable(PgException pg) {
    return "40001".equals(pg.getSqlState()) || "40P01".equals(pg.getSqlState());
  }

  /**
   * Returns whether the server had no connection left. It refused before it ran a statement, so a
   * retry is safe.
   */
  static boolean isOutOfConnections(Throwable t) {
    return pgCause(t) instanceof PgException pg && "53300".equals(pg.getSqlState());
  }

  /** Returns whether the server is read-only, like a standby. */
  static boolean isReadOnly(Throwable t) {
    return pgCause(t) instanceof PgException pg && "25006".equals(pg.getSqlState());
  }

  /**
   * Returns whether the server is reachable but overloaded or out of space. A server that refuses
   * this node does not count.
   */
  static boolean isOverloaded(PgException pg) {
    Unavailability trouble = classify(pg);
    return trouble == Unavailability.BUSY || trouble == Unavailability.OUT_OF_SPACE;
  }

  /** Class of database failure, with the message for callers. */
  private enum Unavailability {
    /** Connection refused or lost, or the server starts, recovers or stops. */
    UNREACHABLE("the database cannot be reached; try again", 1),
    /** A statement, a lock or the wait for a connection timed out, or no connection is left. */
    BUSY("the database is busy; try again", 1),
    /** The disk or the memory is full. */
    OUT_OF_SPACE("the database is out of disk space or memory; try again", 5),
    READ_ONLY("the database accepts no writes at the moment; try again", 1),
    /** The statement itself is at fault. */
    NONE("", 0);

    private final String message;
    private final Duration retryAfter;

    Unavailability(String message, int seconds) {
      this.message = message;
      this.retryAfter = Duration.ofSeconds(seconds);
    }
  }

  private static Unavailability classify(String state) {
    return switch (state) {
      // Statement timeout or cancellation, lock timeout, too many connections.
      case "57014", "55P03", "53300" -> Unavailability.BUSY;
      case "25006" -> Unavailability.READ_ONLY;
      // Idle-in-transaction timeout of this session.
      case "25P03" -> Unavailability.UNREACHABLE;
      default ->
          switch (state.substring(0, Math.min(2, state.length()))) {
            case "53" -> Unavailability.OUT_OF_SPACE;
            case "08", "57", "58" -> Unavailability.UNREACHABLE;
            default -> Unavailability.NONE;
          };
    };
  }

  private static Unavailability classify(Throwable t) {
    if (pgCause(t) instanceof PgException pg) {
      return classify(String.valueOf(pg.getSqlState()));
    }
    // JDBC exceptions, from code that runs before Vert.x starts.
    if (t instanceof SQLException sql && sql.getSQLState() != null) {
      return classify(sql.getSQLState());
    }
    if (isFileError(t)) {
      return Unavailability.NONE;
    }
    if (hasCause(t, IOException.class) || hasCause(t, ClosedConnectionException.class)) {
      return Unavailability.UNREACHABLE;
    }
    return hasCause(t, TimeoutException.class) ? Unavailability.BUSY : classifyClientError(t);
  }

  /**
   * Returns whether work inside a transaction failed on a local file, or on bytes that cannot be
   * read or written. Exceptions of sockets are not wrapped like this.
   */
  private static boolean isFileError(Throwable t) {
    return hasCause(t, UncheckedIOException.class) || hasCause(t, FileSystemException.class);
  }

  /** Classifies exceptions of the SQL client that differ only in their message. */
  private static Unavailability classifyClientError(Throwable t) {
    String text = String.valueOf(t.getMessage()).toLowerCase(Locale.ROOT);
    if (!t.getClass().getName().startsWith("io.vertx.")) {
      return Unavailability.NONE;
    }
    if (text.contains("timeout") || text.contains("timed out") || text.contains("queue")) {
      return Unavailability.BUSY;
    }
    return text.contains("closed") || text.contains("pool")
        ? Unavailability.UNREACHABLE
        : Unavailability.NONE;
  }

  /** Translates an unavailable database into a 503; all other exceptions are returned unchanged. */
  public static RuntimeException translate(Throwable t) {
    if (t instanceof ServiceException refusal) {
      return refusal;
    }
    if (hasCause(t, InterruptedException.class)) {
      // Interrupted. Jobs and requests to leased actors are retried after a 503. A command must not
      // be, because it may have been committed: the bus finds the interruption in the cause and
      // replies with a fault.
      return ServiceException.unavailable(
          "the work was interrupted; try again", Unavailability.UNREACHABLE.retryAfter, t);
    }
    Unavailability trouble = classify(t);
    if (trouble != Unavailability.NONE) {
      return ServiceException.unavailable(trouble.message, trouble.retryAfter);
    }
    return t instanceof RuntimeException r ? r : new IllegalStateException(t);
  }

  private static boolean hasCause(Throwable t, Class<?> type) {
    for (Throwable at = t; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return true;
      }
    }
    return false;
  }
}
