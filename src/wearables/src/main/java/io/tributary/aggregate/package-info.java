/**
 * Query language over a user's health data, and continuous queries that keep results up to date.
 *
 * <p>Owns the tables {@code source_priority}, {@code continuous_query}, {@code
 * continuous_query_task} and {@code continuous_query_row}, serves {@code aggregate.command} and
 * emits the event {@code continuous_query.result_table.changed}.
 *
 * <p>A request is parsed by {@link QueryParser}, its rows are read in index order by {@link
 * InputRowReader} and evaluated by {@link QueryEvaluator} within a {@link QueryBudget}. Continuous
 * queries run the same code as scheduled tasks ({@link ContinuousQueryScheduler}, {@link
 * ContinuousQueryJob}) whenever data they depend on changes.
 *
 * <p>Start with {@link QueryRunner}.
 */
package io.tributary.aggregate;
