package io.tributary.read;

import io.tributary.model.Sample;

/**
 * A sample as it is stored; its source carries the device, workout and sport.
 *
 * @param series number of its series, the {@code source_id} of events
 */
public record StoredSample(Sample sample, int series) {}
