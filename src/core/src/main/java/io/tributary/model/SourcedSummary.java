package io.tributary.model;

import java.util.Objects;
import java.util.UUID;

/** A summary and where it comes from. */
public record SourcedSummary(Summary summary, Source source) {
  public SourcedSummary {
    Objects.requireNonNull(summary, "summary");
    Objects.requireNonNull(source, "source");
  }

  /** Our id of this summary for that user. */
  public UUID id(UUID user) {
    return SummaryId.of(user, summary, source);
  }

  /** The content to store: see {@link SummaryRenderer#content}. */
  public String content(UUID user) {
    return SummaryRenderer.content(summary, user, source);
  }
}
