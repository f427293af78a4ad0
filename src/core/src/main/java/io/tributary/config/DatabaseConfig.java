package io.tributary.config;

import java.time.Duration;

/**
 * PostgreSQL connection settings: URL, pool and timeouts.
 *
 * @param url postgresql://user:password@host:port/database, or several hosts separated by commas,
 *     of which the primary is used; empty = embedded server
 * @param poolSize connections for transactions
 * @param maxWaiters callers that may wait for a connection
 * @param acquireTimeout maximum wait for a connection; after it the database counts as busy, not as
 *     unavailable
 * @param connectTimeout time without a response after which the database counts as unavailable
 * @param statementTimeout statement timeout
 * @param readTimeout statement timeout of quick request reads, which share connections
 * @param lockTimeout lock timeout of a statement
 * @param replicaUrl standby for reads; empty = none
 * @param replicaMaxLag maximum replication lag at which reads go to the standby
 * @param startupTimeout maximum wait for the database at the start of the service
 */
public record DatabaseConfig(
    String url,
    int poolSize,
    int maxWaiters,
    Duration acquireTimeout,
    Duration connectTimeout,
    Duration statementTimeout,
    Duration readTimeout,
    Duration lockTimeout,
    String replicaUrl,
    Duration replicaMaxLag,
    Duration startupTimeout) {
  public DatabaseConfig {
    ConfigValidator.of("db")
        .range("pool_size", poolSize, 2, 500)
        .range("max_waiters", maxWaiters, 1, 100_000)
        .atLeast("acquire_timeout", acquireTimeout, Duration.ofMillis(50))
        .atLeast("connect_timeout", connectTimeout, Duration.ofMillis(50))
        .atLeast("statement_timeout", statementTimeout, Duration.ofMillis(100))
        .atLeast("read_timeout", readTimeout, Duration.ofMillis(100))
        .atLeast("lock_timeout", lockTimeout, Duration.ofMillis(100))
        .atLeast("replica_max_lag", replicaMaxLag, Duration.ofSeconds(1))
        .atLeast("startup_timeout", startupTimeout, Duration.ofSeconds(1))
        .throwIfInvalid();
  }

  /**
   * Returns a copy for a separate program or a test.
   *
   * @param wait timeout for a connection, and time without a response until the database counts as
   *     unavailable
   * @param statement timeout of every statement
   */
  public DatabaseConfig withLimits(int connections, Duration wait, Duration statement) {
    return new DatabaseConfig(
        url,
        connections,
        maxWaiters,
        wait,
        wait,
        statement,
        statement,
        lockTimeout,
        replicaUrl,
        replicaMaxLag,
        startupTimeout);
  }

  @Override
  public String toString() {
    return "Database[" + poolSize + " connections, URLs ***]";
  }
}
