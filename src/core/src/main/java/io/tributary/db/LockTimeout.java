package io.tributary.db;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Flyway callback that sets the lock timeout of each migration within its transaction.
 *
 * @param timeout lock timeout
 */
record LockTimeout(Duration timeout) implements Callback {
  @Override
  public boolean supports(Event event, Context context) {
    return event == Event.BEFORE_EACH_MIGRATE;
  }

  @Override
  public boolean canHandleInTransaction(Event event, Context context) {
    return true;
  }

  @Override
  public void handle(Event event, Context context) {
    try (Statement s = context.getConnection().createStatement()) {
      s.execute("set local lock_timeout = " + timeout.toMillis());
    } catch (SQLException e) {
      throw new IllegalStateException("cannot set lock_timeout for a migration", e);
    }
  }

  @Override
  public String getCallbackName() {
    return "patience";
  }
}
