package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.FieldError;
import io.tributary.core.Patch;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.delivery.DeliveryCancellation;
import io.tributary.delivery.DeliveryShards;
import io.tributary.delivery.DestinationKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Commands that change pipelines, one transaction for all teams of a call. Runs on virtual threads.
 */
final class PipelineCommands {
  private final Db db;
  private final PipelineRepo pipelines;
  private final int shards;

  PipelineCommands(Db db, PipelineRepo pipelines, int shards) {
    this.db = db;
    this.pipelines = pipelines;
    this.shards = shards;
  }

  List<EventPipeline> upsert(PipelineMessages.Upsert m) {
    Environment environment = m.scope().environment();
    Set<EventPipeline.BrokerDestination> off = new LinkedHashSet<>();
    List<EventPipeline> now =
        db.tx(
            tx -> {
              off.clear();
              Map<UUID, EventPipeline> known = lockPipelines(tx, m.scope());
              for (UUID team : m.scope().teams()) {
                EventPipeline old = known.getOrDefault(team, EventPipeline.defaultFor(team));
                EventPipeline wanted = applyUpsert(m, old);
                requireValid(wanted);
                pipelines.save(tx, environment, wanted);
                for (DestinationKind kind : EventPipeline.BROKERS) {
                  if (saveDestination(tx, environment, old, wanted, kind)) {
                    off.add(old.destinations().get(kind));
                  }
                }
              }
              return pipelines.load(tx, m.scope());
            });
    cancelDeliveries(off);
    return now;
  }

  /**
   * Removes the pipelines of the teams.
   *
   * @return the removed pipelines
   */
  List<EventPipeline> remove(PipelineMessages.Remove m) {
    List<EventPipeline> removed =
        db.tx(
            tx -> {
              Map<UUID, EventPipeline> known = lockPipelines(tx, m.scope());
              for (EventPipeline p : known.values()) {
                pipelines.deletePipeline(tx, m.scope().environment(), p.team());
                p.destinations().values().forEach(d -> remove(tx, d));
              }
              return List.copyOf(known.values());
            });
    cancelDeliveries(removed.stream().flatMap(p -> p.destinations().values().stream()).toList());
    return removed;
  }

  /**
   * Cancels the deliveries of all disabled destinations together, because the caller waits for all
   * of them.
   */
  private void cancelDeliveries(Collection<EventPipeline.BrokerDestination> off) {
    DeliveryCancellation.cancelRemaining(
        db,
        off.stream()
            .map(d -> new DeliveryCancellation.WaitingEndpoint(d.id(), d.shard()))
            .toList());
  }

  private Map<UUID, EventPipeline> lockPipelines(Tx tx, PipelineMessages.Scope scope) {
    if (pipelines.lock(tx, scope) != scope.teams().size()) {
      throw ServiceException.notFound("team");
    }
    return pipelines.load(tx, scope).stream()
        .collect(Collectors.toMap(EventPipeline::team, Function.identity()));
  }

  private static EventPipeline applyUpsert(PipelineMessages.Upsert m, EventPipeline old) {
    Map<DestinationKind, EventPipeline.BrokerDestination> destinations =
        new EnumMap<>(DestinationKind.class);
    for (DestinationKind kind : EventPipeline.BROKERS) {
      EventPipeline.BrokerDestination before = old.destinations().get(kind);
      EventPipeline.BrokerDestination after =
          switch (m.connections().getOrDefault(kind, new Patch.Keep<>())) {
            case Patch.Keep<JsonNode> k -> before;
            case Patch.Clear<JsonNode> c -> null;
            case Patch.Put<JsonNode>(JsonNode given) -> replaceDestination(kind, given, before);
          };
      if (after != null) {
        destinations.put(kind, after);
      }
    }
    List<String> prefixes = m.prefixes().applyTo(old.prefixes());
    return new EventPipeline(
        old.team(),
        m.pushHistoricalData().orElse(old.pushHistoricalData()),
        m.providerRawData().orElse(old.providerRawData()),
        m.preferences().map(PipelineMessages.Preferences::preferred).orElse(old.preferred()),
        m.preferences().map(PipelineMessages.Preferences::enabled).orElse(old.enabled()),
        prefixes == null ? List.of() : prefixes,
        destinations);
  }

  private static EventPipeline.BrokerDestination replaceDestination(
      DestinationKind kind, JsonNode given, EventPipeline.BrokerDestination before) {
    JsonNode connection =
        BrokerConfigJson.unmasked(kind, given, Optional.ofNullable(before).map(d -> d.connection()))
            .orElseThrow(
                () ->
                    ServiceException.validationFailed(
                        new FieldError(
                            List.of("body", kind.wire(), "uri"),
                            "the password is masked, but no password is stored for this" + " URI",
                            "value_error")));
    return before == null
        ? new EventPipeline.BrokerDestination(null, 0, connection, false)
        : new EventPipeline.BrokerDestination(
            before.id(), before.shard(), connection, before.off());
  }

  /** Checks that the preferred kind is enabled and that every enabled kind is configured. */
  private static void requireValid(EventPipeline p) {
    List<FieldError> faults = new ArrayList<>();
    if (!p.enabled().contains(p.preferred())) {
      faults.add(
          new FieldError(
              List.of("body", "preferences", "preferred"),
              "the preferred destination should be one of the enabled ones",
              "value_error"));
    }
    for (DestinationKind kind : EventPipeline.BROKERS) {
      if (p.enables(kind) && !p.destinations().containsKey(kind)) {
        faults.add(
            new FieldError(
                List.of("body", kind.wire()),
                "this destination is enabled but has no configuration",
                "missing"));
      }
      if (p.destinations().containsKey(kind)
          && p.destinations().get(kind).connection().isMissingNode()) {
        faults.add(
            new FieldError(
                List.of("body", kind.wire()),
                "the stored configuration of this destination cannot be read; send it again, or"
                    + " null",
                "value_error"));
      }
    }
    if (!faults.isEmpty()) {
      throw ServiceException.validationFailed(faults);
    }
  }

  /**
   * Writes the destination of one kind.
   *
   * @return whether deliveries to the old destination must be canceled because it is disabled or
   *     removed
   */
  private boolean saveDestination(
      Tx tx,
      Environment environment,
      EventPipeline old,
      EventPipeline wanted,
      DestinationKind kind) {
    EventPipeline.BrokerDestination before = old.destinations().get(kind);
    EventPipeline.BrokerDestination after = wanted.destinations().get(kind);
    if (before == null && after != null) {
      pipelines.add(tx, environment, wanted, kind, shards);
    } else if (before != null && after == null) {
      remove(tx, before);
      return true;
    } else if (before != null
        && (!before.connection().equals(after.connection())
            || before.off() == wanted.enables(kind)
            || !old.prefixes().equals(wanted.prefixes()))) {
      pipelines.change(tx, wanted, kind);
      if (!wanted.enables(kind)) {
        DeliveryCancellation.cancelFirst(tx, before.id(), before.shard());
      }
      tx.wakeAfterCommit(DeliveryShards.endpointChangesChannel(before.shard()));
      return !wanted.enables(kind);
    }
    return false;
  }

  private void remove(Tx tx, EventPipeline.BrokerDestination d) {
    pipelines.remove(tx, d.id());
    DeliveryCancellation.cancelFirst(tx, d.id(), d.shard());
    tx.wakeAfterCommit(DeliveryShards.endpointChangesChannel(d.shard()));
  }
}
