/**
 * Finds the results of a report from where its words stand: lines, columns, rows, and what is said
 * of patient and laboratory. Pure functions; owns no tables and reads nothing but its word lists.
 */
package io.tributary.report.layout;
