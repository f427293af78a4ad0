package io.tributary.read;

import io.tributary.model.Sample;
import io.tributary.sampleblock.EpochMicros;
import java.time.Instant;

/**
 * A sample as it is stored; its source carries the device, workout and sport.
 *
 * @param series number of its series, the {@code source_id} of events
 * @param origin number of the row of table origin that tells where it came from; 0 = unknown
 * @param storedAt when its content was written, to the second; null = unknown
 */
public record StoredSample(Sample sample, int series, int origin, Instant storedAt) {
  /** Its place in the order of reads. */
  public SamplePosition position() {
    return new SamplePosition(EpochMicros.of(sample.at()), series, sample.key().part());
  }
}
