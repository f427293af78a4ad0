/**
 * Which LOINC codes a printed test may mean, and printed units in UCUM. Pure and in memory; owns no
 * tables.
 */
package io.tributary.report.loinc;
