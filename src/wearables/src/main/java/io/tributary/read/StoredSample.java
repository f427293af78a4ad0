package io.tributary.read;

import io.tributary.model.Sample;
import io.tributary.sampleblock.EpochMicros;
import java.time.Instant;

/**
 * Stored sample; its source holds device, workout and sport.
 *
 * @param series ID of its series, the {@code source_id} of events
 * @param origin ID of its row in the table origin; 0 if unknown
 * @param storedAt time when its content was written, in seconds; null if unknown
 */
public record StoredSample(Sample sample, int series, int origin, Instant storedAt) {
  /** Returns its position in read order. */
  public SamplePosition position() {
    return new SamplePosition(EpochMicros.of(sample.at()), series, sample.key().part());
  }
}
