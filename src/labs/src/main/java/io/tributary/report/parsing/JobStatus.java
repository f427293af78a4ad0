package io.tributary.report.parsing;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Status of a job and its permitted transitions. */
public enum JobStatus {
  UPLOAD_PENDING,
  STARTED,
  PENDING_REVIEW,
  COMPLETED,
  FAILED;

  /** Returns the name in the API and in the database. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<JobStatus> of(String wire) {
    return Arrays.stream(values()).filter(s -> s.wire().equals(wire)).findFirst();
  }

  static List<String> wireNames() {
    return Arrays.stream(values()).map(JobStatus::wire).toList();
  }

  Set<JobStatus> next() {
    return switch (this) {
      case UPLOAD_PENDING -> Set.of(STARTED, FAILED);
      case STARTED -> Set.of(COMPLETED, PENDING_REVIEW, FAILED);
      case PENDING_REVIEW -> Set.of(COMPLETED, FAILED);
      case COMPLETED, FAILED -> Set.of();
    };
  }

  boolean canBecome(JobStatus other) {
    return next().contains(other);
  }
}
