package io.tributary.healthimport;

import io.tributary.config.ImportConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.db.Db;
import io.tributary.device.DeviceRegistry;
import io.tributary.event.Outbox;
import io.tributary.ingest.GroupCommit;
import io.tributary.read.StoredSamples;

/** Dependencies of import runs. */
record ImportDependencies(
    Db db,
    ImportConfig settings,
    ImportRepo repo,
    ImportFiles files,
    GroupCommit intake,
    StoredSamples samples,
    DeviceRegistry devices,
    ConnectionRepo connections,
    ConnectionLifecycle states,
    Outbox outbox) {}
