/**
 * PostgreSQL access: the embedded server, migrations, connection pools, transactions, health checks
 * and replica reads.
 *
 * <p>Owns the schema history but no feature table, and the event bus addresses {@code
 * wake.<queue>}. All writes run in transactions of {@link Db}. {@link QueueNotifier} wakes workers
 * after a commit. {@link DatabaseHealth} detects outages and failovers, and {@link
 * EmbeddedPostgres} runs a server for installations without one.
 *
 * <p>Start with {@link Db}.
 */
package io.tributary.db;
