package io.tributary.harness;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Takes over {@code tributary_now()} in one test database. Frozen it moves only when told; shifted
 * it runs on with an offset. Leases keep the real clock.
 */
public final class TestClock implements AutoCloseable {
  private static final String FROZEN =
      "create or replace function tributary_now() returns timestamptz language sql volatile as"
          + " 'select at from test_clock'";
  private static final String SHIFTED =
      "create or replace function tributary_now() returns timestamptz language sql volatile as"
          + " 'select clock_timestamp() + shift from test_clock'";

  private final Connection sql;

  private TestClock(String url, String function, Instant at) {
    try {
      sql = Pg.connect(url);
      try (var s = sql.createStatement()) {
        s.execute("create table test_clock (at timestamptz, shift interval)");
      }
      try (var s = sql.prepareStatement("insert into test_clock values (?, '0')")) {
        s.setObject(1, at.atOffset(ZoneOffset.UTC));
        s.execute();
      }
      try (var s = sql.createStatement()) {
        s.execute(function);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public static TestClock frozen(String url, Instant at) {
    return new TestClock(url, FROZEN, at);
  }

  public static TestClock shifted(String url) {
    return new TestClock(url, SHIFTED, Instant.EPOCH);
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

  public Instant now() {
    try (var s = sql.createStatement();
        var r = s.executeQuery("select tributary_now()")) {
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
