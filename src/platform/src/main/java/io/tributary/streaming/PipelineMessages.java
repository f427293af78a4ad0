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

/** Bus messages of pipeline.command and its replies. */
sealed interface PipelineMessages extends BusMessage.Local {
  /** Teams whose pipelines are meant; they must belong to the organization. */
  record Scope(UUID organisation, Environment environment, List<UUID> teams) {
    public Scope {
      teams = teams.stream().distinct().sorted().toList();
    }
  }

  /** Enabled destinations; the preferred one must be among them. */
  record Preferences(String preferred, List<String> enabled) {}

  /**
   * Creates or changes pipelines; absent values stay unchanged. Reply: {@link Pipelines}.
   *
   * @param prefixes empty list for all types
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

  /** Removes pipelines. Reply: {@link Pipelines} with the removed ones. */
  record Remove(Scope scope) implements PipelineMessages {}

  record Pipelines(List<EventPipeline> pipelines) implements PipelineMessages {}
}
