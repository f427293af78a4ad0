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
  static final String ROLE = "tributary";
  static final String DATABASE = "tributary";

  private static final String CANNOT_CONNECT_NOW = "57P03";
  private static final String DATA_DIRECTORY = "select current_setting('data_directory')";
  private static final String ROLE_EXISTS = "select from pg_roles where rolname = '" + ROLE + "'";
  private static final String DATABASE_EXISTS =
      "select from pg_database where datname = '" + DATABASE + "'";
  // No superuser; may create databases, for tests and restores.
  private static final String CREATE_ROLE = "create role " + ROLE;
  private static final String ALTER_ROLE =
      "alter role " + ROLE + " login createdb nosuperuser password '%s'";
  private static final String CREATE_DATABASE =
      "create database " + DATABASE + " owner " + ROLE + " template template0";

  private final int port;
  private final PgCredentials credentials;

  PgLogin(int port, PgCredentials credentials) {
    this.port = port;
    this.credentials = credentials;
  }

  /** Result of identifying the server. */
  sealed interface ServerIdentity {
    /** The server accepts the stored password and uses the expected directory. */
    record ExpectedServer() implements ServerIdentity {}

    /** The server starts, recovers or stops. */
    record ServerNotReady() implements ServerIdentity {}

    /** No server, or a foreign one. */
    record UnexpectedServer(String why) implements ServerIdentity {}
  }

  ServerIdentity identify(Path cluster) throws IOException {
    try (var connection = connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(DATA_DIRECTORY)) {
      rows.next();
      var dir = Path.of(rows.getString(1)).toRealPath();
      return dir.equals(cluster.toRealPath())
          ? new ServerIdentity.ExpectedServer()
          : new ServerIdentity.UnexpectedServer("the server on port " + port + " serves " + dir);
    } catch (SQLException e) {
      return CANNOT_CONNECT_NOW.equals(e.getSQLState())
          ? new ServerIdentity.ServerNotReady()
          : new ServerIdentity.UnexpectedServer(e.getMessage());
    }
  }

  /**
   * Creates the service's role and database where absent, which also completes an interrupted first
   * start.
   */
  void prepare() throws EmbeddedPostgresException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      if (!exists(statement, ROLE_EXISTS)) statement.execute(CREATE_ROLE);
      statement.execute(ALTER_ROLE.formatted(credentials.rolePassword()));
      if (!exists(statement, DATABASE_EXISTS)) statement.execute(CREATE_DATABASE);
    } catch (SQLException e) {
      throw new EmbeddedPostgresException(
          "The embedded database is running, but its role and database cannot be created: "
              + e.getMessage(),
          e);
    }
  }

  private static boolean exists(Statement statement, String sql) throws SQLException {
    try (var rows = statement.executeQuery(sql)) {
      return rows.next();
    }
  }

  private Connection connect() throws SQLException {
    var properties = new Properties();
    properties.setProperty("user", PgCluster.SUPERUSER);
    properties.setProperty("password", credentials.superuserPassword());
    properties.setProperty("connectTimeout", "5");
    properties.setProperty("socketTimeout", "20");
    properties.setProperty("sslmode", "disable"); // loopback only
    properties.setProperty("ApplicationName", "tributary launcher");
    var connection =
        new Driver().connect("jdbc:postgresql://127.0.0.1:" + port + "/postgres", properties);
    if (connection == null) throw new SQLException("the JDBC driver rejected the database URL");
    return connection;
  }
}
