/**
 * Values of one biomarker of a user over all orders and laboratories.
 *
 * <p>Owns no tables; reads those of {@code lab.result}. Values are converted to one UCUM unit where
 * the units have the same dimension; other values keep theirs.
 *
 * <p>Start with {@link io.tributary.lab.result.trend.TrendRoutes}.
 */
package io.tributary.lab.result.trend;
