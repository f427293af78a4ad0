package io.tributary.config;

import java.time.Duration;

/**
 * @param url postgresql://user:password@host:port/database, or several hosts with commas between
 *     them, of which the one that takes writes is used; empty = embedded server
 * @param poolSize connections for transactions
 * @param waitQueue callers that may wait for one
 * @param waitLimit for how long; the database is busy then, not away
 * @param connectTimeout silence for so long, and the database counts as away
 * @param statementTimeout a statement that takes longer is broken off
 * @param readTimeout the same for the quick reads of requests, which share connections
 * @param lockTimeout a statement that waits longer for a lock is broken off
 * @param replicaUrl a standby that may take reads; empty = none
 * @param replicaMaxLag it is left out unless it had all of so long ago
 */
public record DatabaseConfig(
    String url,
    int poolSize,
    int waitQueue,
    Duration waitLimit,
    Duration connectTimeout,
    Duration statementTimeout,
    Duration readTimeout,
    Duration lockTimeout,
    String replicaUrl,
    Duration replicaMaxLag,
    Duration startLimit) {
  public DatabaseConfig {
    ConfigValidator.of("db")
        .range("pool_size", poolSize, 2, 500)
        .range("wait_queue", waitQueue, 1, 100_000)
        .atLeast("wait_limit", waitLimit, Duration.ofMillis(50))
        .atLeast("connect_timeout", connectTimeout, Duration.ofMillis(50))
        .atLeast("statement_timeout", statementTimeout, Duration.ofMillis(100))
        .atLeast("read_timeout", readTimeout, Duration.ofMillis(100))
        .atLeast("lock_timeout", lockTimeout, Duration.ofMillis(100))
        .atLeast("replica_max_lag", replicaMaxLag, Duration.ofSeconds(1))
        .atLeast("start_limit", startLimit, Duration.ofSeconds(1))
        .done();
  }

  /**
   * The same for a program of its own, or a test.
   *
   * @param wait for a connection, and until silence counts as away
   * @param statement the limit of every statement
   */
  public DatabaseConfig with(int connections, Duration wait, Duration statement) {
    return new DatabaseConfig(
        url,
        connections,
        waitQueue,
        wait,
        wait,
        statement,
        statement,
        lockTimeout,
        replicaUrl,
        replicaMaxLag,
        startLimit);
  }

  @Override
  public String toString() {
    return "Database[" + poolSize + " connections, URLs ***]";
  }
}
