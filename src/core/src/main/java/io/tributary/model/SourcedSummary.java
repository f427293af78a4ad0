package io.tributary.model;

import java.util.Objects;
import java.util.UUID;

/** Summary and its source. */
public record SourcedSummary(Summary summary, Source source) {
  public SourcedSummary {
    Objects.requireNonNull(summary, "summary");
    Objects.requireNonNull(source, "source");
  }

  /** Returns the ID of this summary for a user. */
  public UUID id(UUID user) {
    return SummaryId.of(user, summary, source);
  }

  /** Returns the content to store, see {@link SummaryRenderer#content}. */
  public String content(UUID user) {
    return SummaryRenderer.content(summary, user, source);
  }
}
