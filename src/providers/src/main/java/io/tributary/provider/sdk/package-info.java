/**
 * Providers whose clients upload data: phone platforms, Bluetooth readers and manual entry. Owns
 * their descriptors and the mapping of uploaded envelopes, which works without I/O. Owns no tables.
 * Uploads of time series are converted token by token; uploads of summaries are read as a tree.
 *
 * <p>Start with {@link TimeseriesReader} and {@link SummaryReader}.
 */
package io.tributary.provider.sdk;
