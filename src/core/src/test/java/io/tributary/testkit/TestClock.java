package io.tributary.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Controls the database function {@code tributary_now()} of one test database.
 *
 * <p>A frozen clock changes only when set. A running clock continues with an offset. The clock may
 * switch between both modes. Leases use the real clock.
 */
public final class TestClock implements AutoCloseable {
  private static final String FUNCTION =
      "create or replace function tributary_now() returns timestamptz language sql volatile as"
          + " 'select coalesce(at, clock_timestamp() + shift) from test_clock'";

  private final Connection sql;

  /** Creates a clock; a null {@code at} means running. */
  private TestClock(String url, Instant at) {
    try {
      sql = TestPostgres.connect(url);
      try (var s = sql.createStatement()) {
        s.execute("create table test_clock (at timestamptz, shift interval)");
        s.execute("insert into test_clock values (null, '0')");
      }
      if (at != null) {
        set(at);
      }
      try (var s = sql.createStatement()) {
        s.execute(FUNCTION);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public static TestClock frozen(String url, Instant at) {
    return new TestClock(url, at);
  }

  public static TestClock shifted(String url) {
    return new TestClock(url, null);
  }

  public void advance(Duration by) {
    try (var s =
        sql.prepareStatement(
            "update test_clock set at = at + ? * interval '1 microsecond',"
                + " shift = shift + ? * interval '1 microsecond'")) {
      s.setLong(1, by.toNanos() / 1000);
      s.setLong(2, by.toNanos() / 1000);
      s.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Freezes the clock at this instant. */
  public void set(Instant at) {
    try (var s = sql.prepareStatement("update test_clock set at = ?")) {
      s.setObject(1, at.atOffset(ZoneOffset.UTC));
      s.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Resumes a frozen clock from its current time, and returns that time. */
  public Instant resume() {
    return update("shift = at - clock_timestamp(), at = null", "clock_timestamp() + shift");
  }

  /** Freezes a running clock and returns its time. */
  public Instant freeze() {
    return update("at = clock_timestamp() + shift", "at");
  }

  public Instant now() {
    return instant("select tributary_now()");
  }

  private Instant update(String how, String result) {
    return instant("update test_clock set " + how + " returning " + result);
  }

  private Instant instant(String statement) {
    try (var s = sql.createStatement();
        var r = s.executeQuery(statement)) {
      r.next();
      return r.getObject(1, OffsetDateTime.class).toInstant();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      sql.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
