package io.tributary.device;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.model.DeviceDescription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Records users' devices in the transaction that stores the data that mentions them. */
public final class DeviceRegistry {
  private final DeviceRepo repo = new DeviceRepo();
  private final Outbox outbox;

  public DeviceRegistry(Outbox outbox) {
    this.outbox = outbox;
  }

  /**
   * Records a device as a provider describes it. Emits an event only if something changed.
   *
   * @return ID of the device in this service
   */
  public UUID observe(
      Tx tx, Tenant tenant, UUID userId, String clientUserId, DeviceDescription facts) {
    return upsertAndNotify(tx, tenant, userId, clientUserId, facts).id();
  }

  private DeviceRepo.UpsertResult upsertAndNotify(
      Tx tx, Tenant tenant, UUID userId, String clientUserId, DeviceDescription facts) {
    DeviceRepo.UpsertResult o = repo.upsert(tx, userId, facts);
    o.device()
        .ifPresent(
            d -> {
              JsonNode data = Json.tree(d);
              String type = o.created() ? EventTypes.DEVICE_CREATED : EventTypes.DEVICE_UPDATED;
              outbox.add(tx, new Event(type, tenant, userId, clientUserId, data));
            });
    return o;
  }

  /**
   * Connection of a user with the devices that a provider reports for it.
   *
   * @param clientUserId null if the user has none
   */
  public record ReportedDevices(
      Tenant tenant,
      UUID userId,
      String clientUserId,
      String provider,
      List<DeviceDescription> facts) {}

  /**
   * Records the reported devices. Returns for each connection the device its data must come from,
   * which is certain only if exactly one is known. Unchanged devices cost one statement for all.
   */
  public List<Optional<UUID>> observeAll(Tx tx, List<ReportedDevices> all) {
    Map<UserProvider, Map<String, DeviceRepo.KnownDevice>> known = new HashMap<>();
    for (DeviceRepo.KnownDevice k :
        repo.findByConnections(
            tx,
            all.stream().map(ReportedDevices::userId).toArray(UUID[]::new),
            all.stream().map(ReportedDevices::provider).toArray(String[]::new))) {
      known
          .computeIfAbsent(
              new UserProvider(k.device().userId(), k.device().provider()), c -> new HashMap<>())
          .put(k.key(), k);
    }
    List<Optional<UUID>> out = new ArrayList<>();
    for (ReportedDevices told : all) {
      // Reported devices may belong to another provider than the connection's; they count for that
      // provider.
      Map<String, DeviceRepo.KnownDevice> own =
          known.computeIfAbsent(
              new UserProvider(told.userId(), told.provider()), c -> new HashMap<>());
      Set<UUID> ids = new HashSet<>();
      own.values().forEach(k -> ids.add(k.device().id()));
      for (DeviceDescription facts : told.facts()) {
        DeviceRepo.KnownDevice k =
            facts.provider().equals(told.provider()) ? own.get(DeviceRepo.naturalKey(facts)) : null;
        if (k == null || !k.includes(facts)) {
          DeviceRepo.UpsertResult o =
              upsertAndNotify(tx, told.tenant(), told.userId(), told.clientUserId(), facts);
          // Later entries of this call see the device as if they came in a later call.
          o.device()
              .ifPresent(
                  d ->
                      known
                          .computeIfAbsent(
                              new UserProvider(told.userId(), facts.provider()),
                              c -> new HashMap<>())
                          .put(
                              DeviceRepo.naturalKey(facts),
                              new DeviceRepo.KnownDevice(d, DeviceRepo.naturalKey(facts))));
          if (facts.provider().equals(told.provider())) {
            ids.add(o.id());
          }
        }
      }
      out.add(ids.size() == 1 ? Optional.of(ids.iterator().next()) : Optional.empty());
    }
    return out;
  }

  private record UserProvider(UUID user, String provider) {}
}
