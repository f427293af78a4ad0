package io.tributary.fileimport;

import io.tributary.config.ImportConfig;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.ConnectionStates;
import io.tributary.db.Db;
import io.tributary.device.Devices;
import io.tributary.event.Outbox;
import io.tributary.ingest.Intake;
import io.tributary.read.StoredSamples;

/** What runs of imports are made of. */
record ImportParts(
    Db db,
    ImportConfig settings,
    ImportRepo repo,
    ImportFiles files,
    Intake intake,
    StoredSamples samples,
    Devices devices,
    ConnectionRepo connections,
    ConnectionStates states,
    Outbox outbox) {}
