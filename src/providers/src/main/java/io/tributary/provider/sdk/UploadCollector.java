package io.tributary.provider.sdk;

import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Sample;
import io.tributary.model.SourcedStream;
import io.tributary.model.SourcedSummary;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the results of reading one body. Not thread-safe. */
final class UploadCollector {
  private final UploadLimits limits;
  private final List<Sample> samples = new ArrayList<>();
  private final List<SourcedSummary> summaries = new ArrayList<>();
  private final List<SourcedStream> streams = new ArrayList<>();
  private final Set<DeviceDescription> devices = new LinkedHashSet<>();
  private final List<ParsedUpload.Rejected> rejected = new ArrayList<>();
  private int rejectedCount;
  private int received;
  private int deletions;

  UploadCollector(UploadLimits limits) {
    this.limits = limits;
  }

  /** Counts a record of the body and fails above the limit. */
  void countReceived() {
    received++;
    if (received > limits.samples()) {
      throw ServiceException.validationFailed(
          FieldError.body(
              "data", "List should have at most " + limits.samples() + " readings", "too_long"));
    }
  }

  void add(Sample sample) {
    if (samples.size() >= 3 * limits.samples()) {
      throw ServiceException.validationFailed(
          FieldError.body(
              "data", "List should have at most " + limits.samples() + " readings", "too_long"));
    }
    samples.add(sample);
  }

  int sampleCount() {
    return samples.size();
  }

  /** Returns a copy of the samples from the given index on. */
  List<Sample> samplesFrom(int count) {
    return List.copyOf(samples.subList(count, samples.size()));
  }

  /** Adds a stream; one without points has no effect. */
  void add(SourcedStream stream) {
    streams.add(stream);
  }

  void add(SourcedSummary summary) {
    summaries.add(summary);
  }

  void add(DeviceDescription device) {
    devices.add(device);
  }

  void addDeletions(int ids) {
    deletions += ids;
  }

  /**
   * @param loc path below {@code body.data}
   */
  void reject(int index, List<Object> loc, String reason, String type) {
    rejectedCount++;
    if (rejected.size() < limits.rejected()) {
      List<Object> full = new ArrayList<>(loc.size() + 2);
      full.add("body");
      full.add("data");
      full.addAll(loc);
      rejected.add(new ParsedUpload.Rejected(index, full, reason, type));
    }
  }

  ParsedUpload build(UploadEnvelope envelope, String zoneOrigin) {
    return new ParsedUpload(
        envelope,
        new NormalizedBatch(summaries, samples, streams, new ArrayList<>(devices), List.of()),
        zoneOrigin,
        received,
        rejected,
        rejectedCount,
        deletions);
  }
}
