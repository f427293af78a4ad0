/**
 * One biomarker of a user over all orders and laboratories. Owns no tables; reads those of results.
 */
package io.tributary.lab.result.trend;
