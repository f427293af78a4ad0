/**
 * How samples are packed: one block holds those of one series and one stretch of time, column by
 * column. Pure values, no I/O. Owns the form of {@code sample_block.data}.
 */
package io.tributary.sampleblock;
