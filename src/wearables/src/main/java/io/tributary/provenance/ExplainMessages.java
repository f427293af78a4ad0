package io.tributary.provenance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import io.tributary.model.Resource;
import io.tributary.read.MergedSamples;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Requests of {@code explain.command}. IDs of other tenants are treated as unknown. */
sealed interface ExplainMessages extends BusMessage.Local {
  /**
   * Explains a summary. Replies with {@link Explanation}; fails with 404.
   *
   * @param data whether to include the source documents
   */
  record ExplainSummary(Tenant tenant, UUID summary, boolean data) implements ExplainMessages {}

  /**
   * Explains the samples of one instant. Replies with {@link Explanation}; fails with 404 if there
   * are none.
   */
  record ExplainSample(
      Tenant tenant,
      UUID user,
      Resource resource,
      Instant at,
      String provider,
      Optional<String> sourceType,
      Optional<String> type,
      boolean data)
      implements ExplainMessages {}

  /**
   * Explains which source wins when samples of a range are merged. Replies with {@link
   * Explanation}; fails with 404 for an unknown user.
   *
   * @param after end of the previous page
   * @param filters values to which the cursor is bound
   */
  record ExplainMerge(
      Tenant tenant,
      UUID user,
      Resource resource,
      String provider,
      Instant from,
      Instant to,
      Optional<MergedSamples.MergePosition> after,
      List<Object> filters)
      implements ExplainMessages {
    public ExplainMerge {
      filters = List.copyOf(filters);
    }
  }

  /**
   * Remaps the stored documents of these days, both inclusive. Replies with {@link Explanation} of
   * the run. Fails with 403 if the feature is off, 404 for an unknown user, 409 if no documents are
   * stored or another run of the connection is active.
   */
  record Renormalise(Tenant tenant, UUID user, String provider, LocalDate first, LocalDate last)
      implements ExplainMessages {}

  /** Body of a reply. */
  record Explanation(ObjectNode tree) implements BusMessage.Local {}
}
