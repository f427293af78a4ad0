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

/** Requests of {@code explain.command}; ids of other tenants are answered as unknown. */
sealed interface ExplainMessages extends BusMessage.Local {
  /**
   * Why a summary is what it is. Reply {@link Explanation}; 404.
   *
   * @param data whether documents are to be shown
   */
  record ExplainSummary(Tenant tenant, UUID summary, boolean data) implements ExplainMessages {}

  /** The same for the samples of one instant. Reply {@link Explanation}; 404 none. */
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
   * Which source counts when samples of a range are merged. Reply {@link Explanation}; 404 user.
   *
   * @param after where the page before ended
   * @param filters what the cursor belongs to
   */
  record ExplainMerge(
      Tenant tenant,
      UUID user,
      Resource resource,
      String provider,
      Instant from,
      Instant to,
      Optional<MergedSamples.Mark> after,
      List<Object> filters)
      implements ExplainMessages {
    public ExplainMerge {
      filters = List.copyOf(filters);
    }
  }

  /**
   * Maps kept documents of these days again, both inclusive. Reply {@link Explanation} of the run;
   * 403 switch off, 404 user, 409 nothing kept or another run of the connection under way.
   */
  record Renormalise(Tenant tenant, UUID user, String provider, LocalDate first, LocalDate last)
      implements ExplainMessages {}

  /** A reply's body. */
  record Explanation(ObjectNode tree) implements BusMessage.Local {}
}
