package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.tributary.core.ServiceException;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.sql.SQLException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "08006, the database cannot be reached; try again",
    "57P01, the database cannot be reached; try again",
    "57P03, the database cannot be reached; try again",
    "58030, the database cannot be reached; try again",
    "25P03, the database cannot be reached; try again",
    "57014, the database is busy; try again",
    "55P03, the database is busy; try again",
    "53300, the database is busy; try again",
    "53100, the database is out of disk space or memory; try again",
    "53200, the database is out of disk space or memory; try again",
    "25006, the database accepts no writes at the moment; try again",
  })
  void aServerThatDoesNotServeIsUnavailableAndSaysWhy(String state, String told) {
    // The error wrapped in another exception, as it often arrives.
    assertEquals(told, classification(new IllegalStateException(fault(state))));
  }

  @Test
  void whatWaitedTooLongInThisProcessIsBusyNotAway() {
    String busy = "the database is busy; try again";
    for (String text :
        new String[] {
          "Timeout",
          "Timeout waiting for connection",
          "Connection pool reached max wait queue size of 256",
          "Timed out waiting to get lock tx of 1"
        }) {
      assertEquals(busy, classification(new VertxException(text)));
    }
    assertEquals(busy, classification(new TimeoutException()));
    String away = "the database cannot be reached; try again";
    assertEquals(away, classification(new ConnectException("Connection refused")));
    assertEquals(away, classification(new VertxException("Pool closed")));
  }

  @Test
  void aSocketIsTheDatabasesAndAFileIsNot() {
    String away = "the database cannot be reached; try again";
    assertEquals(away, classification(new IOException("Connection reset by peer")));
    assertEquals(away, classification(new IllegalStateException(new IOException("Broken pipe"))));
    RuntimeException full = new UncheckedIOException(new IOException("No space left on device"));
    assertSame(full, SqlErrors.translate(full));
    RuntimeException denied = new IllegalStateException(new AccessDeniedException("/a/file"));
    assertSame(denied, SqlErrors.translate(denied));
  }

  @Test
  void whatIsAskedBeforeVertxIsThereIsAwayInTheSameWay() {
    String away = "the database cannot be reached; try again";
    assertEquals(
        away, classification(new SQLException("the database system is starting up", "57P03")));
    assertEquals(away, classification(new SQLException("refused", "08001")));
    SQLException fault = new SQLException("no such table", "42P01");
    assertSame(fault, SqlErrors.translate(fault).getCause());
  }

  @Test
  void workThatIsBrokenOffAsItsActorEndsIsToBeTriedAgain() {
    assertEquals("the work was interrupted; try again", classification(new InterruptedException()));
    assertEquals(
        "the work was interrupted; try again",
        classification(new IllegalStateException(new InterruptedException())));
    InterruptedException interrupted = new InterruptedException();
    assertSame(interrupted, SqlErrors.translate(interrupted).getCause());
  }

  @Test
  void aFaultOfTheStatementStaysWhatItIs() {
    PgException fault = fault("42P01");
    assertSame(fault, SqlErrors.translate(fault));
  }

  private static PgException fault(String state) {
    return new PgException("no matter", "ERROR", state, "");
  }

  private static String classification(Throwable t) {
    ServiceException refusal = assertInstanceOf(ServiceException.class, SqlErrors.translate(t));
    assertEquals(ServiceException.Reason.UNAVAILABLE, refusal.reason());
    return refusal.detail().asText();
  }
}
