package io.tributary.db;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.postgresql.Driver;

/**
 * Superuser connection to the embedded server: identifies the server and creates the service's role
 * and database.
 */
final class PgLogin {
  static final String OWNER = "tributary";
  static final String DATABASE = "tributary";

  private static final String CANNOT_CONNECT_NOW = "57P03";
  private static final String WHERE = "select current_setting('data_directory')";
  private static final String ROLE_THERE = "select from pg_roles where rolname = '" + OWNER + "'";
  private static final String DATABASE_THERE =
      "select from pg_database where datname = '" + DATABASE + "'";
  // No superuser; may create databases, for tests and restores.
  private static final String MAKE_ROLE = "create role " + OWNER;
  private static final String SET_ROLE =
      "alter role " + OWNER + " login createdb nosuperuser password '%s'";
  private static final String MAKE_DATABASE =
      "create database " + DATABASE + " owner " + OWNER + " template template0";

  private final int port;
  private final PgCredentials credentials;

  PgLogin(int port, PgCredentials credentials) {
    this.port = port;
    this.credentials = credentials;
  }

  /** Result of identifying the server. */
  sealed interface Answer {
    /** The server accepts the stored password and uses the expected directory. */
    record Ours() implements Answer {}

    /** The server starts, recovers or stops. */
    record NotNow() implements Answer {}

    /** No server, or a foreign one. */
    record Wrong(String why) implements Answer {}
  }

  Answer ask(Path cluster) throws IOException {
    try (var connection = connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(WHERE)) {
      rows.next();
      var dir = Path.of(rows.getString(1)).toRealPath();
      return dir.equals(cluster.toRealPath())
          ? new Answer.Ours()
          : new Answer.Wrong("the server on port " + port + " serves " + dir);
    } catch (SQLException e) {
      return CANNOT_CONNECT_NOW.equals(e.getSQLState())
          ? new Answer.NotNow()
          : new Answer.Wrong(e.getMessage());
    }
  }

  /**
   * Creates the service's role and database where absent, which also completes an interrupted first
   * start.
   */
  void prepare() throws EmbeddedPostgresException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      if (!finds(statement, ROLE_THERE)) statement.execute(MAKE_ROLE);
      statement.execute(SET_ROLE.formatted(credentials.owner()));
      if (!finds(statement, DATABASE_THERE)) statement.execute(MAKE_DATABASE);
    } catch (SQLException e) {
      throw new EmbeddedPostgresException(
          "The embedded database runs, but its role and database cannot be prepared: "
              + e.getMessage(),
          e);
    }
  }

  private static boolean finds(Statement statement, String sql) throws SQLException {
    try (var rows = statement.executeQuery(sql)) {
      return rows.next();
    }
  }

  private Connection connect() throws SQLException {
    var properties = new Properties();
    properties.setProperty("user", PgCluster.SUPERUSER);
    properties.setProperty("password", credentials.superuser());
    properties.setProperty("connectTimeout", "5");
    properties.setProperty("socketTimeout", "20");
    properties.setProperty("sslmode", "disable"); // loopback only
    properties.setProperty("ApplicationName", "tributary launcher");
    var connection =
        new Driver().connect("jdbc:postgresql://127.0.0.1:" + port + "/postgres", properties);
    if (connection == null) throw new SQLException("the driver refused its own address");
    return connection;
  }
}
