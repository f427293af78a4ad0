/**
 * Storage format of samples: a block holds the samples of one series and time interval in columns.
 *
 * <p>Pure values without I/O. {@link BlockInterval} sets the length of a block, {@link BlockMerger}
 * merges new samples, and {@link SampleBlockCodec} encodes a block to the bytes in {@code
 * sample_block.data}, which this package owns. Start with {@link SampleBlock}.
 */
package io.tributary.sampleblock;
