/**
 * PostgreSQL: the embedded server, migrations, transactions and wake-ups after commit. Owns the
 * schema's history, no feature table; address wake.&lt;queue&gt;.
 */
package io.tributary.db;
