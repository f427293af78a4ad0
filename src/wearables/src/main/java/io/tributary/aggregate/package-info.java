/**
 * The query language over a user's data and continuous queries. Owns tables source_priority,
 * continuous_query, continuous_task, continuous_row; serves {@code aggregate.command}.
 */
package io.tributary.aggregate;
