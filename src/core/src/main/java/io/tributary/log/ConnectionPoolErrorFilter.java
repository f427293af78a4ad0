package io.tributary.log;

import java.util.logging.Filter;
import java.util.logging.LogRecord;

/**
 * Discards the error "Promise already completed" of the Vert.x connection pool. It occurs if the
 * wait timeout of a request expires after the request has received its connection
 * (eclipse-vertx/vert.x#6169). The request has succeeded, so no action is required. Remove this
 * filter with Vert.x 5.1.
 */
final class ConnectionPoolErrorFilter implements Filter {
  /** Logger of exceptions that a Vert.x context did not handle. */
  static final String LOGGER = "io.vertx.core.impl.ContextImpl";

  private static final String MESSAGE = "Promise already completed";
  private static final String POOL = "io.vertx.sqlclient.impl.pool.SqlConnectionPool";

  @Override
  public boolean isLoggable(LogRecord line) {
    return !(line.getThrown() instanceof IllegalStateException e
        && MESSAGE.equals(e.getMessage())
        && isFromPool(e));
  }

  private static boolean isFromPool(Throwable e) {
    for (StackTraceElement frame : e.getStackTrace()) {
      if (frame.getClassName().startsWith(POOL)) {
        return true;
      }
    }
    return false;
  }
}
