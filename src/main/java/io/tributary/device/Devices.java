package io.tributary.device;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.kernel.Json;
import io.tributary.kernel.Tenant;
import io.tributary.model.DeviceFacts;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What is known about users' devices, kept in the transaction of the data that told it. */
public final class Devices {
  private final DeviceRepo repo = new DeviceRepo();
  private final Outbox outbox;

  public Devices(Outbox outbox) {
    this.outbox = outbox;
  }

  /**
   * Records a device as a provider describes it; the event goes out only when something changed.
   *
   * @return our id of the device
   */
  public UUID observe(Tx tx, Tenant tenant, UUID userId, String clientUserId, DeviceFacts facts) {
    DeviceRepo.Outcome o = repo.upsert(tx, userId, facts);
    o.device()
        .ifPresent(
            d -> {
              JsonNode data = Json.tree(d);
              String type = o.created() ? EventTypes.DEVICE_CREATED : EventTypes.DEVICE_UPDATED;
              outbox.add(tx, new Event(type, tenant, userId, clientUserId, data));
            });
    return o.id();
  }

  /** The device that data must come from: certain only while exactly one is known. */
  public Optional<UUID> sole(Tx tx, UUID userId, String provider) {
    List<UUID> known = repo.firstTwo(tx, userId, provider);
    return known.size() == 1 ? Optional.of(known.getFirst()) : Optional.empty();
  }
}
