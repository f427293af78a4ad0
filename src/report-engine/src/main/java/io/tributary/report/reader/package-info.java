/**
 * Readers of reports: child processes that may die of a file, and what hands files to them. Owns no
 * tables and no addresses.
 */
package io.tributary.report.reader;
