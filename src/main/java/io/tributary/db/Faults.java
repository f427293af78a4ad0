package io.tributary.db;

import io.tributary.kernel.Refusal;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeoutException;

/** Sorts what the database client throws. */
public final class Faults {
  private static final Duration RETRY = Duration.ofSeconds(1);

  private Faults() {}

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

  /** Whether the same work is worth another try: contention, or a database that is away. */
  public static boolean passing(Throwable t) {
    return contention(t) || t instanceof Refusal r && r.reason() == Refusal.Reason.UNAVAILABLE;
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

  /** Connection refused, lost, starting, shutting down, too many, disk full, statement timeout. */
  static boolean unreachable(PgException pg) {
    String state = String.valueOf(pg.getSqlState());
    return state.startsWith("08")
        || state.startsWith("57")
        || state.startsWith("53")
        || state.startsWith("58");
  }

  /** A database that is away as a refusal with 503; every other fault as it was. */
  public static RuntimeException translated(Throwable t) {
    if (t instanceof Refusal refusal) {
      return refusal;
    }
    Throwable cause = cause(t);
    boolean gone =
        cause instanceof PgException pg
            ? unreachable(pg)
            : anyIn(t, IOException.class)
                || anyIn(t, TimeoutException.class)
                || anyIn(t, ClosedConnectionException.class)
                || isPoolFault(t);
    if (gone) {
      return Refusal.unavailable("the database cannot be reached; try again", RETRY);
    }
    return t instanceof RuntimeException r ? r : new IllegalStateException(t);
  }

  private static boolean isPoolFault(Throwable t) {
    String text = String.valueOf(t.getMessage()).toLowerCase(Locale.ROOT);
    return t.getClass().getName().startsWith("io.vertx.")
        && (text.contains("timeout")
            || text.contains("queue")
            || text.contains("closed")
            || text.contains("pool"));
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
