package io.tributary.workout;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.ServiceConfig;
import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.device.DeviceRegistry;
import io.tributary.ingest.DataOrigin;
import io.tributary.ingest.GroupCommit;
import io.tributary.ingest.Ingest;
import io.tributary.ingest.IngestResult;
import io.tributary.ingest.IngestTarget;
import io.tributary.ingest.UserFacts;
import io.tributary.model.DeviceDescription;
import io.tributary.model.Resource;
import io.tributary.model.SourceType;
import io.tributary.provider.sdk.SdkProvider;
import io.tributary.sdk.SdkConnections;
import io.tributary.workoutfile.UnsupportedFileException;
import io.tributary.workoutfile.WorkoutFile;
import io.tributary.workoutfile.WorkoutFileReader;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Stores workout files on virtual threads; files are parsed on worker threads. Stateless.
 *
 * <p>A file is parsed completely before anything is stored. One transaction then stores everything:
 * the connection, the device named by the file, and its workouts.
 */
public final class WorkoutFileVerticle extends VerticleBase {
  /** Mapping version; must be increased if the same file would produce different records. */
  private static final String MAPPING_VERSION = "/1";

  private final Bus bus;
  private final Db db;
  private final GroupCommit intake;
  private final DeviceRegistry devices;
  private final SdkConnections connections;
  private final ServiceConfig.WorkoutFile settings;

  public WorkoutFileVerticle(
      Bus bus,
      Db db,
      GroupCommit intake,
      DeviceRegistry devices,
      SdkConnections connections,
      ServiceConfig.WorkoutFile settings) {
    this.bus = bus;
    this.db = db;
    this.intake = intake;
    this.devices = devices;
    this.connections = connections;
    this.settings = settings;
  }

  @Override
  public Future<?> start() {
    return bus.serve(
        Address.WORKOUT_FILE, WorkoutFileMessages.class, settings.concurrency(), this::handle);
  }

  private BusMessage handle(WorkoutFileMessages message) {
    return switch (message) {
      case WorkoutFileMessages.Store m -> store(m);
    };
  }

  private WorkoutFileMessages.Stored store(WorkoutFileMessages.Store m) {
    UserFacts user =
        UserFacts.find(db, m.tenant(), m.user())
            .orElseThrow(() -> ServiceException.notFound("user"));
    ZoneId zone = m.zone().orElse(null);
    try {
      // Long computations on this thread would block other virtual threads.
      ParsedFile read =
          vertx
              .executeBlocking(
                  () -> {
                    WorkoutFile recording =
                        WorkoutFileReader.read(m.file(), settings.maxUnpackedBytes());
                    return new ParsedFile(recording, Workouts.convertAll(recording, user, zone));
                  },
                  false)
              .await();
      return intake.inOwnTransaction(
          user.target(Workouts.PROVIDER), (tx, ingest) -> store(tx, ingest, m, read));
    } catch (UnsupportedFileException e) {
      throw ServiceException.validationFailed(
          new FieldError(List.of("body"), e.getMessage(), "value_error"));
    }
  }

  /**
   * Returns the ID of the recording device, which is created if new; null if the file names none.
   */
  private UUID device(Tx tx, IngestTarget target, WorkoutFile recording) {
    WorkoutFile.Maker maker = recording.maker();
    if (!maker.known()) {
      return null;
    }
    DeviceDescription facts =
        new DeviceDescription(
            Workouts.PROVIDER,
            recording.byDevice() ? SourceType.WATCH : SourceType.APP,
            null,
            maker.manufacturer(),
            maker.model(),
            maker.version(),
            maker.serial());
    return devices.observe(tx, target.tenant(), target.userId(), target.clientUserId(), facts);
  }

  private WorkoutFileMessages.Stored store(
      Tx tx, Ingest ingest, WorkoutFileMessages.Store m, ParsedFile read) {
    IngestTarget target = connections.prepareIngest(tx, m.tenant(), m.user(), SdkProvider.MANUAL);
    UUID device = device(tx, target, read.recording());
    List<UUID> ids = new ArrayList<>();
    int created = 0;
    int updated = 0;
    for (Workouts.ConvertedWorkout made : read.workouts()) {
      DataOrigin origin =
          new DataOrigin(
              DataOrigin.Channel.IMPORT,
              "",
              read.recording().format() + MAPPING_VERSION,
              made.zone());
      IngestResult stored =
          ingest.store(tx, target.withOrigin(origin), made.withDevice(device).batch(), false);
      if (!stored.days().containsKey(Resource.WORKOUTS)) {
        continue;
      }
      ids.add(made.id());
      if (stored.created().containsKey(Resource.WORKOUTS)) {
        created++;
      } else if (!stored.created().isEmpty() || !stored.updated().isEmpty()) {
        updated++;
      }
    }
    int outside = read.workouts().size() - ids.size();
    return new WorkoutFileMessages.Stored(
        ids, created, updated, ids.size() - created - updated, outside);
  }

  private record ParsedFile(WorkoutFile recording, List<Workouts.ConvertedWorkout> workouts) {}
}
