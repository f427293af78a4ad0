package io.tributary.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Takes over {@code tributary_now()} in one test database. Frozen it moves only when told; shifted
 * it runs on with an offset; it may change between the two. Leases keep the real clock.
 */
public final class TestClock implements AutoCloseable {
  private static final String FUNCTION =
      "create or replace function tributary_now() returns timestamptz language sql volatile as"
          + " 'select coalesce(at, clock_timestamp() + shift) from test_clock'";

  private final Connection sql;

  /** {@code at} null = it runs. */
  private TestClock(String url, Instant at) {
    try {
      sql = Pg.connect(url);
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

  /** Frozen at this instant from now on. */
  public void set(Instant at) {
    try (var s = sql.prepareStatement("update test_clock set at = ?")) {
      s.setObject(1, at.atOffset(ZoneOffset.UTC));
      s.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A frozen one runs on from where it stands; when that is. */
  public Instant run() {
    return update("shift = at - clock_timestamp(), at = null", "clock_timestamp() + shift");
  }

  /** A running one stands still; when that is. */
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
