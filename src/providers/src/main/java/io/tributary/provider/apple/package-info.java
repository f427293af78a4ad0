/**
 * Conversion of Apple Health export files to records of the model.
 *
 * <p>{@link ExportReader} reads the XML element by element in constant memory. Types and units are
 * mapped to samples and pending records; {@link RecordJoins} combines pending records that span
 * many elements, and {@link ActivityAggregator} computes daily activity. The package has no
 * database access and uses no clock. It owns no tables, addresses or events. Start with {@link
 * ExportReader}.
 */
package io.tributary.provider.apple;
