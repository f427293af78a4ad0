package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.core.Patch;
import io.tributary.delivery.DestinationKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** What is asked of pipeline.command, and its reply. */
sealed interface PipelineMessages extends BusMessage.Local {
  /** Whose pipelines: the teams must belong to the organisation. */
  record Scope(UUID organisation, Environment environment, List<UUID> teams) {
    public Scope {
      teams = teams.stream().distinct().sorted().toList();
    }
  }

  /** Which destinations there are: the preferred one is among the enabled. */
  record Preferences(String preferred, List<String> enabled) {}

  /**
   * Creates or changes; what is left out stays. Reply {@link Pipelines}.
   *
   * @param prefixes empty list = all types
   */
  record Upsert(
      Scope scope,
      Optional<Boolean> pushHistoricalData,
      Optional<Boolean> providerRawData,
      Optional<Preferences> preferences,
      Patch<List<String>> prefixes,
      Map<DestinationKind, Patch<JsonNode>> connections)
      implements PipelineMessages {
    @Override
    public String toString() {
      return "Upsert[" + scope + ", ***]";
    }
  }

  /** Reply {@link Pipelines}: those that there were. */
  record Remove(Scope scope) implements PipelineMessages {}

  record Pipelines(List<StreamingDestination> pipelines) implements PipelineMessages {}
}
