package io.tributary.db;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Brings the schema to this build's version, under Flyway's lock so that nodes that start together
 * take turns. Blocking: call it before Vert.x serves, or on a worker.
 */
public final class Migrations {
  private Migrations() {}

  /**
   * @param url postgresql://user:password@host:port/database, of several hosts the one that takes
   *     writes
   * @return number of migrations applied now
   * @throws IllegalStateException when the schema cannot be brought up
   */
  public static int run(String url) {
    return run(url, "latest");
  }

  /** Up to a version only: what a test of a migration starts from. */
  static int run(String url, String target) {
    Servers servers = Servers.of(url);
    try {
      return Flyway.configure()
          .dataSource(servers.jdbc(), servers.user(), servers.password())
          .locations("classpath:db")
          .javaMigrations(new V002_1__PackSamples())
          .loggers("auto")
          .target(target)
          // A database of a state between two releases may lack one that a later number is beside
          // already. Each stands for itself, so it is applied late rather than never.
          .outOfOrder(true)
          .load()
          .migrate()
          .migrationsExecuted;
    } catch (FlywayException e) {
      throw new IllegalStateException(
          "the database schema cannot be brought up: " + e.getMessage(), e);
    }
  }
}
