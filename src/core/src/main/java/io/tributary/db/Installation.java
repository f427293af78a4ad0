package io.tributary.db;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

/** Which installation a database is of. */
public final class Installation {
  /** Nobody waits on one row of a server that is there for longer. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private Installation() {}

  /**
   * Made with the schema and kept with the rows: a copy of the database has it too. Blocks; for
   * before Vert.x is there.
   *
   * @param url of a migrated database
   * @throws io.tributary.core.ServiceException when the database does not serve now
   * @throws IllegalStateException when it cannot be read for another reason
   */
  public static UUID id(String url) {
    return id(url, LIMIT);
  }

  /**
   * @param limit a server that says nothing for this long does not serve; full seconds
   */
  static UUID id(String url, Duration limit) {
    HostSelector o = HostSelector.of(url);
    String jdbc = o.jdbc() + "&socketTimeout=" + limit.toSeconds();
    try (Connection c = DriverManager.getConnection(jdbc, o.user(), o.password());
        Statement s = c.createStatement();
        ResultSet r = s.executeQuery("select id from installation")) {
      if (!r.next()) {
        throw new IllegalStateException("table installation is empty");
      }
      return r.getObject(1, UUID.class);
    } catch (SQLException e) {
      throw SqlErrors.translated(e);
    }
  }
}
