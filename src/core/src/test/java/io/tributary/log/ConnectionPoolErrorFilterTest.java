package io.tributary.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionPoolErrorFilterTest {
  @ParameterizedTest
  @CsvSource({
    "Promise already completed,io.vertx.sqlclient.impl.pool.SqlConnectionPool$1PoolRequest,false",
    "Promise already completed,io.tributary.job.JobRunner,true",
    "Result is already complete,io.vertx.sqlclient.impl.pool.SqlConnectionPool,true"
  })
  void onlyTheKnownErrorOfThePoolIsDiscarded(String message, String origin, boolean logged) {
    IllegalStateException thrown = new IllegalStateException(message);
    thrown.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("io.vertx.core.Promise", "fail", "Promise.java", 110),
          new StackTraceElement(origin, "run", null, 1)
        });
    LogRecord line = new LogRecord(Level.SEVERE, "Unhandled exception");
    line.setThrown(thrown);
    assertEquals(logged, new ConnectionPoolErrorFilter().isLoggable(line));
  }
}
