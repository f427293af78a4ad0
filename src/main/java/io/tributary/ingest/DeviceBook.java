package io.tributary.ingest;

import io.tributary.db.Tx;
import io.tributary.kernel.Tenant;
import io.tributary.model.DeviceFacts;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What ingest needs of the devices of a user. */
public interface DeviceBook {
  /** Stores what a batch says about devices. */
  void observe(Tx tx, Tenant tenant, UUID userId, String clientUserId, List<DeviceFacts> facts);

  /** The device of a connection while exactly one is known. */
  Optional<UUID> sole(Tx tx, UUID userId, String provider);
}
