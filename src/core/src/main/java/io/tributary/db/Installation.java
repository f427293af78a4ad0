package io.tributary.db;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

/** ID of the installation that a database belongs to. */
public final class Installation {
  /** Timeout for reading one row; a longer wait means that the server is gone. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private Installation() {}

  /**
   * Reads the installation ID. It is created with the schema and stored as a row, so a copy of the
   * database has the same ID.
   *
   * <p>Blocks; for use before Vert.x starts.
   *
   * @param url URL of a migrated database
   * @throws io.tributary.core.ServiceException if the database is currently unavailable
   * @throws IllegalStateException if it cannot be read for another reason
   */
  public static UUID id(String url) {
    return id(url, TIMEOUT);
  }

  /**
   * @param limit time without a response after which the server counts as unavailable, in full
   *     seconds
   */
  static UUID id(String url, Duration limit) {
    HostSelector o = HostSelector.of(url);
    String jdbc = o.jdbcUrl() + "&socketTimeout=" + limit.toSeconds();
    try (Connection c = DriverManager.getConnection(jdbc, o.user(), o.password());
        Statement s = c.createStatement();
        ResultSet r = s.executeQuery("select id from installation")) {
      if (!r.next()) {
        throw new IllegalStateException("table installation is empty");
      }
      return r.getObject(1, UUID.class);
    } catch (SQLException e) {
      throw SqlErrors.translate(e);
    }
  }
}
